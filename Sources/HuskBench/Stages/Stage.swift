// SPDX-License-Identifier: Apache-2.0

/// A step from a text to fewer bytes and back; what can be kept from call to call is kept in it.
package protocol Stage: AnyObject {
  /// Makes a text smaller.
  func encode(_ text: [UInt8]) throws -> [UInt8]

  /// Gives a text back.
  ///
  /// - Parameters:
  ///   - bytes: What ``encode(_:)`` made.
  ///   - count: The number of bytes that went in.
  /// - Returns: The text, or what means the same.
  /// - Throws: The error of a method that cannot read the bytes.
  func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8]
}

/// What a method made of a text.
package struct Encoded {
  /// The bytes.
  package var bytes: [UInt8]
  /// The number of bytes that each step got, the first step first.
  package var counts: [Int]
}

/// Steps of which each gets what the one before it made.
package struct Pipeline {
  /// The steps.
  package let stages: [any Stage]
  /// What both sides must have beside what is sent, in bytes: a dictionary or a template.
  package let sharedByteCount: Int

  /// Creates a pipeline from its steps.
  package init(_ stages: [any Stage], sharedByteCount: Int = 0) {
    self.stages = stages
    self.sharedByteCount = sharedByteCount
  }

  /// Makes a text smaller.
  package func encode(_ text: [UInt8]) throws -> Encoded {
    var encoded = Encoded(bytes: text, counts: [])
    for stage in stages {
      encoded.counts.append(encoded.bytes.count)
      encoded.bytes = try stage.encode(encoded.bytes)
    }
    return encoded
  }

  /// Gives a text back.
  package func decode(_ encoded: Encoded) throws -> [UInt8] {
    var bytes = encoded.bytes
    for (stage, count) in zip(stages, encoded.counts).reversed() {
      bytes = try stage.decode(bytes, count: count)
    }
    return bytes
  }
}

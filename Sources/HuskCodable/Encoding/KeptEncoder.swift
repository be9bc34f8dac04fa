// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import Synchronization

/// An encoder of documents that one thread at a time uses; others make one of their own.
final class KeptEncoder: Sendable {
  private let options: EncodeOptions
  private let encoder: Mutex<DocumentEncoder>

  init(_ options: EncodeOptions) {
    self.options = options
    encoder = Mutex(DocumentEncoder(options: options))
  }

  /// The paths to seal at which nothing stood in what was encoded last.
  var unsealedPaths: [String] { encoder.withLock { $0.unsealedPaths } }

  func encode(_ json: [UInt8]) throws(HuskError) -> [UInt8] {
    let result = encoder.withLockIfAvailable { encoder in
      Result { () throws(HuskError) in try encoder.encode(json: json) }
    }
    return if let result { try result.get() } else { try Husk.encode(json: json, options: options) }
  }
}

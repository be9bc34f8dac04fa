// SPDX-License-Identifier: Apache-2.0

/// Opens sealed files that arrive piece by piece, and seals them with another key.
///
/// Blocks stay as they are, so nothing is decoded, and sealed fields stay sealed. Frames that nobody knows are left out.
package struct FileResealer: ~Copyable {
  private var reader: ContainerReader
  private var writer: ContainerWriter<[UInt8]>?
  private let sealing: Sealing

  /// Creates a resealer.
  ///
  /// - Parameters:
  ///   - keys: The keys that open the files.
  ///   - sealing: What seals them.
  ///   - limits: The limits in force.
  package init(_ keys: Keyring, _ sealing: Sealing, limits: Limits) {
    reader = ContainerReader(limits: limits, policy: SealPolicy(keys: keys, isRequired: true))
    self.sealing = sealing
  }

  /// The number of bytes of the input that were used, up to the end of a frame.
  package var offset: Int { reader.offset }

  /// Takes bytes that have arrived.
  package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// Says that no more bytes will arrive.
  package mutating func finish() { reader.finish() }

  /// Returns the next bytes of the output, or `nil` where more are needed, or where the last file
  /// has ended.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*n*) for *n* bytes of the frame.
  package mutating func next() throws(HuskError) -> [UInt8]? {
    guard let frame = try reader.next() else { return nil }
    var writer =
      if let writer = writer.take() { writer } else {
        ContainerWriter([], seal: try sealing.begin())
      }
    switch frame {
    case .fields(let fields): writer.writeFields(fields)
    case .template(let template): writer.write(template)
    case .reference(let reference): writer.write(reference)
    case .block(let header, let content): writer.write(header, content: content)
    case .end:
      writer.pad()
      return writer.finish()
    }
    let bytes = writer.take()
    self.writer = consume writer
    return bytes
  }
}

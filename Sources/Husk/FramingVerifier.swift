// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Lets files of blocks through and verifies their framing.
///
/// Files that many machines made become one where they are put one behind the other (SPEC §9.7 Concatenation);
/// send each through a verifier of its own. Nothing is decoded: it sees that no frame is missing or out of
/// place, and that index and trailer are right. What is inside of blocks is verified when they are
/// decoded; only of what is sealed all is opened.
public struct FramingVerifier: ~Copyable, StreamCoder {
  private var reader: ContainerReader
  /// What has arrived and was not returned.
  private var pending: [UInt8] = []
  private var failure: HuskError?

  /// How far the stream has got.
  public private(set) var progress = StreamProgress()

  /// Creates a verifier.
  ///
  /// - Parameter options: The limits in force, the keys of what is sealed, and whether everything
  ///   has to be.
  public init(options: DecodeOptions = DecodeOptions()) {
    reader = ContainerReader(limits: options.limits, policy: options.sealPolicy)
  }

  /// Takes bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) {
    reader.append(bytes)
    pending += bytes
  }

  /// Says that no more bytes will arrive.
  public mutating func finish() { reader.finish() }

  /// Returns the next bytes that were verified, or `nil` where more input is needed, or after
  /// ``finish()`` where all were returned.
  ///
  /// - Throws: ``HuskError``; what was returned before is not complete then.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    do throws(HuskError) {
      while let frame = try reader.next() {
        guard case .block(let header, _) = frame else { continue }
        progress.rowCount += header.rowCount
        progress.blockCount += 1
      }
    } catch {
      failure = error
      throw error
    }
    let count = pending.count - reader.restByteCount
    guard count > 0 else { return nil }
    let bytes = Array(pending[..<count])
    pending.removeFirst(count)
    progress.inputByteCount += count
    progress.outputByteCount += count
    return bytes
  }
}

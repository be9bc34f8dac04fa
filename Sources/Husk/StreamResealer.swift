// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Seals with the active key of a keyring what was sealed with any of its keys.
///
/// It takes files, messages and documents in the text layout, in an envelope or not, and gives the
/// same back, sealed anew; nothing is decoded. Of files, memory is needed for one block.
public struct StreamResealer: ~Copyable, StreamCoder {
  private let sealing: Sealing
  private let options: DecodeOptions
  private var form = EncodedForm()
  private var files: FileResealer
  private var whole: WholeInput?
  private var isComplete = false
  private var failure: HuskError?

  /// How far the stream has got.
  public private(set) var progress = StreamProgress()

  /// Creates a resealer, or nothing where the keyring has no active key.
  public init?(_ keys: Keyring, limits: Limits = Limits()) {
    guard let key = keys.active else { return nil }
    sealing = Sealing(key)
    options = DecodeOptions(limits: limits, keys: keys, requiresSeal: true)
    files = FileResealer(keys, sealing, limits: limits)
    whole = WholeInput(limits: limits)
  }

  /// Takes sealed bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) { handOn(form.take(bytes)) }

  private mutating func handOn(_ bytes: [UInt8]) {
    switch form.kind {
    case .unknown: break
    case .blocks: files.append(bytes)
    case .whole:
      do throws(HuskError) {
        try whole?.append(bytes)
      } catch { failure = error }
    }
  }

  /// Says that no more bytes will arrive.
  public mutating func finish() {
    handOn(form.finish())
    isComplete = true
    files.finish()
  }

  /// Returns the next sealed bytes, or `nil` where more input is needed, or after ``finish()`` where
  /// all were returned.
  ///
  /// - Throws: ``HuskError``; what was returned before is not complete then.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    do throws(HuskError) {
      switch form.kind {
      case .unknown: return nil
      case .blocks:
        let bytes = try files.next()
        progress.inputByteCount = files.offset
        progress.outputByteCount += bytes?.count ?? 0
        return bytes
      case .whole:
        guard isComplete, var input = whole.take() else { return nil }
        let bytes = input.take()
        let sealed = try Husk.reseal(bytes, sealing, options)
        progress.inputByteCount = bytes.count
        progress.outputByteCount = sealed.count
        return sealed
      }
    } catch {
      failure = error
      throw error
    }
  }
}

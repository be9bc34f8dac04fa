// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Encoded input that arrives in pieces: a file of blocks is read block by block, anything else is kept
/// until it is there whole.
struct EncodedInput: ~Copyable {
  /// The blocks, where it is a file of blocks.
  var blocks: BlockReader
  private var form = EncodedForm()
  private var whole: WholeInput
  private var fault: HuskError?
  /// Whether no more bytes will arrive.
  private(set) var isComplete = false

  /// Creates an input of no bytes yet.
  init(_ options: DecodeOptions) {
    blocks = BlockReader(limits: options.limits, policy: options.sealPolicy)
    whole = WholeInput(limits: options.limits)
  }

  /// Takes bytes that have arrived, cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  mutating func append(_ bytes: [UInt8]) {
    handOn(form.take(bytes))
  }

  /// Says that no more bytes will arrive.
  mutating func finish() {
    handOn(form.finish())
    isComplete = true
    if form.kind == .blocks { blocks.finish() }
  }

  private mutating func handOn(_ bytes: [UInt8]) {
    switch form.kind {
    case .unknown: break
    case .blocks: blocks.append(bytes)
    case .whole:
      do throws(HuskError) {
        try whole.append(bytes)
      } catch { fault = error }
    }
  }

  /// What the input is, as far as can be told.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded`` where there is more to keep than may be.
  func kind() throws(HuskError) -> EncodedForm.Kind {
    if let fault { throw fault }
    return form.kind
  }

  /// Takes out all bytes of what must be there whole, once it is; `nil` before that.
  mutating func takeWhole() -> [UInt8]? {
    isComplete ? whole.take() : nil
  }

  /// Reads bytes as a file of blocks that were found in what had to be there whole.
  mutating func reopen(_ file: [UInt8]) {
    blocks.append(file)
    blocks.finish()
  }
}

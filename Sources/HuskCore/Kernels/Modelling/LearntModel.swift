// SPDX-License-Identifier: Apache-2.0

/// A model of bytes that has learnt a preamble, and comes back to that behind each text.
///
/// To learn takes up to a microsecond for each byte, which short texts are not to take each anew: a file
/// could have many.
final class LearntModel {
  private let preamble: [UInt8]
  private var model: LeafModel<BitExchange>?
  /// The memory of the model.
  private var memory = 0
  /// What the model knows of the last values behind the preamble.
  private var recent: (UInt32, UInt32, UInt32) = (0, 0, 0)

  /// Creates a model that learns when it is first used.
  init(_ preamble: [UInt8]) { self.preamble = preamble }

  /// Codes a text.
  ///
  /// - Parameters:
  ///   - memory: The binary logarithm of the bytes for histories; another one than the last takes the time
  ///     of the preamble.
  ///   - byteCount: The most bytes of the text.
  ///   - code: What codes it, by a model in the state behind the preamble.
  /// - Returns: What `code` returns.
  /// - Complexity: O(*n*) for *n* bytes of text, and of the preamble.
  func use<Result>(
    memory: Int, byteCount: Int, _ code: (inout LeafModel<BitExchange>) -> Result
  ) -> Result {
    var model = takeModel(memory: memory)
    model.historyLimit = model.history.count + byteCount
    let result = code(&model)
    model.rollBack()
    model.recent = recent
    self.model = consume model
    return result
  }

  private func takeModel(memory: Int) -> LeafModel<BitExchange> {
    if let model = model.take(), self.memory == memory { return model }
    var model = LeafModel(
      BitExchange(), ofPiecesIn: memory, textByteCount: preamble.count)
    model.learnPieces(preamble)
    model.keep()
    self.memory = memory
    recent = model.recent
    return model
  }
}

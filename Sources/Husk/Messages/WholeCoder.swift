// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// A coder of input that must be there whole: one message, or one text that becomes one.
package struct WholeCoder: ~Copyable, StreamCoder {
  private let transform: ([UInt8]) throws(HuskError) -> [UInt8]
  private var input: WholeInput?
  private var isComplete = false
  private var failure: HuskError?

  package private(set) var progress = StreamProgress()

  /// Creates a coder that makes its output of all of its input at once.
  package init(
    limits: Limits = Limits(), _ transform: @escaping ([UInt8]) throws(HuskError) -> [UInt8]
  ) {
    self.transform = transform
    input = WholeInput(limits: limits)
  }

  package mutating func append(_ bytes: [UInt8]) {
    do throws(HuskError) {
      try input?.append(bytes)
    } catch { failure = error }
  }

  package mutating func finish() { isComplete = true }

  package mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    guard isComplete, var whole = input.take() else { return nil }
    do throws(HuskError) {
      let bytes = whole.take()
      let output = try transform(bytes)
      progress.inputByteCount = bytes.count
      progress.outputByteCount = output.count
      return output
    } catch {
      failure = error
      throw error
    }
  }
}

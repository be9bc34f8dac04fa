// SPDX-License-Identifier: Apache-2.0

/// All byte strings over an alphabet up to some length, shortest first.
package struct AllInputs: Sequence, IteratorProtocol {
  private let alphabet: [UInt8]
  private let maxCount: Int
  private var digits: [Int] = []
  private var isDone = false

  /// Creates the sequence of all strings over `alphabet` of at most `maxCount` bytes.
  package init(over alphabet: [UInt8], upTo maxCount: Int) {
    self.alphabet = alphabet
    self.maxCount = maxCount
  }

  /// Creates the sequence of all strings over the bytes of `alphabet`.
  package init(over alphabet: String, upTo maxCount: Int) {
    self.init(over: Array(alphabet.utf8), upTo: maxCount)
  }

  /// The next string, or `nil` after the last.
  package mutating func next() -> [UInt8]? {
    guard !isDone else { return nil }
    let result = digits.map { alphabet[$0] }
    var position = digits.count - 1
    while position >= 0, digits[position] == alphabet.count - 1 {
      digits[position] = 0
      position -= 1
    }
    if position >= 0 {
      digits[position] += 1
    } else if digits.count < maxCount {
      digits.append(0)
    } else {
      isDone = true
    }
    return result
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Puts whitespace where no printer would.
struct ScatteringPrinter {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Puts whitespace between some of the tokens of a minified text, and around it.
  consuming func scatter(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = gap()
    var isInString = false
    var isEscaped = false
    for byte in text {
      let isPunctuation = !isInString && Array("[]{}:,".utf8).contains(byte)
      if isPunctuation { output += gap() }
      output.append(byte)
      if isPunctuation { output += gap() }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
    }
    return output + gap()
  }

  /// Changes a few of the line ends of an indented text, as an editor or a careless merge does.
  consuming func edit(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    // A line feed inside a string is always escaped, so each one here is whitespace.
    for byte in text {
      guard byte == 0x0A, random.chance(1, in: 12) else {
        output.append(byte)
        continue
      }
      output += Array(random.pick(["\r\n", "\n\n", " \n", "\n\t", " ", "\n \n    ", "\n  "]).utf8)
    }
    return output
  }

  private mutating func gap() -> [UInt8] {
    guard random.chance(1, in: 3) else { return [] }
    let spaces: [UInt8] = [0x20, 0x20, 0x20, 0x0A, 0x0A, 0x09, 0x0D]
    return (0..<random.pick([1, 1, 1, 2, 3, 17])).map { _ in random.pick(spaces) }
  }
}

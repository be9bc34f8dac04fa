// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// What a JSON number is worth, however it is written: `1.50` and `15e-1` are the same.
///
/// Zeros keep their sign, as they do in IEEE 754.
package struct DecimalNumber: Equatable {
  private var isNegative: Bool
  /// The digits without zeros at either end; none for zero.
  private var digits: [UInt8]
  /// The power of ten that the digits, read as an integer, are multiplied by; 0 for zero.
  private var exponent: Int

  /// Reads a JSON number; `nil` where its exponent is out of all proportion.
  package init?(_ lexeme: [UInt8]) {
    isNegative = lexeme.first == ASCII.minus
    var digits: [UInt8] = []
    var exponent = 0
    var isFraction = false
    var index = isNegative ? 1 : 0
    while index < lexeme.count {
      let byte = lexeme[index]
      index += 1
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        guard lexeme.count - index < 16,
          let power = Int(String(decoding: lexeme[index...], as: UTF8.self))
        else { return nil }
        exponent += power
        break
      } else {
        digits.append(byte)
        if isFraction { exponent -= 1 }
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    self.digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    self.exponent = self.digits.isEmpty ? 0 : exponent
  }
}

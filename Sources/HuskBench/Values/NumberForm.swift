// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// How a binary form can carry a JSON number without loss.
package enum NumberForm: Equatable {
  /// As an integer of up to 64 bits.
  case integer(magnitude: UInt64, isNegative: Bool)
  /// As a double whose shortest decimals are the number.
  case double(Double)
  /// As the text only.
  case text

  /// Finds the form of a number as it is written.
  package init(_ lexeme: [UInt8]) {
    let isNegative = lexeme.first == ASCII.minus
    let text = String(decoding: lexeme, as: UTF8.self)
    if lexeme.dropFirst(isNegative ? 1 : 0).allSatisfy(ASCII.isDigit) {
      if text == "-0" {
        self = .double(-0.0)
      } else if let magnitude = UInt64(text.drop { $0 == "-" }),
        !isNegative || magnitude <= UInt64(Int64.max) + 1
      {
        self = .integer(magnitude: magnitude, isNegative: isNegative)
      } else {
        self = .text
      }
      return
    }
    guard let double = Double(text), double.isFinite,
      let exact = DecimalNumber(lexeme), DecimalNumber(Self.lexeme(double)) == exact
    else {
      self = .text
      return
    }
    self = .double(double)
  }

  /// The shortest decimals that give a double back.
  package static func lexeme(_ double: Double) -> [UInt8] { Array(double.description.utf8) }

  /// A 64-bit integer as it is written.
  package static func lexeme(magnitude: UInt64, isNegative: Bool) -> [UInt8] {
    Array(((isNegative ? "-" : "") + magnitude.description).utf8)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit

/// Makes values at random that come out the same for the same seed.
struct SampleMaker {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func bool() -> Bool { Bool.random(using: &generator) }

  mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_ type: T.Type) -> T {
    let wide = T.random(in: .min ... .max, using: &generator)
    return wide >> T(number(0...T.bitWidth - 1))
  }

  mutating func signed<T: FixedWidthInteger & SignedInteger>(_ type: T.Type) -> T {
    let wide = T.random(in: .min ... .max, using: &generator)
    return wide >> T(number(0...T.bitWidth - 2))
  }

  mutating func double() -> Double {
    switch number(0...4) {
    case 0: Double(number(-1000...1000))
    case 1: Double(number(-100_000...100_000)) / 100
    case 2: Double.random(in: -1...1, using: &generator)
    case 3: Double.random(in: -1e20...1e20, using: &generator)
    default: Self.finite(generator.next())
    }
  }

  /// Any finite double, but not one so small that decoders refuse it.
  private static func finite(_ bits: UInt64) -> Double {
    let value = Double(bitPattern: bits)
    return value.isFinite && value.magnitude > 1e-290 ? value : 0.1
  }

  mutating func string() -> String {
    let pieces = [
      "a", "husk", "é", "日本", "😀", "\"", "\\", "/", "\n", "\u{1}", "\u{7f}", "\u{2028}", " ",
      "0123456789",
    ]
    return (0..<number(0...6)).map { _ in pieces[number(0...pieces.count - 1)] }.joined()
  }

  mutating func event() -> Sample.Event {
    switch number(0...2) {
    case 0: .login
    case 1: .payment(amount: decimal(), currency: "EUR")
    default: .note(string())
    }
  }

  mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in integer(UInt8.self) }
    return unsafe bytes.withUnsafeBytes { unsafe UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  mutating func decimal() -> Decimal { Decimal(number(-1_000_000...1_000_000)) / 1000 }

  mutating func list<T>(_ most: Int, _ make: (inout Self) -> T) -> [T] {
    (0..<number(0...most)).map { _ in make(&self) }
  }

  mutating func customer() -> Sample.Customer {
    Sample.Customer(
      id: integer(UInt64.self), name: string(), email: bool() ? string() : nil, balance: double(),
      rate: Float(number(-9999...9999)) / 64, isActive: bool(),
      status: Sample.Status.allCases[number(0...2)],
      address: Sample.Address(
        street: string(), zip: bool() ? number(0...99999) : nil, position: list(3) { $0.double() }),
      tags: list(3) { $0.string() },
      counts: Dictionary(list(4) { ($0.string(), $0.number(0...9)) }) { first, _ in first },
      events: list(3) { $0.event() },
      created: Date(timeIntervalSince1970: Double(number(0...2_000_000_000))),
      uuid: uuid(), site: bool() ? URL(string: "https://example.com/a?b=\(number(0...9))") : nil,
      price: decimal(), key: Data(list(20) { $0.integer(UInt8.self) }),
      huge: signed(Int128.self), wide: integer(UInt128.self),
      small: list(5) { $0.signed(Int8.self) },
      numbers: Dictionary(list(3) { ($0.number(-9...9), $0.string()) }) { first, _ in first },
      grid: list(3) { $0.list(3) { $0.bool() ? $0.number(0...9) : nil } })
  }

  mutating func integers() -> Sample.Integers {
    Sample.Integers(
      a: signed(Int.self), b: signed(Int8.self), c: signed(Int16.self), d: signed(Int32.self),
      e: signed(Int64.self), f: integer(UInt.self), g: integer(UInt8.self),
      h: integer(UInt16.self), i: integer(UInt32.self), j: integer(UInt64.self),
      k: signed(Int128.self), l: integer(UInt128.self))
  }
}

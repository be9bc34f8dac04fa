// SPDX-License-Identifier: Apache-2.0

/// A currency: how amounts are written, and about what they are worth.
struct Currency {
  /// The code (ISO 4217).
  let code: String
  /// The digits after the point.
  let scale: Int
  /// How many of the smallest units one euro cent is worth, in hundredths.
  private let rate: Int

  /// Creates a currency from its code; one that is not known is worth as much as the euro.
  init(_ code: String) {
    self.code = code
    scale = code == "JPY" ? 0 : 2
    switch code {
    case "USD": rate = 108
    case "GBP": rate = 86
    case "MXN": rate = 1_980
    case "PLN": rate = 430
    case "JPY": rate = 160
    case "CNY": rate = 780
    case "UAH": rate = 4_300
    case "EGP": rate = 5_200
    case "INR": rate = 9_000
    default: rate = 100
    }
  }

  /// A price in the smallest units, rounded up as prices are: `…90`, `…99` or, for yen, tens.
  func price(cents: Int) -> Int {
    let amount = cents * rate / 100
    if scale == 0 { return (amount + 9) / 10 * 10 }
    return rate > 200 ? (amount + 99) / 100 * 100 : amount
  }
}

extension JSONWriter {
  /// Writes a member that is an amount of money, given in the smallest units of the currency.
  mutating func member(_ key: String, amount: Int, in currency: Currency) {
    if currency.scale == 0 {
      member(key, amount)
    } else {
      member(key, decimal: amount, scale: currency.scale)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How much data to make.
package enum DatasetSize: Equatable, Sendable {
  /// This many records.
  case records(Int)
  /// Whole records until there are at least this many bytes.
  case bytes(Int)

  /// Whether there is enough.
  ///
  /// - Parameters:
  ///   - recordCount: The records so far.
  ///   - byteCount: The bytes so far, those of the end included.
  /// - Returns: Whether no further record is wanted.
  package func isReached(recordCount: Int, byteCount: Int) -> Bool {
    switch self {
    case .records(let count): recordCount >= count
    case .bytes(let count): byteCount >= count
    }
  }

  /// Whether there can be so much: a size is not negative.
  var isPossible: Bool {
    switch self {
    case .records(let count), .bytes(let count): count >= 0
    }
  }

  /// Reads a number of bytes as GNU tools do: `K`, `M` and `G` are powers of 1,024, `KB`, `MB` and
  /// `GB` are powers of 1,000.
  ///
  /// - Parameter text: Digits and an optional unit.
  /// - Returns: The number, or `nil` if the text is not one or is too large.
  package static func byteCount(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let factor: Int
    switch text.dropFirst(digits.count).uppercased() {
    case "", "B": factor = 1
    case "K", "KIB": factor = 1 << 10
    case "M", "MIB": factor = 1 << 20
    case "G", "GIB": factor = 1 << 30
    case "KB": factor = 1_000
    case "MB": factor = 1_000_000
    case "GB": factor = 1_000_000_000
    default: return nil
    }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    return isTooLarge ? nil : product
  }
}

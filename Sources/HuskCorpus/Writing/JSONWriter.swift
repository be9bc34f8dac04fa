// SPDX-License-Identifier: Apache-2.0

/// Writes JSON texts into a buffer that its owner empties now and then.
///
/// Numbers are integers or decimals given as an integer and a scale, so no rounding of any machine
/// can show.
package struct JSONWriter {
  /// The whitespace between tokens.
  package enum Whitespace: Equatable, Sendable {
    /// None.
    case none
    /// Every part on a line of its own, indented by two spaces per level.
    case twoSpaces
    /// Every part on a line of its own, indented by a tab per level.
    case tab
  }

  /// The bytes that have been written and not been removed.
  package private(set) var bytes: [UInt8] = []
  /// How many bytes have been removed.
  private var removedByteCount = 0
  private let whitespace: Whitespace
  /// For each container that is open: its closing bracket, and whether it has a part already.
  private var levels: [(close: UInt8, hasParts: Bool)] = []
  private var isAfterKey = false

  /// Creates a writer.
  package init(whitespace: Whitespace) {
    self.whitespace = whitespace
  }

  /// How many bytes have been written in all.
  package var byteCount: Int { removedByteCount + bytes.count }

  /// Empties the buffer, once its bytes are in safety.
  package mutating func removeBytes() {
    removedByteCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: - Containers

  /// Starts an object or array that ``end()`` ends.
  package mutating func beginObject() { begin("{", close: "}") }

  /// Starts an array that ``end()`` ends.
  package mutating func beginArray() { begin("[", close: "]") }

  /// Ends the innermost container that is open.
  package mutating func end() {
    guard let level = levels.popLast() else { preconditionFailure("no container is open") }
    if level.hasParts { startLine() }
    bytes.append(level.close)
  }

  /// Writes an object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    end()
  }

  /// Writes an array whose elements `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginArray()
    body(&self)
    end()
  }

  /// Writes a line feed between or after texts.
  package mutating func newline() {
    bytes.append(0x0A)
  }

  /// Writes a key; its value must follow.
  package mutating func key(_ key: String) {
    startPart()
    appendQuoted(key)
    bytes.append(UInt8(ascii: ":"))
    if whitespace != .none { bytes.append(0x20) }
    isAfterKey = true
  }

  // MARK: - Values

  /// Writes a string.
  package mutating func string(_ value: String) {
    startValue()
    appendQuoted(value)
  }

  /// Writes an integer.
  package mutating func integer(_ value: Int) {
    startValue()
    bytes.appendDecimal(value)
  }

  /// Writes a decimal with `scale` digits after the point.
  ///
  /// - Parameters:
  ///   - mantissa: The value, times ten to the power of `scale`.
  ///   - scale: The number of digits after the point, at least 1.
  ///   - zeros: Whether the last digits are written if they are zeros.
  package mutating func decimal(_ mantissa: Int, scale: Int, zeros: TrailingZeros = .kept) {
    startValue()
    bytes.appendDecimal(mantissa, scale: scale, zeros: zeros)
  }

  /// Writes the number of 32 bits that is nearest to `dividend` divided by two to the power of `exponent`,
  /// with the digits that tell it from all numbers of 64 bits.
  ///
  /// Both steps are exact or rounded by IEEE 754, so that the digits are the same on every machine.
  package mutating func single(_ dividend: Int, over exponent: Int) {
    startValue()
    let number = Float(dividend) * Float(sign: .plus, exponent: -exponent, significand: 1)
    bytes.append(contentsOf: Double(number).description.utf8)
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    startValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes `null`.
  package mutating func null() {
    startValue()
    bytes.append(contentsOf: "null".utf8)
  }

  // MARK: - Between tokens

  private mutating func begin(_ open: Unicode.Scalar, close: Unicode.Scalar) {
    startValue()
    bytes.append(UInt8(ascii: open))
    levels.append((UInt8(ascii: close), false))
  }

  private mutating func startValue() {
    if isAfterKey { isAfterKey = false } else { startPart() }
  }

  private mutating func startPart() {
    guard let last = levels.indices.last else { return }
    if levels[last].hasParts { bytes.append(UInt8(ascii: ",")) }
    levels[last].hasParts = true
    startLine()
  }

  private mutating func startLine() {
    guard whitespace != .none else { return }
    bytes.append(0x0A)
    for _ in levels {
      if whitespace == .tab {
        bytes.append(0x09)
      } else {
        bytes.append(0x20)
        bytes.append(0x20)
      }
    }
  }

  private mutating func appendQuoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

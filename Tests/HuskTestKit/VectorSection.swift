// SPDX-License-Identifier: Apache-2.0

/// One section of a ``VectorFile``.
struct VectorSection {
  /// How a body is written.
  private enum Notation: String { case hex, escaped }

  /// The first word of the heading.
  let name: String
  /// The bytes that the body stands for.
  let body: [UInt8]

  /// Whether a line starts a section.
  static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 6 && line.starts(with: Array("-- ".utf8))
      && line.suffix(3).elementsEqual(Array(" --".utf8))
  }

  /// Reads a section from its lines, heading first.
  ///
  /// - Parameters:
  ///   - lines: The lines, without their line feeds.
  ///   - firstLine: The number of the heading's line in the file, counted from 1.
  /// - Throws: ``VectorFile/Failure`` for a malformed heading or body.
  init(
    _ lines: ArraySlice<ArraySlice<UInt8>>, firstLine: Int
  ) throws(VectorFile.Failure) {
    let heading = String(decoding: lines.first ?? [], as: UTF8.self)
    let words = heading.dropFirst(3).dropLast(3).split(separator: " ")
    guard let name = words.first, words.count <= 2 else {
      throw VectorFile.Failure(line: firstLine, "'\(heading)' is not '-- name --'")
    }
    self.name = String(name)
    let bodyLines = lines.dropFirst()
    guard words.count == 2 else {
      body = Array(bodyLines.joined(separator: [0x0A]))
      return
    }
    guard let notation = Notation(rawValue: String(words[1])) else {
      throw VectorFile.Failure(line: firstLine, "'\(words[1])' is not a way to write a section")
    }
    var body: [UInt8] = []
    for (line, number) in zip(bodyLines, (firstLine + 1)...) {
      guard let bytes = notation == .hex ? Self.bytes(hex: line) : Self.bytes(escaped: line) else {
        throw VectorFile.Failure(line: number, "this is not \(notation.rawValue) text")
      }
      body += bytes
    }
    self.body = body
  }

  /// The bytes of a line of hexadecimal digit pairs, or `nil` if it is not one.
  private static func bytes(hex line: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = line.prefix { $0 != UInt8(ascii: "#") }.filter {
      ![0x20, 0x09, 0x0D].contains($0)
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(hexDigit: digits[index]), let low = value(hexDigit: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The bytes of a line with escapes, or `nil` if one is malformed.
  private static func bytes(escaped line: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst().flatMap(value(hexDigit:)),
          let low = rest.popFirst().flatMap(value(hexDigit:))
        else { return nil }
        bytes.append(high << 4 | low)
      default: return nil
      }
    }
    return bytes
  }

  private static func value(hexDigit byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

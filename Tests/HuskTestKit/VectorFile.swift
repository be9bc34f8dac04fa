// SPDX-License-Identifier: Apache-2.0

/// A conformance vector: a header, an empty line, and named sections.
///
/// The header is lines of `key: value`. A section starts with a line `-- name --`, and a word after
/// the name says how its body is written:
///
/// | Line              | Body                                                                    |
/// |-------------------|-------------------------------------------------------------------------|
/// | `-- a --`         | Text, kept exactly; the last newline belongs to the file, not to it      |
/// | `-- a hex --`     | Hexadecimal bytes; whitespace and `#` comments are ignored              |
/// | `-- a escaped --` | Text with `\n`, `\r`, `\t`, `\\` and `\xNN`; line breaks are ignored    |
package struct VectorFile: Sendable, Equatable {
  /// The keys that a header may have.
  package enum Key: String, CaseIterable, Sendable {
    /// `success` or the word for the error; required.
    case expect
    /// The offset of the error, in bytes.
    case offset
    /// The line of the error, counted from 1.
    case line
    /// The column of the error in bytes, counted from 1.
    case column
    /// The section of SPEC.md that the vector is about.
    case spec
    /// The format version that introduced what the vector shows.
    case since
    /// `no` where an encoder never writes these bytes; else `yes`.
    case canonical
    /// The options of the operation, as words separated by spaces.
    case options
    /// What an implementation may lack, as words separated by spaces.
    case needs
    /// Why the vector is there; may stand more than once.
    case comment
  }

  /// What is wrong with a file.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The line at fault, counted from 1.
    package var line: Int
    /// What was found.
    package var reason: String

    /// Creates a failure from a line, counted from 1, and what was found there.
    package init(line: Int, _ reason: String) {
      self.line = line
      self.reason = reason
    }

    /// The line and what was found there.
    package var description: String { "line \(line): \(reason)" }
  }

  /// The values of the header.
  package private(set) var header: [Key: String] = [:]
  /// The bodies of the sections.
  package private(set) var sections: [String: [UInt8]] = [:]

  /// The bytes of a section, or `nil` if there is none of that name.
  package subscript(_ section: String) -> [UInt8]? { sections[section] }

  /// `success` or the word for the error.
  package var expect: String { header[.expect] ?? "" }
  /// The offset of the error, in bytes.
  package var offset: Int? { header[.offset].flatMap { Int($0) } }
  /// The line of the error, counted from 1.
  package var line: Int? { header[.line].flatMap { Int($0) } }
  /// The column of the error in bytes, counted from 1.
  package var column: Int? { header[.column].flatMap { Int($0) } }
  /// Whether an encoder writes exactly these bytes.
  package var isCanonical: Bool { header[.canonical] != "no" }
  /// The options of the operation.
  package var options: [String] { words(.options) }
  /// What an implementation may lack.
  package var needs: [String] { words(.needs) }

  /// Parses a vector.
  ///
  /// - Parameter bytes: The file, in UTF-8 with LF line ends.
  /// - Throws: ``Failure`` for an unknown or repeated key, a value that does not fit its key, a
  ///   missing `expect`, a repeated or malformed section, and text that belongs to no section.
  package init(parsing bytes: [UInt8]) throws(Failure) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    var index = 0
    while index < lines.count, !lines[index].isEmpty {
      try readHeaderLine(String(decoding: lines[index], as: UTF8.self), number: index + 1)
      index += 1
    }
    guard header[.expect] != nil else { throw Failure(line: 1, "there is no key 'expect'") }
    index += 1
    guard index >= lines.count || VectorSection.isHeading(lines[index]) else {
      throw Failure(line: index + 1, "no section starts here")
    }
    while index < lines.count, VectorSection.isHeading(lines[index]) {
      let start = index
      index += 1
      while index < lines.count, !VectorSection.isHeading(lines[index]) { index += 1 }
      let section = try VectorSection(lines[start..<index], firstLine: start + 1)
      guard sections.updateValue(section.body, forKey: section.name) == nil else {
        throw Failure(line: start + 1, "section '\(section.name)' stands twice")
      }
    }
  }

  private mutating func readHeaderLine(_ line: String, number: Int) throws(Failure) {
    let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Failure(line: number, "'\(line)' is not 'key: value'") }
    guard let key = Key(rawValue: String(parts[0])) else {
      throw Failure(line: number, "unknown key '\(parts[0])'")
    }
    let value = String(parts[1])
    guard Self.isValue(value, of: key) else {
      throw Failure(line: number, "'\(value)' is no value for '\(key.rawValue)'")
    }
    if key == .comment, let earlier = header[key] {
      header[key] = earlier + "\n" + value
    } else if header.updateValue(value, forKey: key) != nil {
      throw Failure(line: number, "key '\(key.rawValue)' stands twice")
    }
  }

  private static func isValue(_ value: String, of key: Key) -> Bool {
    switch key {
    case .offset, .line, .column: (Int(value) ?? -1) >= 0
    case .canonical: ["yes", "no"].contains(value)
    default: !value.isEmpty
    }
  }

  private func words(_ key: Key) -> [String] {
    (header[key] ?? "").split(separator: " ").map(String.init)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The members of a file in the text layout, read and checked (SPEC §6.1 Members).
package struct TextFile {
  /// The template.
  package var template = Template(shapes: [], root: .any)
  /// The number of JSON texts.
  package var textCount = 1
  /// The check of the document (SPEC §7 Checks).
  package var check: UInt32 = 0
  /// The gaps that are not as predicted.
  package var gaps = GapList()
  /// The tape index of the array of values.
  package var values = 0

  /// Reads the members of the file whose tokens a reader holds.
  ///
  /// - Throws: ``HuskError`` with the place of the member at fault.
  /// - Complexity: O(*n*) for *n* bytes outside the values.
  package init(_ reader: borrowing TextReader, limits: Limits) throws(HuskError) {
    guard reader.kind(0) == .openObject else {
      throw reader.error(.notHusk, at: 0, "this is JSON, but nothing that Husk encoded")
    }
    var members: [String: Int] = [:]
    try reader.forEachMember(0) { (name, _, value) throws(HuskError) in
      members[name] = value
    }
    guard let version = members.removeValue(forKey: "husk") else {
      throw reader.error(.notHusk, at: 0, "this is JSON, but nothing that Husk encoded")
    }
    guard try reader.count(version) == TextEncoder.version else {
      throw reader.error(
        .unsupportedVersion, at: version, "the file is of a format version that is not supported")
    }
    template = try reader.template(try take("template", &members, reader), limits: limits)
    check = try reader.check(try take("check", &members, reader))
    values = try take("values", &members, reader)
    guard reader.kind(values) == .openArray else {
      throw reader.error(.invalidMember, at: values, "\"values\" is not an array")
    }
    if let texts = members.removeValue(forKey: "texts") { textCount = try reader.count(texts) }
    if let gaps = members.removeValue(forKey: "gaps") { self.gaps = try reader.gaps(gaps) }
    // A member that is not known may change what the others mean.
    if let (name, index) = members.min(by: { $0.value < $1.value }) {
      throw reader.error(.invalidMember, at: index - 1, "member \"\(name)\" is not known")
    }
  }

  private func take(
    _ name: String, _ members: inout [String: Int], _ reader: borrowing TextReader
  ) throws(HuskError) -> Int {
    guard let index = members.removeValue(forKey: name) else {
      throw reader.error(.invalidMember, at: 0, "member \"\(name)\" is missing")
    }
    return index
  }
}

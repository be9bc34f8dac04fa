// SPDX-License-Identifier: Apache-2.0

internal import Husk

/// What a `husk_template` is: a template, and what is known of it.
final class TemplateHandle {
  /// The template.
  let template: MessageTemplate
  /// Its identity, in digits.
  let id: CText
  /// Its name, or nothing.
  let name: CText
  private let title: String
  /// Its version, or 0.
  let version: UInt64
  /// When it should be refreshed, or -1.
  let expires: Int64

  /// Keeps a template.
  init(
    _ template: MessageTemplate, name: String = "", version: UInt64 = 0, expires: Int64? = nil
  ) {
    self.template = template
    self.name = CText(name)
    title = name
    self.version = version
    self.expires = expires ?? -1
    id = CText(template.id.description)
  }

  /// The bytes of its file.
  var file: [UInt8] {
    // What came with a name came from where names are checked.
    TemplateFile(template, name: title, version: version)?.bytes ?? []
  }

  /// Keeps the template of a record.
  convenience init(_ record: TemplateRecord) throws(Failure) {
    let template = try Failure.ofCodec { () throws(HuskError) in
      try MessageTemplate(content: record.content)
    }
    self.init(
      template, name: record.name, version: record.version, expires: record.expires)
  }
}

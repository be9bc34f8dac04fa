// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What is told about a message without its text.
package struct MessageInspection {
  /// What the input is called.
  package let name: String
  /// What stands around the values.
  package let form: MessageForm
  /// The identity of the template, or its start.
  package let id: String
  /// What the store calls the template, if it has it.
  package let title: String?
  /// The number of bytes of the message.
  package let encodedByteCount: Int
  /// The number of bytes of its values.
  package let valueByteCount: Int
  /// The number of bytes of the text, where the template is at hand.
  package let decodedByteCount: Int?

  /// Describes a message.
  ///
  /// - Parameters:
  ///   - message: The message, in a form that says what it is.
  ///   - name: What it is called.
  ///   - title: What the store calls its template, if it has it.
  ///   - decodedByteCount: The number of bytes of its text, where it could be decoded.
  /// - Throws: ``HuskError`` where it is damaged.
  package init(
    _ message: [UInt8], name: String, title: String?, decodedByteCount: Int?
  ) throws(HuskError) {
    let parts = try MessageParts(message)
    self.name = name
    form = parts.form
    id = parts.template.map { "\($0.id)" } ?? Hexadecimal.string(parts.templateID)
    self.title = title
    encodedByteCount = message.count
    valueByteCount = parts.valueByteCount
    self.decodedByteCount = decodedByteCount
  }

  /// One line of JSON.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("file")
      writer.text(name)
      writer.name("layout")
      writer.text("row")
      writer.name("form")
      writer.text(form.rawValue)
      writer.name("template")
      writer.text(id)
      writer.name("templateName")
      if let title { writer.text(title) } else { writer.null() }
      writer.name("encodedByteCount")
      writer.integer(encodedByteCount)
      writer.name("valueByteCount")
      writer.integer(valueByteCount)
      writer.name("decodedByteCount")
      if let decodedByteCount { writer.integer(decodedByteCount) } else { writer.null() }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

// SPDX-License-Identifier: Apache-2.0

public import HuskCore

extension MessageDecoder {
  /// Creates a decoder of messages whose templates are in a store.
  ///
  /// - Parameters:
  ///   - store: Where templates are looked up by their identity, expired ones too.
  ///   - options: The limits in force, and the keys of sealed messages.
  public convenience init(
    store: any TemplateStore, options: DecodeOptions = DecodeOptions()
  ) {
    self.init(options: options) { id throws(HuskError) in
      try store.messageTemplate(id, limits: options.limits).template
    }
  }
}

extension TemplateStore {
  /// Looks up the template of a message by the start of its identity.
  ///
  /// - Parameters:
  ///   - id: The start of the identity.
  ///   - limits: The limits of the template.
  ///   - name: What messages call the store, where they name it.
  /// - Returns: What the store notes of the template, and the template.
  /// - Throws: ``HuskError/Code/unknownTemplate`` where the store has it not, or cannot be asked; what
  ///   reading a template throws where the content is none.
  package func messageTemplate(
    _ id: [UInt8], limits: Limits, storeName name: String? = nil
  ) throws(HuskError) -> (entry: TemplateEntry, template: MessageTemplate) {
    let record: TemplateRecord?
    do throws(TemplateStoreError) {
      record = try template(matching: TemplateIDPrefix(bytes: id))
    } catch { throw HuskError(unknownTemplate: id, error.description) }
    guard let record else {
      throw HuskError(unknownTemplate: id, name.map { "\($0) does not have it" })
    }
    return (record.entry, try MessageTemplate(content: record.content, limits: limits))
  }
}

// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Husk as a program calls it that has more than one document: bytes in, bytes out.
package final class HuskStage: Stage {
  private var encoder: DocumentEncoder
  private var decoder = DocumentDecoder()

  /// Creates a stage.
  package init(_ options: EncodeOptions) {
    encoder = DocumentEncoder(options: options)
  }

  package func encode(_ text: [UInt8]) throws -> [UInt8] { try encoder.encode(json: text) }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    try decoder.decode(bytes)
  }
}

/// Messages of Husk with a template that both sides have.
package final class MessageStage: Stage {
  private var coder: MessageCoder
  private let form: MessageForm

  /// Creates a stage.
  package init(_ template: MessageTemplate, form: MessageForm) {
    coder = MessageCoder(template)
    self.form = form
  }

  /// Trains a template with the default options.
  ///
  /// - Throws: ``HuskError`` where a sample is not JSON.
  package static func template(from samples: [[UInt8]]) throws(HuskError) -> MessageTemplate {
    var trainer = TemplateTrainer()
    for sample in samples { try trainer.add(sample) }
    return try trainer.train()
  }

  package func encode(_ text: [UInt8]) throws -> [UInt8] { try coder.encode(text, as: form) }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] { try coder.decode(bytes) }
}

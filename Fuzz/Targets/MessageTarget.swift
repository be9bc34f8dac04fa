// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a message template and the values of a message, without what stands around them.
  ///
  /// The check of the message is computed once the values are decoded; then the message has to decode
  /// to the same in all forms, and what came out has to come back when it is encoded.
  static let message = FuzzTarget("message", upTo: 4096) { material in
    MessageTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    let content = input.part()
    let values = input.all()
    let template: MessageTemplate
    if content.isEmpty {
      template = MessageTarget.sample
    } else {
      guard let found = try? MessageTemplate(content: content, limits: .fuzzing) else { return }
      template = found
    }
    try MessageTarget.check(values, template)
  }
}

private enum MessageTarget {
  /// A template that is learnt, for inputs that bring none.
  static let sample: MessageTemplate = {
    guard let template = try? SampleMessages.template() else {
      preconditionFailure("messages of the library's own make a template")
    }
    return template
  }()

  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    let vectors = material.vectors("row").compactMap { vector -> [UInt8]? in
      guard let template = vector["template"], let message = vector["message"] else { return nil }
      return FuzzRecord.making {
        $0.part(template)
        $0.all(Array(message.dropFirst(MessageParts.isMessage(message) ? 14 : 3)))
      }
    }
    var coder = MessageCoder(sample)
    let own = (0..<20).compactMap { number in
      (try? coder.encode(SampleMessages.message(number * 37), as: .bare)).map { message in
        FuzzRecord.making {
          $0.part([])
          $0.all(Array(message.dropFirst(3)))
        }
      }
    }
    return vectors + own
  }

  static func check(_ values: [UInt8], _ template: MessageTemplate) throws(Finding) {
    let decoded = try Finding.unlessRefused { () throws(HuskError) in
      var codec = RowCodec(template, limits: .fuzzing)
      let bytes = PaddedBytes(values)
      return try codec.decode(bytes.source, ByteRange(offset: 0, count: values.count))
    }
    guard let text = decoded else { return }
    let check = FileBuilder.integer(
      Checksum.crc32(PaddedBytes(text), seed: Checksum.crc32(PaddedBytes(template.id.bytes))))
    var coder = MessageCoder(template, limits: .fuzzing)
    let starts: [[UInt8]] = [
      Array(check.prefix(3)), [0xFD, 0x4D] + template.id.bytes.prefix(8) + check,
    ]
    for start in starts {
      let decoded = try Finding.unlessGiven("decoding as a message") { () throws(HuskError) in
        try coder.decode(start + values)
      }
      try Finding.unless(decoded == text, "a message decodes to other bytes than its values")
    }
    // Values of a template can be texts that are no JSON; who encodes them is told so.
    var tokenizer = Tokenizer(limits: .fuzzing)
    guard (try? tokenizer.tokenize(PaddedBytes(text), as: .json)) != nil else { return }
    for form in MessageForm.allCases {
      let same = try Finding.unlessGiven("encoding again") { () throws(HuskError) in
        try coder.decode(try coder.encode(text, as: form))
      }
      try Finding.unless(same == text, "what was decoded does not come back")
    }
  }
}

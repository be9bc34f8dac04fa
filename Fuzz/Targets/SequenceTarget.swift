// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a sequence of messages, or a document of lines that becomes one.
  ///
  /// Bytes of any kind must not go wrong. Lines are encoded with a template that is learnt from the
  /// first of them, and have to come back, each as a message and all as a sequence.
  static let sequence = FuzzTarget("sequence", upTo: 4096) { material in
    material.sections("sequence", of: "sequence").map { [0] + $0 }
      + material.texts.map { [1, 0] + $0 }
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    if input.choice(of: 2) == 0 {
      try SequenceTarget.decode(input.all())
    } else {
      try SequenceTarget.check(input.document())
    }
  }
}

private enum SequenceTarget {
  private static let decodeOptions = DecodeOptions.fuzzing

  private static func decoder(_ template: MessageTemplate?) -> MessageDecoder {
    MessageDecoder(template, options: decodeOptions) { id throws(HuskError) in
      guard let template, template.id.bytes.starts(with: id) else {
        throw HuskError(.unknownTemplate, "no other template is here")
      }
      return template
    }
  }

  static func decode(_ sequence: [UInt8]) throws(Finding) {
    let decode = { (pieceByteCount: Int) in
      outcome { () throws(HuskError) in
        var stream = MessageStreamDecoder(decoder(nil), limits: .fuzzing)
        return try stream.run(sequence, in: pieceByteCount)
      }
    }
    let whole = decode(1 << 20)
    if case .failure(let error) = whole { try Finding.unlessClear(error, count: .max) }
    try Finding.unlessSame(whole, decode(1), "a sequence whole and byte by byte")
    // One message alone is also what a file may be.
    _ = outcome { () throws(HuskError) in
      try EncodedDescription.json(sequence, options: decodeOptions, messages: decoder(nil))
    }
  }

  static func check(_ document: [UInt8]) throws(Finding) {
    let lines = document.split(separator: 0x0A).prefix(40).map(Array.init)
    var trainer = TemplateTrainer(
      options: TrainingOptions(byteBudget: 4096, minSupport: 2, limits: .fuzzing))
    var tokenizer = Tokenizer(limits: .fuzzing)
    let texts = lines.filter {
      (try? tokenizer.tokenize(PaddedBytes($0), as: .json)) != nil
    }
    for text in texts.prefix(10) {
      _ = try Finding.unlessGiven("learning") { () throws(HuskError) in try trainer.add(text) }
    }
    guard !texts.isEmpty else { return }
    // Templates have limits; that one was exceeded is all that can be wrong.
    let learnt = try Finding.unlessRefused { () throws(HuskError) in try trainer.train() }
    guard let template = learnt else { return }
    let same = try Finding.unlessGiven("reading a template") { () throws(HuskError) in
      try MessageTemplate(content: template.content)
    }
    try Finding.unless(same == template, "a template does not come back")
    try check(texts, template)
    try checkStream(Array(texts.joined(separator: [0x0A])), template)
  }

  private static func check(_ texts: [[UInt8]], _ template: MessageTemplate) throws(Finding) {
    var coder = MessageCoder(template, limits: .fuzzing)
    for text in texts {
      for form in [MessageForm.bare, .referenced] {
        let same = try Finding.unlessGiven("a message") { () throws(HuskError) in
          try coder.decode(try coder.encode(text, as: form))
        }
        try Finding.unless(same == text, "a message does not come back")
      }
    }
  }

  private static func checkStream(_ text: [UInt8], _ template: MessageTemplate) throws(Finding) {
    // Carriage returns and what else stands around texts belong to their lines, which have to be one
    // text each.
    let sequence = outcome { () throws(HuskError) in
      var encoder = MessageStreamEncoder(template, form: .referenced, limits: .fuzzing)
      return try encoder.run(text, in: 30)
    }
    guard case .success(let bytes) = sequence else { return }
    let same = try Finding.unlessGiven("decoding a sequence") { () throws(HuskError) in
      var stream = MessageStreamDecoder(decoder(template), limits: .fuzzing)
      return try stream.run(bytes, in: 7)
    }
    try Finding.unless(same == text, "a sequence does not come back")
  }
}

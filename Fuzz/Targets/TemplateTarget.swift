// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is the canonical bytes of a template of files or of messages, a template file, or the
  /// content of one, whose check is mended.
  static let template = FuzzTarget("template", upTo: 4096) { material in
    TemplateTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    switch input.choice(of: 4) {
    case 0: try TemplateTarget.structure(input.all())
    case 1: try TemplateTarget.message(input.all())
    case 2: try TemplateTarget.file(input.all())
    default:
      var bytes: [UInt8] = [0xFD, 0x50]
      let name = input.part()
      let payload = input.part()
      bytes += FileBuilder.varint(name.count) + name + FileBuilder.varint(input.number())
      bytes += FileBuilder.varint(payload.count) + payload
      try TemplateTarget.file(bytes + FileBuilder.integer(Checksum.crc32(bytes.span)))
    }
  }
}

private enum TemplateTarget {
  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    let files = material.encoded([.fuzzing(.column, Effort(level: 6))])
    let structures =
      material.sections("canonical", of: "template")
      + files.flatMap { BlockParts.blocks(of: $0, .columns) }.map(\.template)
    let messages = material.sections("template", of: "row")
    let wrapped = messages.map { content in
      FuzzRecord.making {
        $0.all([3])
        $0.part(Array("orders".utf8))
        $0.part([0] + content)
        $0.number(1)
      }
    }
    return structures.map { [0] + $0 } + messages.map { [1] + $0 }
      + material.sections("file", of: "template-file").map { [2] + $0 } + wrapped
  }

  static func structure(_ bytes: [UInt8]) throws(Finding) {
    let read = try Finding.unlessRefused(of: bytes.count) { () throws(HuskError) in
      try TemplateEncoding.decode(bytes, limits: .fuzzing)
    }
    let plan = try Finding.unlessRefused(of: bytes.count) { () throws(HuskError) in
      try TemplatePlan(canonical: bytes, limits: .fuzzing)
    }
    try Finding.unless(
      (plan == nil) == (read == nil), "one reader of templates takes what the other one refuses")
    guard let template = read, let plan else { return }
    try Finding.unless(
      plan.nodes.count == TemplatePlan(template).nodes.count, "a plan has other slots")
    let canonical = TemplateEncoding.encode(template)
    let same = try Finding.unlessGiven("reading canonical bytes") { () throws(HuskError) in
      try TemplateEncoding.decode(canonical, limits: .fuzzing)
    }
    try Finding.unless(same == template, "a template does not come back")
    try Finding.unless(
      TemplateEncoding.encode(same) == canonical, "canonical bytes change when read")
    let program = RowProgram(TemplatePlan(template), depthLimit: Limits.fuzzing.depth)
    try Finding.unless(program.operations.count > 0, "a template without a program")
  }

  static func message(_ bytes: [UInt8]) throws(Finding) {
    let read = try Finding.unlessRefused(of: bytes.count) { () throws(HuskError) in
      try MessageTemplate(content: bytes, limits: .fuzzing)
    }
    guard let template = read else { return }
    let content = template.content
    let same = try Finding.unlessGiven("reading content") { () throws(HuskError) in
      try MessageTemplate(content: content, limits: .fuzzing)
    }
    try Finding.unless(same == template, "a message template does not come back")
    try Finding.unless(same.id == template.id, "a message template has two identities")
    var coder = MessageCoder(template, limits: .fuzzing)
    for text in [#"{"id":1,"name":"a"}"#, "[1,2]", "null", #""x""#] {
      let text = Array(text.utf8)
      let decoded = try Finding.unlessGiven("a message") { () throws(HuskError) in
        try coder.decode(try coder.encode(text))
      }
      try Finding.unless(decoded == text, "a message does not come back")
    }
  }

  static func file(_ bytes: [UInt8]) throws(Finding) {
    let read = try Finding.unlessRefused(of: bytes.count) { () throws(HuskError) in
      try TemplateFile(bytes, limits: .fuzzing)
    }
    guard let file = read else { return }
    let same = try Finding.unlessGiven("reading a template file") { () throws(HuskError) in
      try TemplateFile(file.bytes, limits: .fuzzing)
    }
    try Finding.unless(same == file, "a template file does not come back")
    guard let template = try? file.template(limits: .fuzzing) else { return }
    try message(template.content)
  }
}

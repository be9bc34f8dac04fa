// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

extension Command {
  /// `husk mask`.
  package static let mask = Command(
    "mask", summary: "seal short strings for addresses",
    details: [
      """
      Prints a mask for each TEXT, or for each line of standard input: letters, digits, '-' and '_' \
      that only the key opens, to stand in an address in place of a number or a name. The same TEXT has \
      the same mask, unless key, context or expiry are others.
      """,
      """
      --context says what masks are for; they open for the same context only. Masks do not hide how long \
      TEXT is, and who has one can use it: it is no substitute for asking who may see what it names.
      """,
    ],
    operands: [
      Operand(name: "TEXT", count: .any, kind: .text, summary: "what to seal")
    ],
    options: [MaskOptions.key, MaskOptions.context, MaskOptions.expires],
    examples: [
      Example(
        line: "husk mask --key husk.key --context orders 48213",
        effect: "Prints a mask of 30 letters"),
      Example(
        line: "husk mask --key husk.key --expires 7d report.pdf",
        effect: "Makes one that is good for a week"),
    ]
  ) { arguments, io throws(ToolError) in
    let mask = try MaskOptions.mask(arguments, io)
    let age = arguments.value(of: MaskOptions.expires).flatMap(TemplateOptions.seconds)
    let expiry = age.map { io.date + $0 }
    return try MaskOptions.transform(arguments, io) { text throws(HuskError) in
      try mask.seal(text, expiry: expiry)
    }
  }

  /// `husk unmask`.
  package static let unmask = Command(
    "unmask", summary: "open what 'husk mask' sealed",
    details: [
      """
      Prints what each MASK stands for, or each line of standard input. A MASK that was made with another \
      key or for another context, was changed or has expired is an error.
      """
    ],
    operands: [
      Operand(name: "MASK", count: .any, kind: .mask, summary: "what 'husk mask' printed")
    ],
    options: [MaskOptions.key, MaskOptions.context],
    examples: [
      Example(
        line: "husk unmask --key husk.key --context orders <masks.txt",
        effect: "Prints what each line stands for")
    ]
  ) { arguments, io throws(ToolError) in
    let mask = try MaskOptions.mask(arguments, io)
    let now = io.date
    return try MaskOptions.transform(arguments, io) { text throws(HuskError) in
      try mask.open(text, at: now)
    }
  }
}

/// The options of `husk mask` and `husk unmask`, and what both do.
private enum MaskOptions {
  static let key = Option(
    "key", value: Option.Value(name: "FILE", kind: .file),
    summary: "the key file: its active key seals, and all of its keys open")
  static let context = Option(
    "context", value: Option.Value(name: "NAME", kind: .text),
    summary: "what the masks are for (default: nothing)")
  static let expires = Option(
    "expires", value: Option.Value(name: "AGE", kind: .duration),
    summary: "let the masks expire after AGE, such as 12h or 7d (default: never)")

  static func mask(
    _ arguments: ParsedArguments, _ io: any ToolIO
  ) throws(ToolError) -> PathMask {
    guard let path = arguments.value(of: key) else {
      throw .usage("masks need a key", hint: "name a key file with --key")
    }
    return PathMask(
      try KeyOptions.keyring(path, io), context: arguments.value(of: context) ?? "")
  }

  /// Prints a line for each operand, or for each line of standard input.
  static func transform(
    _ arguments: ParsedArguments, _ io: any ToolIO,
    _ body: (String) throws(HuskError) -> String
  ) throws(ToolError) -> ExitStatus {
    let texts = arguments.operands.isEmpty ? try lines(io) : arguments.operands
    for text in texts {
      let output: String
      do throws(HuskError) {
        output = try body(text)
      } catch { throw ToolError(error.description, in: text) }
      try io.print(output + "\n")
    }
    return .success
  }

  private static func lines(_ io: any ToolIO) throws(ToolError) -> [String] {
    let source = try Source(nil, io: io)
    var input = WholeInput(limits: Limits())
    while true {
      let bytes = try source.read()
      if bytes.isEmpty { break }
      do throws(HuskError) {
        try input.append(bytes)
      } catch { throw ToolError(error.description, in: source.name) }
    }
    var lines = input.take()
      .split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map { Array($0) }
    // The last line ends, too.
    if lines.last?.isEmpty == true { lines.removeLast() }
    var texts: [String] = []
    for line in lines {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw ToolError("a line is not UTF-8", in: source.name)
      }
      texts.append(text)
    }
    return texts
  }
}

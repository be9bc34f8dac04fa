// SPDX-License-Identifier: Apache-2.0

import HuskCore

extension Command {
  /// `husk encode`.
  package static let encode = Command(
    "encode", summary: "make JSON compact",
    details: [
      """
      Encodes INPUT, one JSON text or a sequence of them (NDJSON, JSON Lines), without losing a \
      byte of it. A file becomes INPUT\(Layout.text.fileNameSuffix), standard input goes to \
      standard output; -o and -c choose otherwise.
      """
    ],
    operand: Transformation.operand,
    options: Transformation.options + [.layout, .input, .minify],
    examples: [
      Example(line: "husk encode tweets.json", effect: "Writes tweets.json.husk.json"),
      Example(
        line: "husk encode --minify < log.ndjson > log.husk.json",
        effect: "Drops whitespace that means nothing, too"),
    ]
  ) { arguments, io throws(ToolError) in
    let options = EncodeOptions(
      layout: arguments.choice(of: .layout, standard: EncodeOptions().layout),
      input: arguments.choice(of: .input, standard: EncodeOptions().input),
      whitespace: arguments.has(.minify) ? .minified : .preserved)
    let transformation = Transformation(
      content: options.layout.content,
      outputPath: { path in path + options.layout.fileNameSuffix },
      body: { json throws(HuskError) in try Husk.encode(json: json, options: options) },
      hint: hint)
    return try transformation.run(arguments, io)
  }

  private static func hint(_ error: HuskError) -> String? {
    switch error.code {
    case .emptyInput: "--input ndjson takes an empty sequence"
    case .extraText: "--input ndjson takes a sequence of texts"
    default: nil
    }
  }
}

extension Option {
  /// The layout of the result; every ``Layout`` is a choice.
  package static let layout = Option(
    "layout", value: choice("LAYOUT", among: Layout.self, standard: EncodeOptions().layout),
    summary: "how template and values are laid out")
  /// What the input is; every ``InputForm`` is a choice.
  package static let input = Option(
    "input", value: choice("FORM", among: InputForm.self, standard: EncodeOptions().input),
    summary: "what INPUT is, one text or a sequence")
  /// Asks for ``WhitespaceHandling/minified``.
  package static let minify = Option(
    "minify", summary: "drop whitespace that means nothing")

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, among: Choice.Type, standard: Choice
  ) -> Value {
    Value(
      name: name, kind: .choice(Choice.allCases.map(\.rawValue)), standard: standard.rawValue)
  }
}

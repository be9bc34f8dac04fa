// SPDX-License-Identifier: Apache-2.0

public import HuskCore

extension Husk {
  /// Describes encoded bytes as people read them: types, fields, and what the template says.
  ///
  /// - Parameters:
  ///   - bytes: A file, a document in the text layout, or a message, whole.
  ///   - printOptions: How much is shown; by default so much as fits a few screens.
  ///   - options: How to decode.
  ///   - messages: What decodes a message; without it, only one that brings its template is described.
  /// - Returns: Lines, as ``ValuePrinter`` writes them.
  /// - Throws: ``HuskError`` where what is shown is damaged, or a key or template is missing.
  /// - Complexity: O(*n* + *m*) for *n* encoded bytes and *m* bytes of text of blocks that are shown.
  public static func describe(
    _ bytes: [UInt8], showing printOptions: PrintOptions = PrintOptions(),
    options: DecodeOptions = DecodeOptions(), messages: MessageDecoder? = nil
  ) throws(HuskError) -> String {
    var printer = ValuePrinter(printOptions, options: options, messages: messages)
    printer.append(bytes)
    printer.finish()
    var text: [UInt8] = []
    while let lines = try printer.next() { text += lines }
    return String(decoding: text, as: UTF8.self)
  }
}

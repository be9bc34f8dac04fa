// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

/// The options that are about templates of messages.
package enum TemplateOptions {
  /// Where templates are kept.
  package static let store = Option(
    "store", value: Option.Value(name: "WHERE", kind: .file),
    summary: """
      keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable \
      HUSK_STORE names, or a file in the cache directory of the user)
      """)
  /// The template to use.
  static let template = Option(
    "template", value: Option.Value(name: "TEMPLATE", kind: .template),
    summary: "use this template: NAME, NAME@VERSION, id:HEX, or a file",
    conflicts: [
      "learn", "no-compression", "field-key", "passphrase", "passphrase-file", "encrypt-field",
    ])
  /// The template to use, or to train where there is none.
  static let learn = Option(
    "learn", value: Option.Value(name: "NAME", kind: .templateName),
    summary: "use the template NAME, and train it on INPUT where there is none or it has expired",
    conflicts: [
      "template", "no-compression", "field-key", "passphrase", "passphrase-file", "encrypt-field",
    ])
  /// What stands around the values of a message.
  static let embed = Option(
    "embed-template",
    value: Option.Value(
      name: "WHEN", kind: .choice(Embedding.allCases.map(\.rawValue)),
      standard: Embedding.auto.rawValue),
    summary: """
      whether a message brings its template, names it where the store has it, or leaves it to \
      --template
      """)
  /// One message for each text.
  static let messages = Option(
    "messages", summary: "make one message of each text, with its size before it",
    conflicts: [
      "envelope", "no-compression", "field-key", "passphrase", "passphrase-file", "encrypt-field",
    ])
  /// The input is a sequence of messages.
  static let encodedMessages = Option(
    "messages", summary: "decode a sequence that 'husk encode --messages' wrote",
    conflicts: ["fields", "rows", "at"])

  /// The files are sequences of messages.
  static let sealedMessages = Option(
    "messages", summary: "each FILE is a sequence that 'husk encode --messages' wrote")

  /// How large a template may be.
  static let budget = Option(
    "budget", value: Option.Value(name: "SIZE", kind: .byteCount),
    summary: "let the template have about SIZE bytes (default: 64K)")
  /// How long a template is good for.
  static let maxAge = Option(
    "max-age", value: Option.Value(name: "AGE", kind: .duration),
    summary: "let the template expire after AGE, such as 12h or 7d (default: never)")
  /// In how many messages a value must stand.
  static let minSupport = Option(
    "min-support", value: Option.Value(name: "K", kind: .number(1...1_000_000)),
    summary: "put only values in it that stand in K messages or more (default: 3)")
  /// Fields whose values stay out.
  static let exclude = Option(
    "exclude", value: Option.Value(name: "LIST", kind: .fields),
    summary: "put no values of these fields in the template, such as token,customer.card")
  /// Whole messages that teach a model.
  static let model = Option(
    "model",
    summary: "put whole messages in the template too: messages get smaller, and take longer")
  /// No values at all.
  static let noValues = Option("no-values", summary: "put no values in the template, only keys")

  /// The options of learning a template while encoding.
  static let ofLearning = [maxAge, exclude, noValues]
  /// The options that say nothing where no messages are made.
  static let ofMessages = [embed] + ofLearning + [store]

  /// When a message brings its template.
  enum Embedding: String, CaseIterable {
    /// Every message brings it.
    case always
    /// It is named where the reader can look it up.
    case auto
    /// Nothing says which template it is.
    case never
  }

  /// Whether a word is a value of one of these kinds, or `nil` for any other kind.
  static func isValid(_ word: String, _ kind: ValueKind) -> Bool? {
    switch kind {
    case .duration: seconds(word) != nil
    case .byteCount: byteCount(word) != nil
    case .template: TemplateSpecifier(word) != nil
    case .templateName: TemplateSpecifier.isName(word)
    default: nil
    }
  }

  /// What the reader may do about a word that is none.
  static func hint(_ kind: ValueKind) -> String {
    switch kind {
    case .duration: "times are written as 90s, 30m, 12h, 7d or 2w"
    case .byteCount: "sizes are written as 4096, 64K or 1M, up to 2M"
    case .templateName: "names have 1 to 128 letters, digits, '.', '_', '-' and '/'"
    default:
      """
      a template is written as NAME, NAME@VERSION, id: and 16 to 64 hexadecimal digits, or as the \
      path of a file that ends in \(TemplateSpecifier.fileNameSuffix) or starts with '/' or '.'
      """
    }
  }

  /// The seconds that `7d` stands for.
  package static func seconds(_ word: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let unit = word.last.flatMap({ units[$0] }),
      word.dropLast().utf8.allSatisfy(ASCII.isDigit),
      let count = Int64(word.dropLast())
    else { return nil }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
    // A hundred centuries; no sum of times overflows then.
    return overflow || seconds > 315_576_000_000 ? nil : seconds
  }

  /// The bytes that `64K` stands for.
  package static func byteCount(_ word: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20]
    let unit = word.last.flatMap { units[Character($0.uppercased())] }
    let digits = unit == nil ? Substring(word) : word.dropLast()
    guard digits.utf8.allSatisfy(ASCII.isDigit), let count = Int(digits) else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
    return overflow || bytes > Limits().messageTemplateByteCount / 2 ? nil : bytes
  }

  /// What a command line says about training.
  package static func training(_ arguments: ParsedArguments) -> TrainingOptions {
    let standard = TrainingOptions()
    return TrainingOptions(
      byteBudget: arguments.value(of: budget).flatMap(byteCount) ?? standard.byteBudget,
      minSupport: arguments.number(of: minSupport) ?? standard.minSupport,
      includesMessages: arguments.has(model),
      lessonSupport: arguments.number(of: minSupport) ?? standard.lessonSupport,
      includesValues: !arguments.has(noValues),
      excludedFields: arguments.values(of: exclude).flatMap(FieldSelection.paths(ofList:)))
  }

  /// Says so where messages are too few for anything to go into the template that was learnt, or no message has
  /// a field whose values are to stay out; `takesAll` is what takes the values of few.
  static func hint(
    at trainer: borrowing TemplateTrainer, _ arguments: ParsedArguments, _ io: any ToolIO,
    takesAll: String
  ) {
    guard !arguments.has(.quiet) else { return }
    for path in trainer.absentFields {
      let place = Printable.text(path)
      io.log("husk: warning: nothing was excluded at '\(place)': nothing stands there\n")
    }
    let count = trainer.messageCount
    let minSupport = training(arguments).minSupport
    guard count < minSupport else { return }
    io.log(
      "hint: only what stands in \(minSupport) messages goes into a template, and there"
        + " \(count == 1 ? "is 1" : "are \(count)"); an array is one message, and \(takesAll)"
        + " takes all\n")
  }
}

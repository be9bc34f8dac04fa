// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Prints the values of encoded data as people read them: types, fields, and what the template says.
///
///     row 0: object #0 (without note)
///       id: integer 4711
///       state: string "open"
///       card: null (sealed with key 7d5e…)
///       items: array of 2
///
/// It takes what ``StreamDecoder`` takes, and gives text in UTF-8, a line for each value. Fields that
/// are sealed and cannot be opened are shown as sealed. Blocks without a row that is shown are not
/// decoded; what is shown has been verified. The words may change from version to version.
public struct ValuePrinter: ~Copyable, StreamCoder {
  private let printOptions: PrintOptions
  private let options: DecodeOptions
  private let messages: MessageDecoder?
  private var input: EncodedInput
  /// Decodes blocks whose fields can be opened, and those that have none sealed.
  private var decoder: BlockDecoder
  /// Decodes the others.
  private var redactor: BlockDecoder
  private var isDone = false
  private var lineCount: Int
  private var isCut = false
  private var shownRowCount = 0
  /// What was last said about a template.
  private var title = ""
  private var failure: HuskError?

  /// How far the stream has got; its rows are those that were passed, shown or not.
  public private(set) var progress = StreamProgress()

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - printOptions: How much is shown.
  ///   - options: How to decode.
  ///   - messages: What decodes a message; without it, only one that brings its template is printed.
  public init(
    _ printOptions: PrintOptions = PrintOptions(), options: DecodeOptions = DecodeOptions(),
    messages: MessageDecoder? = nil
  ) {
    self.printOptions = printOptions
    self.options = options
    self.messages = messages
    lineCount = printOptions.lineCount
    input = EncodedInput(options)
    decoder = BlockDecoder(options)
    var redacting = options
    redacting.redactsFields = true
    redactor = BlockDecoder(redacting)
  }

  /// Takes encoded bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) {
    input.append(bytes)
  }

  /// Says that no more bytes will arrive.
  public mutating func finish() {
    input.finish()
  }

  /// Returns the next lines, or `nil` where more input is needed, or after ``finish()`` where all were
  /// returned.
  ///
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks.
  /// - Complexity: O(*n* + *m*) for *n* encoded bytes and *m* bytes of text of blocks that are shown.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    guard !isDone else { return nil }
    return try DeepStack.walk { () throws(HuskError) in try nextHere() }
  }

  private mutating func nextHere() throws(HuskError) -> [UInt8]? {
    do throws(HuskError) {
      let isWhole = try input.kind() == .whole
      if isWhole, let bytes = input.takeWhole(), let lines = try printWhole(bytes) {
        return lines
      }
      while let block = try input.blocks.next() {
        let lines = try print(block)
        let output = Array(lines.utf8)
        progress.count(
          block.header.rowCount, inputByteCount: block.endOffset - progress.inputByteCount, output)
        if !output.isEmpty { return output }
      }
    } catch {
      failure = error
      throw error
    }
    guard input.isComplete else { return nil }
    isDone = true
    progress.inputByteCount = max(progress.inputByteCount, input.blocks.offset)
    let end = Array(ending.utf8)
    progress.outputByteCount += end.count
    return end
  }

  // MARK: Blocks

  private mutating func print(_ block: FoundBlock) throws(HuskError) -> String {
    let rows = progress.rowCount..<progress.rowCount + block.header.rowCount
    guard rows.overlaps(printOptions.rows), !isCut else { return "" }
    let sealed = block.fields?.frame
    let canOpen =
      !options.redactsFields
      && (sealed.map { options.fieldKeys.keys.map(\.id).contains($0.header.keyID) } ?? true)
    let text = canOpen ? try decoder.decode(block) : try redactor.decode(block)
    var content = ByteReader(block.content.span)
    let plan = try decoder.readPlan(of: block, &content)
    let bytes = PaddedBytes(text)
    let tape = try BlockRows.scan(
      bytes.source, block.contentHeader.frame, limits: options.limits)
    var notes: [Int: String] = [:]
    if let sealed {
      let word = canOpen ? "opened" : "sealed"
      for place in sealed.paths.places(in: tape, bytes.source) {
        notes[place.token] = "\(word) with key \(sealed.header.keyID)"
      }
    }
    let shownPlan = block.hasColumns ? plan : nil
    return heading(shownPlan, block.contentHeader.form.name)
      + print(rows, shownPlan, root: TemplatePlan.root, step: 0, bytes.source, tape, notes)
  }

  /// Says which template the rows that follow have, where it is another one.
  private mutating func heading(_ plan: TemplatePlan?, _ what: String) -> String {
    let title = plan.map { "\(what), template of \($0.shapes.count) shapes" } ?? "stored as text"
    defer { self.title = title }
    return title == self.title ? "" : "\(title)\n"
  }

  /// Prints those rows of a tape that are to be shown.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - plan: Their template.
  ///   - root: The slot of the first row.
  ///   - step: How far the slot of the next one is from it.
  ///   - source: Where they stand.
  ///   - tape: Their tokens.
  ///   - notes: What is said about some values, by their tokens.
  ///   - listed: What a message template lists for each slot.
  /// - Returns: The lines.
  private mutating func print(
    _ rows: Range<Int>, _ plan: TemplatePlan?, root: Int?, step: Int, _ source: ByteSource,
    _ tape: borrowing TokenTape, _ notes: [Int: String] = [:], listed: [[Lexeme]] = []
  ) -> String {
    var printer = RowPrinter(
      printOptions, lineCount: lineCount, plan, source, sealed: notes, listed: listed)
    var index = 0
    var row = rows.lowerBound
    while index < tape.count, !printer.isCut {
      if printOptions.rows.contains(row) {
        let slot = plan == nil ? nil : root.map { $0 + step * (row - rows.lowerBound) }
        printer.append(index, at: slot, "row \(row): ", tape)
        shownRowCount += 1
      }
      row += 1
      index = Tokenizer.end(of: index, on: tape)
    }
    lineCount = printer.lineCount
    isCut = printer.isCut
    return printer.text
  }

  /// What is said behind the rows.
  private var ending: String {
    if isCut { return "… cut after \(printOptions.lineCount) lines\n" }
    return "\(shownRowCount) of \(progress.rowCount) rows\n"
  }

  // MARK: What must be there whole

  private mutating func printWhole(_ bytes: [UInt8]) throws(HuskError) -> [UInt8]? {
    guard !bytes.isEmpty || progress.inputByteCount == 0, title.isEmpty else { return nil }
    let content = try Husk.unwrap(bytes, options)
    if MessageParts.isMessage(content) {
      return try printMessage(content, bytes)
    }
    guard content.first != FileMagic.bytes[0] else {
      // Files of blocks in an envelope go the way of the others.
      input.reopen(content)
      title = " "
      return nil
    }
    let file = try TextDecoder.decode(PaddedBytes(content), limits: options.limits)
    let lines = try printText(file.bytes, TemplatePlan(file.file.template), "text layout")
    progress.inputByteCount = bytes.count
    progress.outputByteCount += lines.count
    return lines
  }

  private mutating func printMessage(
    _ message: [UInt8], _ bytes: [UInt8]
  ) throws(HuskError) -> [UInt8] {
    let parts = try MessageParts(message, limits: options.limits)
    let decoder =
      messages
      ?? MessageDecoder(options: options) { id throws(HuskError) in
        throw HuskError(unknownTemplate: id)
      }
    let template = try decoder.template(of: parts)
    let text = try decoder.decode(bytes)
    let block = try RowBlock(whole: text, as: .json, .preserved, options.limits)
    title = "message, template \(template.id), \(parts.form.rawValue)"
    let lines =
      "\(title)\n"
      + print(
        0..<1, TemplatePlan(template.structure), root: TemplatePlan.root, step: 0,
        block.bytes.source, block.tape, listed: template.slots.map(\.entries))
    let output = Array(lines.utf8)
    progress.count(1, inputByteCount: bytes.count, output)
    return output
  }

  /// Prints the rows of a text whose template describes all of it.
  private mutating func printText(
    _ text: [UInt8], _ plan: TemplatePlan, _ what: String
  ) throws(HuskError) -> [UInt8] {
    var lines = heading(plan, what)
    guard DecodedText.hasTexts(text) else { return Array(lines.utf8) }
    var scanner = RowScanner(
      as: .auto, blockByteCount: max(text.count, 1), expecting: text.count,
      limits: options.limits)
    scanner.append(text)
    scanner.finish()
    while let block = try scanner.next() {
      let rows = progress.rowCount..<progress.rowCount + block.rows.rowCount
      var root: Int? = TemplatePlan.root
      var step = 0
      if block.rows.frame.hasElements {
        switch plan.nodes[TemplatePlan.root] {
        case .array(let element): root = element
        case .tuple(let first, _): (root, step) = (first + rows.lowerBound, 1)
        default: root = nil
        }
      }
      lines += print(
        rows, root == nil ? nil : plan, root: root, step: step, block.rows.bytes.source,
        block.rows.tape)
      progress.rowCount += block.rows.rowCount
      progress.blockCount += 1
    }
    return Array(lines.utf8)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CHusk
internal import Husk
internal import HuskCore
import Synchronization

/// What a `husk_stream` is: one of the coders of streams, for one call at a time.
final class CodecStream: Sendable {
  private let coder: Mutex<AnyCoder>
  private let listedFields = Mutex(CText.empty)

  /// Makes a stream of a direction.
  ///
  /// - Throws: ``Failure`` where there is no such direction, or the settings lack something.
  init(_ direction: husk_direction, _ settings: Settings) throws(Failure) {
    switch Int(direction) {
    case Int(HUSK_ENCODE):
      let options = try settings.encodeOptions()
      guard options.fieldEncryption == nil || [.auto, .column].contains(options.layout) else {
        throw .argument("fields are sealed in block files only")
      }
      coder = Mutex(
        Coder(
          StreamEncoder(options: options, threadCount: settings.threadCount),
          unsealedPaths: { $0.progress.unsealedPaths }))
    case Int(HUSK_DECODE): coder = Mutex(Self.decoder(settings))
    case Int(HUSK_ENCODE_MESSAGES):
      guard let template = settings.template else {
        throw .argument("no template is set, which messages need")
      }
      let options = try settings.encodeOptions()
      coder = Mutex(
        Coder(
          MessageStreamEncoder(
            template, form: settings.form, whitespace: options.whitespace,
            limits: settings.limits, key: options.key)))
    case Int(HUSK_DECODE_MESSAGES):
      coder = Mutex(
        Coder(MessageStreamDecoder(settings.messageDecoder(), limits: settings.limits)))
    default: throw .argument("there is no direction \(direction)")
    }
  }

  /// Makes a stream of the rows of a file that are set, which takes no bytes; `nil` where none are, or the file has to be
  /// read from its start.
  init?(rowsOf bytes: FileBytes, _ settings: Settings) {
    guard settings.rows != nil, let selection = settings.selection,
      let decoder = IndexedDecoder(selection, reading: bytes, options: settings.decodeOptions)
    else { return nil }
    coder = Mutex(IndexedCoder(decoder))
  }

  private static func decoder(_ settings: Settings) -> AnyCoder {
    if let selection = settings.selection {
      return Coder(
        SelectiveDecoder(
          selection, options: settings.decodeOptions, messages: settings.messageDecoder()),
        givesElements: { $0.frame.hasElements })
    }
    return Coder(
      StreamDecoder(
        options: settings.decodeOptions, threadCount: settings.threadCount,
        messages: settings.messageDecoder()))
  }

  /// Whether the selected rows of the piece that was taken out last are elements of an array.
  var hasElements: Bool { coder.withLock { $0.hasElements } }

  /// The fields to seal that nothing so far had, a line for each; the text stays where it is until the next call.
  var unsealedFields: CText {
    let text = CText(coder.withLock { $0.unsealedPaths }.joined(separator: "\n"))
    listedFields.withLock { $0 = text }
    return text
  }

  /// Hands bytes in.
  ///
  /// - Throws: ``Failure`` after ``finish()``.
  func append(_ bytes: [UInt8]) throws(Failure) {
    try coder.withLock { coder throws(Failure) in
      guard !coder.isFinished else { throw .argument("the stream is finished") }
      coder.append(bytes)
    }
  }

  /// Says that no more bytes will come; once is enough.
  func finish() {
    coder.withLock { coder in
      if !coder.isFinished { coder.finish() }
    }
  }

  /// Takes the next piece out, or nothing where more input is needed, or all is out.
  func next() throws(Failure) -> [UInt8]? {
    try coder.withLock { coder throws(Failure) in
      do throws(HuskError) {
        // A piece without bytes says nothing.
        while let piece = try coder.next() {
          if !piece.isEmpty { return piece }
        }
        return nil
      } catch { throw Failure(error) }
    }
  }
}

/// A coder of any kind; coders themselves cannot be copied, and so not be kept as what they share.
class AnyCoder {
  /// Whether no more bytes will come.
  fileprivate(set) var isFinished = false
  /// Whether the selected rows of the last piece are elements of an array.
  var hasElements: Bool { false }
  /// The paths of fields to seal at which nothing has stood so far.
  var unsealedPaths: [String] { [] }

  /// Hands bytes in.
  func append(_ bytes: [UInt8]) {}
  /// Says that no more bytes will come.
  func finish() { isFinished = true }
  /// Takes the next piece out.
  func next() throws(HuskError) -> [UInt8]? { nil }
}

/// A coder of one kind.
private final class Coder<Wrapped: StreamCoder & ~Copyable>: AnyCoder {
  private var coder: Wrapped
  private let givesElements: (borrowing Wrapped) -> Bool
  private let listsUnsealed: (borrowing Wrapped) -> [String]

  init(
    _ coder: consuming Wrapped,
    givesElements: @escaping (borrowing Wrapped) -> Bool = { _ in false },
    unsealedPaths: @escaping (borrowing Wrapped) -> [String] = { _ in [] }
  ) {
    self.coder = coder
    self.givesElements = givesElements
    listsUnsealed = unsealedPaths
  }

  override var hasElements: Bool { givesElements(coder) }

  override var unsealedPaths: [String] { listsUnsealed(coder) }

  override func append(_ bytes: [UInt8]) { coder.append(bytes) }

  override func finish() {
    coder.finish()
    super.finish()
  }

  override func next() throws(HuskError) -> [UInt8]? { try coder.next() }
}

/// A coder of the rows of a file that it reads by itself.
private final class IndexedCoder: AnyCoder {
  private var decoder: IndexedDecoder<FileBytes>
  private var failure: HuskError?

  init(_ decoder: consuming IndexedDecoder<FileBytes>) {
    self.decoder = decoder
    super.init()
    isFinished = true
  }

  override var hasElements: Bool { decoder.frame.hasElements }

  override func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    do throws(HuskError) { return try decoder.next() } catch {
      failure = error
      throw error
    }
  }
}

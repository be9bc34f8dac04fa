// SPDX-License-Identifier: Apache-2.0

package import Husk
package import HuskCore
import HuskStores

/// A template that a command line names, and what is known of it.
package struct KnownTemplate {
  /// The template.
  package var template: MessageTemplate
  /// What the store notes of it, or `nil` where it comes from a file.
  package var entry: TemplateEntry?
  /// What it is called, in messages to people.
  package var title: String
}

/// The templates that the command line gives access to: those of a store, and files.
///
/// The store is opened when it is first needed, so that who needs none need not have one.
package final class TemplateAccess {
  private let location: String?
  private let io: any ToolIO
  private var opened: (any TemplateStore)?
  /// What was looked up for messages, in order, each once.
  package private(set) var used: [TemplateEntry] = []

  /// Creates the access that a command line asks for.
  package init(_ arguments: ParsedArguments, _ io: any ToolIO) {
    location = arguments.value(of: TemplateOptions.store) ?? io.variable("HUSK_STORE")
    self.io = io
  }

  /// What messages call the store.
  private var storeName: String { location ?? "the template store" }

  /// The time, in seconds since 1970 UTC.
  package var now: Int64 { io.date }

  /// Opens the store, or gives the one that is open.
  ///
  /// - Parameter clock: Where the store takes the time from; by default it is that of the start, for
  ///   commands that soon end.
  /// - Returns: The store.
  /// - Throws: ``ToolError`` where it cannot be opened.
  package func store(clock: TemplateClock? = nil) throws(ToolError) -> any TemplateStore {
    if let opened { return opened }
    let store = try explaining { () throws(TemplateStoreError) in
      let clock = clock ?? TemplateClock { [date = io.date] in date }
      switch try TemplateStoreLocation(location) {
      case .file(let path):
        return try TemplateStoreLocation.file(path: io.locate(path)).open(clock: clock)
      case let other: return try other.open(clock: clock, environment: io.variable)
      }
    }
    opened = store
    return store
  }

  /// Opens the store for who only reads: one that is named has to be there.
  ///
  /// - Returns: The store.
  /// - Throws: ``ToolError`` where it is not there, or cannot be opened.
  package func existingStore() throws(ToolError) -> any TemplateStore {
    if opened == nil, case .file(let path)? = try? TemplateStoreLocation(location) {
      let found = try ToolError.naming(path) { () throws(SystemError) in
        try POSIX.status(of: io.locate(path), links: .followed)
      }
      guard found != nil else {
        throw ToolError(
          SystemError.notFound.description, in: path,
          hint: "--store and the variable HUSK_STORE name the store of templates")
      }
    }
    return try store()
  }

  /// Does what a store can refuse, and says of which store if it does.
  package func explaining<Result>(
    _ body: () throws(TemplateStoreError) -> Result
  ) throws(ToolError) -> Result {
    do throws(TemplateStoreError) {
      return try body()
    } catch {
      throw ToolError(error.description, hint: Self.hint(error.code))
    }
  }

  private static func hint(_ code: TemplateStoreError.Code) -> String? {
    switch code {
    case .unavailable, .damagedStore, .accessDenied, .unsupportedVersion, .invalidLocation:
      "--store names another store"
    default: nil
    }
  }

  /// The records that a specifier stands for in the store.
  package func record(_ specifier: TemplateSpecifier) throws(ToolError) -> TemplateRecord {
    let store = try existingStore()
    let record = try explaining { () throws(TemplateStoreError) -> TemplateRecord? in
      switch specifier {
      case .latest(let name): try store.latestTemplate(named: name)
      case .version(let name, let version): try store.template(named: name, version: version)
      case .identity(let prefix): try store.template(matching: prefix)
      case .file: nil
      }
    }
    guard let record else { throw unknown(specifier) }
    return record
  }

  private func unknown(_ specifier: TemplateSpecifier) -> ToolError {
    let what =
      switch specifier {
      case .latest(let name): "template '\(name)'"
      case .version(let name, let version): "template '\(name)@\(version)'"
      case .identity(let prefix): "template with the identity \(prefix)"
      case .file(let path): "template in '\(path)'"
      }
    return ToolError(
      "\(storeName) has no \(what)",
      hint: "'husk template list' shows what is there; 'husk template import' adds to it")
  }

  /// Loads the template that a word stands for, which the parser has let through.
  package func template(_ word: String) throws(ToolError) -> KnownTemplate {
    guard let specifier = TemplateSpecifier(word) else {
      throw .usage("'\(word)' is no template", hint: TemplateOptions.hint(.template))
    }
    if case .file(let path) = specifier {
      let file = try self.file(path)
      let template = try read(path) { () throws(HuskError) in try file.template() }
      return KnownTemplate(template: template, title: path)
    }
    return try known(try record(specifier))
  }

  /// The template of a record of the store.
  package func known(_ record: TemplateRecord) throws(ToolError) -> KnownTemplate {
    let title = "\(record.name)@\(record.version)"
    let template = try read(title) { () throws(HuskError) in
      try MessageTemplate(content: record.content)
    }
    return KnownTemplate(template: template, entry: record.entry, title: title)
  }

  /// Reads a template file.
  package func file(_ path: String) throws(ToolError) -> TemplateFile {
    let source = try Source(path, io: io)
    var bytes: [UInt8] = []
    while true {
      let piece = try source.read()
      if piece.isEmpty { break }
      bytes += piece
      guard bytes.count <= Limits().messageTemplateByteCount else {
        throw ToolError("the file is too large for a template", in: path)
      }
    }
    return try read(path) { () throws(HuskError) in try TemplateFile(bytes) }
  }

  private func read<Result>(
    _ name: String, _ body: () throws(HuskError) -> Result
  ) throws(ToolError) -> Result {
    do throws(HuskError) {
      return try body()
    } catch { throw ToolError(error.description, in: name) }
  }

  /// Makes what decodes messages, whose templates are looked up in the store.
  ///
  /// - Parameters:
  ///   - word: The template of bare messages, where the command line names one.
  ///   - options: The keys of sealed messages.
  /// - Returns: The decoder.
  /// - Throws: ``ToolError`` where that template cannot be had.
  package func messageDecoder(
    _ word: String?, _ options: DecodeOptions
  ) throws(ToolError) -> MessageDecoder {
    var given: MessageTemplate?
    if let word {
      let known = try template(word)
      given = known.template
      if let entry = known.entry { used.append(entry) }
    }
    return MessageDecoder(given, options: options) { [self] id throws(HuskError) in
      do throws(ToolError) {
        _ = try existingStore()
      } catch {
        let place = error.subject.map { "\($0): " } ?? ""
        throw HuskError(unknownTemplate: id, error.message.map { place + $0 })
      }
      guard let opened else { throw HuskError(unknownTemplate: id) }
      let found = try opened.messageTemplate(id, limits: Limits(), storeName: storeName)
      used.append(found.entry)
      return found.template
    }
  }

  /// Says which templates were used, and which of them have expired.
  package func report() {
    for entry in used {
      var line = "template \(entry.name)@\(entry.version), \(entry.id.description.prefix(16))"
      if let expires = entry.expires {
        let word = entry.isExpired(at: now) ? "expired" : "expires"
        line += ", \(word) \(POSIX.dateText(expires))"
      }
      io.log("\(line)\n")
    }
  }
}

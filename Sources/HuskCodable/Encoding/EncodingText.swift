// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// A text that values are written to, and how; all encoders and containers of it share this.
///
/// Values are written straight into the text, since nearly all types finish one value before the
/// next. A type may also keep several containers and write to them in turn. A container that was
/// closed meanwhile is opened again: what stands behind it is taken off and put back.
final class EncodingText {
  let settings: EncodingSettings
  /// What is wanted of the text, where that is not all.
  let selection: FieldSelection?
  /// Whether members are written by the names of their keys, all of them, and objects by value.
  let isPlain: Bool
  private let recursionLimit: Int
  private(set) var buffer = TextBuffer()
  /// The places that are open, each in the one before.
  private var open: [EncodingPlace] = []
  /// Places that somebody holds on to and that are closed.
  private var closed: [EncodingPlace] = []
  private var nextID = 0
  /// How many values are being encoded, one in the other.
  private var depth = 0
  /// The objects of classes that were written.
  var objects = WrittenObjects()
  var namer = MemberNamer()
  /// What is to know of the places, where the text is not plain.
  var rules: [Int: PlaceRules] = [:]
  /// What went wrong where nothing could be thrown.
  var failure: EncodingError?

  private init(_ settings: EncodingSettings, _ selection: FieldSelection?) {
    self.settings = settings
    self.selection = selection
    isPlain = selection == nil && !settings.changesNames && !settings.preservesReferences
    recursionLimit = settings.recursionLimit
  }

  /// The text of a value.
  ///
  /// - Throws: `EncodingError`, or what the type throws.
  static func json<T: Encodable>(of value: T, _ settings: EncodingSettings) throws -> [UInt8] {
    let selection: FieldSelection?
    do throws(HuskError) {
      selection = try settings.selectedFields(of: T.self)
    } catch { throw invalid(value, error) }
    let json = try EncodingText(settings, selection).encode(root: value)
    guard let selection else { return json }
    do throws(HuskError) {
      // Containers that were kept may have written more than what is wanted.
      let fields = try selection.fields(of: json, limits: settings.limits)
      guard fields.isEmpty else { return fields }
      throw HuskError(.invalidSelection, "fields were selected of a \(T.self), which has none")
    } catch { throw invalid(value, error) }
  }

  /// The error of a value that the codec refuses.
  static func invalid(_ value: Any, _ error: HuskError) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: [], debugDescription: error.description, underlyingError: error))
  }

  /// Writes the value of the whole text.
  private func encode<T: Encodable>(root value: T) throws -> [UInt8] {
    push(in: -1, PathKey.superclass, isHeld: false)
    try encode(value, alone: 0)
    guard open[0].form != .nothing else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "\(T.self) did not encode any value"))
    }
    close(to: 0)
    if let failure { throw failure }
    return buffer.bytes()
  }

  /// Goes inside of a value, unless it is inside of too many.
  @inline(__always) func enter<T>(_ value: T) throws {
    guard depth < recursionLimit else { throw tooDeep(value) }
    depth &+= 1
  }

  /// Goes out of a value.
  @inline(__always) func leave() { depth &-= 1 }

  @inline(never) private func tooDeep(_ value: Any) -> EncodingError {
    Self.invalid(
      value,
      HuskError(
        .limitExceeded, "values are nested deeper than the limit of \(settings.limits.depth)"))
  }

  // MARK: - Writing

  /// Writes what `body` appends as a member or element of a place.
  @inline(__always) func write(
    in id: Int, _ key: (any CodingKey)?, _ body: (inout TextBuffer) throws -> Void
  ) throws {
    if !isPlain, !isWanted(key, in: id) { return }
    try atPlace(id) {
      let (start, count) = (buffer.count, open[open.count &- 1].count)
      separate(key)
      do {
        try body(&buffer)
      } catch {
        undo(to: start, depth: open.count, count: count)
        throw error
      }
    }
  }

  /// Writes what `body` appends as the only value of a place.
  func write(alone id: Int, _ body: (inout TextBuffer) throws -> Void) throws {
    try atPlace(id) {
      setForm(.scalar)
      try body(&buffer)
    }
  }

  /// Writes a value as a member or element of a place, by its own means.
  func writeValue(
    in id: Int, _ key: (any CodingKey)?, _ body: (ValueEncoder) throws -> Void
  ) throws {
    if !isPlain, !isWanted(key, in: id) { return }
    try atPlace(id) {
      let (start, depth, held) = (buffer.count, open.count, closed.count)
      let known = objects.count
      let count = open[depth - 1].count
      separate(key)
      let place = push(in: id, key ?? PathKey(index: count), isHeld: false)
      do {
        try body(ValueEncoder(text: self, id: place))
      } catch {
        undo(to: start, depth: depth, count: count)
        closed.removeLast(max(closed.count - held, 0))
        objects.forget(from: known)
        throw error
      }
      close(to: depth)
      // Nobody may write to what belongs to a value behind its end.
      closed.removeLast(max(closed.count - held, 0))
    }
  }

  /// Begins a place that somebody will hold on to, and returns its number.
  ///
  /// Where that cannot be, whatever is written to the place fails.
  func hold(in id: Int, _ key: (any CodingKey)?, as form: EncodingPlace.Form) -> Int {
    let place = try? atPlace(id) {
      let count = open[open.count - 1].count
      separate(key)
      let place = push(in: id, key ?? PathKey(index: count), isHeld: true)
      setForm(form)
      return place
    }
    return place ?? -1
  }

  /// Makes a place an object or array, as a container is asked for.
  ///
  /// Where that cannot be, whatever is written to the place fails.
  func prepare(_ id: Int, as form: EncodingPlace.Form) {
    try? atPlace(id) { setForm(form) }
  }

  /// The number of members or elements of a place.
  func count(of id: Int) -> Int { place(id)?.count ?? 0 }

  /// Writes what stands between a member or element and the one before, and its key.
  @inline(__always) private func separate(_ key: (any CodingKey)?) {
    let last = open.count &- 1
    let isFirst = open[last].count == 0
    open[last].count &+= 1
    if let key {
      buffer.append(key: name(of: key), isFirst: isFirst)
    } else if !isFirst {
      buffer.append(UInt8(ascii: ","))
    }
  }

  /// Takes back what was written, so that whoever tries something else finds the text as it was.
  private func undo(to start: Int, depth: Int, count: Int) {
    open.removeLast(open.count - depth)
    buffer.truncate(to: start)
    open[depth - 1].count = count
  }

  // MARK: - Places

  @discardableResult private func push(
    in parent: Int, _ key: any CodingKey, isHeld: Bool
  ) -> Int {
    open.append(EncodingPlace(id: nextID, parent: parent, key: key, isHeld: isHeld))
    if !isPlain { rules[nextID] = rules(of: open[open.count - 1]) }
    nextID &+= 1
    return nextID &- 1
  }

  /// Makes the innermost place an object, array or scalar, unless it is one already.
  private func setForm(_ form: EncodingPlace.Form) {
    let last = open.count - 1
    guard open[last].form != form, form != .nothing else { return }
    precondition(open[last].form == .nothing, "a type encodes itself in two forms at once")
    open[last].form = form
    switch form {
    case .object:
      buffer.append(UInt8(ascii: "{"))
      guard !isPlain, let identity = rules[open[last].id]?.identity else { break }
      open[last].count = 1
      buffer.append(key: ReferenceKeys.identity, isFirst: true)
      buffer.append(UInt64(identity), isNegative: false)
    case .array: buffer.append(UInt8(ascii: "["))
    case .nothing, .scalar: break
    }
  }

  /// Tells the identity of an object without members, and forgets what nobody will ask for.
  private func closeRules() {
    let place = open[open.count - 1]
    if place.form == .nothing, rules[place.id]?.identity != nil { setForm(.object) }
    if !place.isHeld { rules[place.id] = nil }
  }

  private func close(to depth: Int) {
    while open.count > depth {
      if !isPlain { closeRules() }
      var place = open.removeLast()
      place.end = buffer.count
      switch place.form {
      case .object: buffer.append(UInt8(ascii: "}"))
      case .array: buffer.append(UInt8(ascii: "]"))
      case .nothing: buffer.append(place.closing)
      case .scalar: break
      }
      if place.isHeld { closed.append(place) }
    }
  }

  /// Does something where the place is the innermost one.
  @inline(__always) private func atPlace<Result>(
    _ id: Int, _ body: () throws -> Result
  ) throws -> Result {
    if open[open.count &- 1].id != id {
      guard let depth = open.lastIndex(where: { $0.id == id }) else {
        return try reopening(id, body)
      }
      close(to: depth + 1)
    }
    return try body()
  }

  /// Does something in a place that was closed.
  @inline(never) private func reopening<Result>(
    _ id: Int, _ body: () throws -> Result
  ) throws -> Result {
    guard let index = closed.lastIndex(where: { $0.id == id }) else {
      throw EncodingError.invalidValue(
        id,
        .init(
          codingPath: [], debugDescription: "a container is written to after its value has ended"))
    }
    let place = closed.remove(at: index)
    let tail = buffer.bytes(from: place.end + place.closing.count)
    let oldCount = buffer.count
    buffer.truncate(to: place.end)
    // Nothing else may be written to meanwhile: its place in the text is not known.
    let (othersOpen, othersClosed) = (open, closed)
    open = [place]
    closed = []
    defer {
      close(to: 1)
      open[0].end = buffer.count
      buffer.append(open[0].closing)
      buffer.append(tail)
      let added = buffer.count - oldCount
      let moved = othersClosed.map { other in
        var other = other
        if other.end > place.end { other.end += added }
        return other
      }
      closed = moved + closed + [open[0]]
      open = othersOpen
    }
    return try body()
  }

  func place(_ id: Int) -> EncodingPlace? {
    open.last { $0.id == id } ?? closed.last { $0.id == id }
  }

  // MARK: - Keys

  /// The keys that lead to a place, and one more.
  func path(to id: Int, _ key: (any CodingKey)? = nil) -> [any CodingKey] {
    var path: [any CodingKey] = key.map { [$0] } ?? []
    var id = id
    while let place = place(id), place.parent >= 0 {
      path.append(place.key)
      id = place.parent
    }
    return path.reversed()
  }

  /// The key of the last element of an array.
  func elementKey(in id: Int) -> (any CodingKey)? {
    guard let place = place(id), place.form == .array else { return nil }
    return PathKey(index: place.count - 1)
  }

  @inline(__always) private func name(of key: any CodingKey) -> String {
    isPlain ? key.stringValue : namer.name(of: key, in: open[open.count &- 1].id, self)
  }
}

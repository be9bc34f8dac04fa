// SPDX-License-Identifier: Apache-2.0

/// What makes the integers of a column that stands nowhere, some at a time (SPEC §8.4 Integer columns).
///
/// It says what to make and how far that is done. The one in an ``IntegerView`` has made nothing yet and stays
/// so; who takes integers has a ``copy(_:_:)`` that goes on from there.
@safe struct IntegerMaker: BitwiseCopyable {
  /// How integers come about.
  enum Kind: UInt8, BitwiseCopyable {
    /// They stand in the block.
    case standing
    /// Each is the one before it and a difference.
    case sums
    /// Each is an entry of a table, by its index.
    case entries
    /// Each value comes as often as its length says, plus one.
    case runs
    /// Each is the last one of its group and a difference.
    case groups
    /// Each is the product of one and a factor.
    case multiples
    /// Each is that of another column, or what is made of those of two, and a difference.
    case relative
  }

  /// How many runs are read at a time.
  private static let runPiece = 16
  /// How many keys of groups, or integers that others are relative to, are made at a time.
  static let keyPiece = 64

  let kind: Kind
  /// How many integers are still to be made.
  private(set) var left: Int
  /// The integers or differences where they stand, or the table.
  private let view: IntegerView
  /// Where copies and pieces find memory.
  let room: UnsafeMutablePointer<PieceRoom>
  /// The differences where they are made; the indices; the quotients; the values, and behind them the lengths; or differences and
  /// keys, or what they are differences to.
  private(set) var parts: UnsafeMutablePointer<IntegerMaker>?
  /// The number of integers that were taken where they stand, of entries in the table, or of
  /// runs that are in ``kept``.
  private var count = 0
  /// The next sum, the value of the run, or what is added to products.
  var value: Int64 = 0
  /// What quotients are multiplied by.
  private var factor: Int64 = 1
  /// How often the value of the run still comes.
  private var runLeft = 0
  /// The runs that were read, values and then lengths, and which is next; or the last integers of all groups, behind
  /// which keys are made, and which group is next; or the integers that others are relative to.
  var kept: UnsafeMutablePointer<Int64>?
  private var next = 0
  /// Whether keys tell the groups.
  private var hasKeys = false
  /// What the second of two other columns is for, where there are two.
  var role: SecondSource?

  /// How many columns there are in this one, if there are any.
  var partCount: Int {
    switch kind {
    case .relative: role == nil ? 2 : 3
    case .runs, .groups: 2
    default: 1
    }
  }

  /// Integers that stand in the block, or whatever else makes them.
  init(_ view: IntegerView, _ count: Int, in room: UnsafeMutablePointer<PieceRoom>) {
    if let maker = unsafe view.maker {
      self = unsafe maker.pointee
    } else {
      self = unsafe IntegerMaker(.standing, view, count, nil, in: room)
    }
  }

  init(
    _ kind: Kind, _ view: IntegerView, _ left: Int, _ parts: UnsafeMutablePointer<IntegerMaker>?,
    in room: UnsafeMutablePointer<PieceRoom>
  ) {
    self.kind = kind
    self.view = view
    self.left = left
    unsafe self.parts = unsafe parts
    unsafe self.room = unsafe room
    unsafe kept = nil
  }

  /// What makes the only column in another one.
  private static func part(
    _ view: IntegerView, _ count: Int, in room: UnsafeMutablePointer<PieceRoom>
  ) -> UnsafeMutablePointer<IntegerMaker> {
    let part = unsafe room.pointee.allocate(1, of: IntegerMaker.self)
    unsafe part.initialize(to: IntegerMaker(view, count, in: room))
    return unsafe part
  }

  /// The `count` sums of `first` and the differences before each value; overflow wraps around.
  static func sums(
    _ first: Int64, _ differences: IntegerView, _ count: Int,
    in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    var parts: UnsafeMutablePointer<IntegerMaker>?
    if differences.isMade {
      unsafe parts = unsafe part(differences, count - 1, in: room)
    }
    var maker = unsafe IntegerMaker(.sums, differences, count, parts, in: room)
    maker.value = first
    return maker
  }

  /// The entry of each index; the entries stand somewhere.
  static func entries(
    _ entries: IntegerView, _ entryCount: Int, at indices: IntegerView, _ count: Int,
    in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe part(indices, count, in: room)
    var maker = unsafe IntegerMaker(.entries, entries, count, parts, in: room)
    maker.count = entryCount
    return maker
  }

  /// Each value as often as its length says, plus one.
  static func runs(
    _ values: IntegerView, _ lengths: IntegerView, _ runCount: Int, _ count: Int,
    in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe room.pointee.allocate(2, of: IntegerMaker.self)
    unsafe parts.initialize(to: IntegerMaker(values, runCount, in: room))
    unsafe (parts + 1).initialize(to: IntegerMaker(lengths, runCount, in: room))
    return unsafe IntegerMaker(.runs, values, count, parts, in: room)
  }

  /// The sums of the differences in each of `groupCount` groups, before which stands `first`; overflow wraps
  /// around.
  ///
  /// The group of an integer is told by the lowest bits of its key, of which there are a power of two then, or,
  /// where there are no keys, by its place.
  static func groups(
    _ groupCount: Int, of keys: IntegerView?, from first: Int64, _ differences: IntegerView,
    _ count: Int, in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe room.pointee.allocate(2, of: IntegerMaker.self)
    unsafe parts.initialize(to: IntegerMaker(differences, count, in: room))
    let others = keys ?? differences
    unsafe (parts + 1).initialize(to: IntegerMaker(others, count, in: room))
    // What is added to keys is not part of what makes them.
    var maker = unsafe IntegerMaker(.groups, others, count, parts, in: room)
    maker.count = groupCount
    maker.value = first
    maker.hasKeys = keys != nil
    return maker
  }

  /// The entries of a table and the index of each integer in it, where they are that and nothing else.
  var table: (entries: IntegerView, entryCount: Int, indices: IntegerView)? {
    guard kind == .entries, let parts = unsafe parts else { return nil }
    let indices =
      unsafe parts.pointee.kind == .standing
      ? parts.pointee.view : IntegerView(UnsafePointer(parts))
    return (view, count, indices)
  }

  /// A copy that makes the same integers by itself.
  ///
  /// - Complexity: O(*n*) for *n* columns in the column.
  static func copy(_ maker: UnsafePointer<IntegerMaker>) -> UnsafeMutablePointer<IntegerMaker> {
    unsafe copy(maker, 1)
  }

  private static func copy(
    _ makers: UnsafePointer<IntegerMaker>, _ count: Int
  ) -> UnsafeMutablePointer<IntegerMaker> {
    let copies = unsafe makers.pointee.room.pointee.allocate(count, of: IntegerMaker.self)
    unsafe copies.initialize(from: makers, count: count)
    for number in 0..<count {
      if let parts = unsafe copies[number].parts {
        let partCount = unsafe copies[number].partCount
        unsafe copies[number].parts = unsafe copy(parts, partCount)
      }
    }
    return unsafe copies
  }

  /// The sums of `remainder` and the product of `factor` and each quotient; overflow wraps around.
  static func multiples(
    of factor: Int64, plus remainder: Int64, _ quotients: IntegerView, _ count: Int,
    in room: UnsafeMutablePointer<PieceRoom>
  ) -> IntegerMaker {
    let parts = unsafe part(quotients, count, in: room)
    var maker = unsafe IntegerMaker(.multiples, quotients, count, parts, in: room)
    maker.factor = factor
    maker.value = remainder
    return maker
  }

  /// Makes the next `count` integers, at most as many as are left; returns whether the column allows
  /// it.
  ///
  /// Columns in columns nest no deeper than ``IntegerEncoding`` allows.
  ///
  /// - Complexity: O(`count`).
  static func make(
    _ maker: UnsafeMutablePointer<IntegerMaker>, _ count: Int,
    at target: UnsafeMutablePointer<Int64>
  ) -> Bool {
    unsafe maker.pointee.left &-= count
    switch unsafe maker.pointee.kind {
    case .standing:
      unsafe maker.pointee.copyStanding(count, to: target)
      return true
    case .sums: return unsafe maker.pointee.makeSums(count, at: target)
    case .entries: return unsafe maker.pointee.makeEntries(count, at: target)
    case .runs: return unsafe maker.pointee.makeRuns(count, at: target)
    case .groups: return unsafe maker.pointee.makeGroups(count, at: target)
    case .multiples: return unsafe maker.pointee.makeMultiples(count, at: target)
    case .relative: return unsafe maker.pointee.makeRelative(count, at: target)
    }
  }

  private mutating func copyStanding(_ count: Int, to target: UnsafeMutablePointer<Int64>) {
    unsafe view.copy(from: self.count, count, to: target)
    self.count &+= count
  }

  private mutating func makeSums(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    // Behind the last integer there is no difference; and there may be none wanted, behind the last piece.
    let differenceCount = left > 0 ? count : max(count &- 1, 0)
    if let parts = unsafe parts {
      guard unsafe Self.make(parts, differenceCount, at: target) else { return false }
    } else {
      unsafe copyStanding(differenceCount, to: target)
    }
    var sum = value
    var index = 0
    while index < differenceCount {
      let difference = unsafe target[index]
      unsafe target[index] = sum
      sum &+= difference
      index &+= 1
    }
    if index < count { unsafe target[index] = sum }
    value = sum
    return true
  }

  private func makeEntries(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    guard let parts = unsafe parts, unsafe Self.make(parts, count, at: target) else { return false }
    let entries = view
    let limit = UInt64(self.count)
    var index = 0
    while index < count {
      let entry = unsafe target[index]
      guard UInt64(bitPattern: entry) < limit else { return false }
      unsafe target[index] = entries[Int(truncatingIfNeeded: entry)]
      index &+= 1
    }
    return true
  }

  private mutating func makeRuns(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    var index = 0
    while index < count {
      if runLeft == 0 {
        guard takeRun(upTo: left &+ count &- index) else { return false }
      }
      let end = min(index &+ runLeft, count)
      runLeft &-= end &- index
      let value = value
      while index < end {
        unsafe target[index] = value
        index &+= 1
      }
    }
    // The last run ends with the column.
    guard left == 0, let parts = unsafe parts else { return left > 0 }
    return unsafe runLeft == 0 && next == self.count && parts.pointee.left == 0
  }

  /// Takes the next run, which may have so many integers.
  @inline(__always) private mutating func takeRun(upTo limit: Int) -> Bool {
    if next == count {
      guard readRuns() else { return false }
    }
    guard let runs = unsafe kept else { return false }
    let length = unsafe runs[Self.runPiece &+ next]
    guard length >= 0, length < Int64(limit) else { return false }
    value = unsafe runs[next]
    runLeft = Int(truncatingIfNeeded: length) &+ 1
    next &+= 1
    return true
  }

  /// Takes the next run of a column of runs of which nothing else is taken; `nil` where there is none or it
  /// is not what the column says.
  mutating func takeWholeRun() -> (value: Int64, count: Int)? {
    guard kind == .runs, left > 0, takeRun(upTo: left) else { return nil }
    left &-= runLeft
    return (value, runLeft)
  }

  /// Whether a column of runs of which every run was taken ends with them.
  var endsWithRuns: Bool {
    guard let parts = unsafe parts else { return false }
    return unsafe left == 0 && next == count && parts.pointee.left == 0
  }

  private mutating func makeGroups(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    guard let parts = unsafe parts, unsafe Self.make(parts, count, at: target) else { return false }
    let last = unsafe kept ?? room.pointee.allocate(self.count &+ Self.keyPiece, of: Int64.self)
    if unsafe kept == nil {
      unsafe last.update(repeating: value, count: self.count)
      unsafe kept = unsafe last
    }
    guard hasKeys else {
      next = unsafe GroupSums.add(to: target, count, last, period: self.count, from: next)
      return true
    }
    if unsafe parts[1].kind == .standing {
      let keys = unsafe IntegerCursor(parts[1].view, from: parts[1].count)
      unsafe parts[1].count &+= count
      unsafe GroupSums.add(to: target, count, last, self.count, by: keys)
      return true
    }
    let keys = unsafe last + self.count
    var start = 0
    while start < count {
      let pieceCount = min(Self.keyPiece, count &- start)
      guard unsafe Self.make(parts + 1, pieceCount, at: keys) else { return false }
      unsafe IntegerPieces.makeLittleEndian(keys, pieceCount)
      let cursor = unsafe IntegerCursor(keys, plus: view.offset)
      unsafe GroupSums.add(to: target + start, pieceCount, last, self.count, by: cursor)
      start &+= pieceCount
    }
    return true
  }

  private func makeMultiples(_ count: Int, at target: UnsafeMutablePointer<Int64>) -> Bool {
    guard let parts = unsafe parts, unsafe Self.make(parts, count, at: target) else { return false }
    let (factor, remainder) = (factor, value)
    var index = 0
    while index < count {
      unsafe target[index] = target[index] &* factor &+ remainder
      index &+= 1
    }
    return true
  }

  @inline(never) private mutating func readRuns() -> Bool {
    guard let parts = unsafe parts, unsafe parts.pointee.left > 0 else { return false }
    let runs = unsafe kept ?? room.pointee.allocate(2 * Self.runPiece, of: Int64.self)
    unsafe kept = unsafe runs
    count = unsafe min(parts.pointee.left, Self.runPiece)
    next = 0
    return unsafe Self.make(parts, count, at: runs)
      && Self.make(parts + 1, count, at: runs + Self.runPiece)
  }
}

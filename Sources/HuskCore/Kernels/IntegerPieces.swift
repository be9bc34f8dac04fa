// SPDX-License-Identifier: Apache-2.0

/// The integers of one or more columns that are made piece by piece, in step with each other.
///
///     first piece:  few integers, so that many columns of few values take little memory
///     later ones:   more, up to what stays in the cache; each takes the place of the one before it
@safe struct IntegerPieces: BitwiseCopyable {
  /// A column, and where its pieces are read.
  @safe struct Feed: BitwiseCopyable {
    /// Before the first piece it belongs to everybody, and then to this feed.
    var maker: UnsafePointer<IntegerMaker>
    /// What is added to each integer.
    var addend: Int64
    /// Which cursor reads the pieces.
    var number: Int
    /// The place of the pieces.
    var piece: UnsafeMutablePointer<Int64>?

    init(_ maker: UnsafePointer<IntegerMaker>, plus addend: Int64, _ number: Int) {
      unsafe self.maker = unsafe maker
      self.addend = addend
      self.number = number
      unsafe piece = nil
    }
  }

  /// The cursor that a column has of its own.
  static let own = -1

  private static let firstCount = 16
  private static let mostCount = 1024
  private static let growth = 8

  /// How many integers of each column are in no piece yet.
  private(set) var left: Int
  /// Whether something was not what its column says.
  private(set) var isInvalid = false
  /// How many integers the pieces have room for.
  private var capacity = 0
  private var feeds: UnsafeMutablePointer<Feed>
  let feedCount: Int

  /// Columns of `count` integers, or `nil` where all stand somewhere; each with the number of its cursor.
  static func pieces(
    of views: [(view: IntegerView, number: Int)], _ count: Int
  ) -> UnsafeMutablePointer<IntegerPieces>? {
    var feeds: [Feed] = []
    for (view, number) in views {
      if let maker = unsafe view.maker {
        unsafe feeds.append(Feed(maker, plus: view.offset, number))
      }
    }
    guard let room = unsafe feeds.first?.maker.pointee.room else { return nil }
    let place = unsafe room.pointee.allocate(1, of: IntegerPieces.self)
    let copies = unsafe room.pointee.allocate(feeds.count, of: Feed.self)
    for (index, feed) in feeds.enumerated() { unsafe (copies + index).initialize(to: feed) }
    unsafe place.initialize(to: IntegerPieces(left: count, copies, feeds.count))
    return unsafe place
  }

  /// One column of `count` integers, or `nil` where they stand somewhere.
  static func pieces(
    of view: IntegerView, _ count: Int
  ) -> UnsafeMutablePointer<IntegerPieces>? {
    guard let maker = unsafe view.maker else { return nil }
    let room = unsafe maker.pointee.room
    let place = unsafe room.pointee.allocate(1, of: IntegerPieces.self)
    let feed = unsafe room.pointee.allocate(1, of: Feed.self)
    unsafe feed.initialize(to: Feed(maker, plus: view.offset, own))
    unsafe place.initialize(to: IntegerPieces(left: count, feed, 1))
    return unsafe place
  }

  private init(left: Int, _ feeds: UnsafeMutablePointer<Feed>, _ feedCount: Int) {
    self.left = left
    unsafe self.feeds = unsafe feeds
    self.feedCount = feedCount
  }

  /// The same by themselves, where none was taken yet.
  static func copy(
    _ pieces: UnsafeMutablePointer<IntegerPieces>
  ) -> UnsafeMutablePointer<IntegerPieces> {
    let room = unsafe pieces.pointee.feeds.pointee.maker.pointee.room
    let count = unsafe pieces.pointee.feedCount
    let copy = unsafe room.pointee.allocate(1, of: IntegerPieces.self)
    let feeds = unsafe room.pointee.allocate(count, of: Feed.self)
    unsafe feeds.initialize(from: pieces.pointee.feeds, count: count)
    unsafe copy.initialize(to: pieces.pointee)
    unsafe copy.pointee.feeds = unsafe feeds
    return unsafe copy
  }

  /// Makes the next piece of each column; returns how many integers those have, or 0 where there are
  /// none or one is not what its column says.
  mutating func makeNext() -> Int {
    guard left > 0, !isInvalid else { return 0 }
    let wanted = min(
      left, capacity == 0 ? Self.firstCount : capacity * Self.growth, Self.mostCount)
    let isLarger = wanted > capacity
    if isLarger { capacity = wanted }
    let count = min(left, capacity)
    for index in 0..<feedCount {
      guard unsafe Self.make(feeds + index, count, capacity, isLarger) else {
        isInvalid = true
        return 0
      }
    }
    left -= count
    return count
  }

  private static func make(
    _ feed: UnsafeMutablePointer<Feed>, _ count: Int, _ capacity: Int, _ isLarger: Bool
  ) -> Bool {
    if unsafe feed.pointee.piece == nil {
      unsafe feed.pointee.maker = unsafe UnsafePointer(IntegerMaker.copy(feed.pointee.maker))
    }
    let maker = unsafe UnsafeMutablePointer(mutating: feed.pointee.maker)
    if isLarger {
      unsafe feed.pointee.piece = maker.pointee.room.pointee.allocate(capacity, of: Int64.self)
    }
    guard let piece = unsafe feed.pointee.piece, unsafe IntegerMaker.make(maker, count, at: piece)
    else { return false }
    unsafe makeLittleEndian(piece, count)
    return true
  }

  /// The cursor of the piece of a feed, and its number.
  func cursor(_ index: Int) -> (cursor: IntegerCursor, number: Int)? {
    guard let piece = unsafe feeds[index].piece else { return nil }
    return unsafe (IntegerCursor(piece, plus: feeds[index].addend), feeds[index].number)
  }

  /// Puts integers down as cursors read them.
  static func makeLittleEndian(_ integers: UnsafeMutablePointer<Int64>, _ count: Int) {
    #if _endian(big)
      for index in 0..<count { unsafe integers[index] = integers[index].littleEndian }
    #endif
  }
}

/// Integers that are taken one after the other, and how many are left.
@safe package struct IntegerWalk: BitwiseCopyable {
  var values: IntegerCursor
  /// How many are left of those that stand somewhere, or ``shared``.
  var left: Int32
  private let pieces: UnsafeMutablePointer<IntegerPieces>?

  /// The count of controls that stand in the stream that slots share.
  package static let shared = -1

  /// Starts before the first of at most 2^31 - 1 integers.
  package init(_ view: IntegerView, _ count: Int) {
    values = IntegerCursor(view)
    unsafe pieces = IntegerPieces.pieces(of: view, count)
    left = unsafe pieces == nil ? Int32(count) : 0
  }

  /// Whether every value was taken.
  package var isFinished: Bool { unsafe left <= 0 && (pieces?.pointee.left ?? 0) == 0 }

  /// Whether something was not what its column says.
  var isInvalid: Bool { unsafe pieces?.pointee.isInvalid ?? false }

  /// Takes the next integer, or `nil` where there is none or it is not what the column says.
  @inline(__always) package mutating func next() -> Int64? {
    if _slowPath(left <= 0) {
      guard left == 0, goesOn() else { return nil }
    }
    left &-= 1
    return values.take()
  }

  /// Makes more, where there is none left of those that stand somewhere; returns whether there are.
  @inline(never) mutating func goesOn() -> Bool {
    guard let pieces = unsafe pieces else { return false }
    let count = unsafe pieces.pointee.makeNext()
    guard count > 0, let (cursor, _) = unsafe pieces.pointee.cursor(0) else { return false }
    values = cursor
    left = Int32(truncatingIfNeeded: count)
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A growing array of plain values without reference counts or exclusivity checks.
///
/// Hot loops append to many of these at once; a standard array inside a class or another array
/// costs two to six times as much there. An empty buffer holds no memory. Debug builds check every
/// index.
@safe package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  private var capacity: Int
  /// The number of elements.
  package private(set) var count = 0

  /// Creates an empty buffer with room for `capacity` elements.
  package init(capacity: Int = 0) {
    self.capacity = capacity
    unsafe base = capacity > 0 ? .allocateWhole(capacity: capacity) : nil
  }

  /// Creates a buffer of `count` elements that are all the same.
  package init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    append(repeating: element, count: count)
  }

  deinit { unsafe base?.deallocateWhole() }

  /// Forgets all elements and keeps the room.
  package mutating func removeAll() { count = 0 }

  /// Forgets all elements and gives the memory they had back to the system, as far as it is large.
  package mutating func discard() {
    unsafe base?.giveBack(count: count)
    count = 0
  }

  /// Forgets all elements but the first `count`, of which there must be as many.
  package mutating func truncate(to count: Int) {
    assert(count <= self.count)
    self.count = count
  }

  /// The element at `index`.
  @inline(__always) package subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe base.unsafelyUnwrapped[index]
    }
    _modify {
      assert(index >= 0 && index < count)
      yield unsafe &base.unsafelyUnwrapped[index]
    }
  }

  /// Appends an element.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always) package mutating func append(_ element: Element) {
    if _slowPath(count == capacity) { grow(1) }
    unsafe base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Appends an element `count` times, which must not be negative.
  @inline(__always) package mutating func append(repeating element: Element, count extra: Int) {
    assert(extra >= 0)
    reserve(extra)
    guard extra > 0 else { return }
    unsafe (base.unsafelyUnwrapped + count).update(repeating: element, count: extra)
    count &+= extra
  }

  /// Appends `count` elements from `source`, which must hold as many and lie elsewhere.
  @inline(__always) @unsafe package mutating func append(
    from source: UnsafePointer<Element>, count extra: Int
  ) {
    assert(extra >= 0)
    reserve(extra)
    guard extra > 0 else { return }
    unsafe (base.unsafelyUnwrapped + count).update(from: source, count: extra)
    count &+= extra
  }

  /// Appends the elements of another buffer from `start` on, `count` of them.
  @inline(__always) package mutating func append(
    _ other: borrowing Buffer, from start: Int, count extra: Int
  ) {
    assert(start >= 0 && extra >= 0 && start + extra <= other.count)
    guard extra > 0 else { return }
    unsafe append(from: UnsafePointer(other.base.unsafelyUnwrapped) + start, count: extra)
  }

  /// Appends `extra` elements that `body` writes; there must be room for as many as it touches.
  @inline(__always) @unsafe mutating func appendInPlace(
    _ extra: Int, _ body: (UnsafeMutablePointer<Element>) -> Void
  ) {
    assert(count + extra <= capacity)
    unsafe body(base.unsafelyUnwrapped + count)
    count &+= extra
  }

  /// Calls `body` with the first element's place, which must exist.
  @inline(__always) @unsafe func withBase<Result>(
    _ body: (UnsafePointer<Element>) -> Result
  ) -> Result {
    unsafe body(UnsafePointer(base.unsafelyUnwrapped))
  }

  /// Calls `body` with the first element's place, which must exist, to change what stands there.
  @inline(__always) @unsafe mutating func withMutableBase(
    _ body: (UnsafeMutablePointer<Element>) -> Void
  ) {
    unsafe body(base.unsafelyUnwrapped)
  }

  /// Removes the last element and returns it; there must be one.
  @inline(__always) package mutating func removeLast() -> Element {
    assert(count > 0)
    count &-= 1
    return unsafe base.unsafelyUnwrapped[count]
  }

  /// Makes room for `extra` more elements.
  @inline(__always) package mutating func reserve(_ extra: Int) {
    if _slowPath(count &+ extra > capacity) { grow(extra) }
  }

  /// Copies the elements into an array.
  package func array() -> [Element] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }

  /// Appends the elements from `start` on, as far as they are less than `end`, to an array.
  ///
  /// - Returns: The index of the first that is not, or the number of elements.
  func append(
    from start: Int, below end: Element, to array: inout [Element]
  ) -> Int where Element: Comparable {
    var index = start
    while index < count, self[index] < end { index &+= 1 }
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: base, count: count)[start..<index])
    return index
  }

  /// Copies the elements from `start` on, at most so many, into an array.
  func array(from start: Int, most: Int) -> [Element] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count)[start..<min(start + most, count)])
  }

  /// How many bytes are copied before their memory is given back.
  private static var movedByteCount: Int { 8 << 20 }

  /// Moves all elements into an array; the memory they had goes back to the system on the way, as far as
  /// it is large.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  mutating func takeArray() -> [Element] {
    unsafe takeArray { target, source, count in unsafe target.update(from: source, count: count) }
  }

  /// Makes an array of what `convert` writes for the elements, some of them at a time; the memory they had
  /// goes back to the system on the way, as far as it is large.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @unsafe mutating func takeArray<Converted: BitwiseCopyable>(
    _ convert: (UnsafeMutablePointer<Converted>, UnsafePointer<Element>, _ count: Int) -> Void
  ) -> [Converted] {
    let count = count
    defer { self.count = 0 }
    return unsafe [Converted](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      guard let base = unsafe base, let start = target.baseAddress else { return }
      var done = 0
      while done < count {
        let step = min(Self.movedByteCount / MemoryLayout<Element>.stride, count - done)
        unsafe convert(start + done, base + done, step)
        done += step
        unsafe base.giveBack(count: done)
      }
    }
  }

  /// Appends the elements of an array.
  mutating func append(_ array: [Element]) {
    append(array, ByteRange(offset: 0, count: array.count))
  }

  /// Appends the elements of an array in a range, given in elements.
  mutating func append(_ array: [Element], _ range: ByteRange) {
    precondition(range.offset >= 0 && range.count >= 0 && range.end <= array.count)
    unsafe array.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe append(from: start + range.offset, count: range.count)
    }
  }

  @inline(never) private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra, 8)
    unsafe base =
      base?.reallocatedWhole(capacity: capacity) ?? .allocateWhole(capacity: capacity)
  }
}

extension Buffer where Element == UInt32 {
  /// Whether all elements are the same, if there are several.
  var areSame: Bool {
    guard count > 1 else { return false }
    var index = 1
    while index < count, self[index] == self[0] { index &+= 1 }
    return index == count
  }

  /// Copies the elements into an array of integers.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  func integers() -> [Int64] {
    unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      for index in 0..<count { unsafe target[index] = Int64(self[index]) }
    }
  }

  /// Moves the elements into an array of integers, as ``takeArray()`` does.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  mutating func takeIntegers() -> [Int64] {
    unsafe takeArray { target, source, count in
      for index in 0..<count { unsafe target[index] = Int64(source[index]) }
    }
  }
}

extension Buffer where Element == UInt8 {
  /// The four bytes before an index, the first in the lowest bits.
  @inline(__always) func halfWord(before index: Int) -> UInt32 {
    assert(index >= 4 && index <= count)
    let start = unsafe UnsafeRawPointer(base.unsafelyUnwrapped + (index &- 4))
    return unsafe UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
  }
}

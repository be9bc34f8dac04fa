// SPDX-License-Identifier: Apache-2.0

/// A growing array of plain values without reference counts or exclusivity checks.
///
/// Hot loops append to many of these at once; a standard array inside a class or another array
/// costs two to six times as much there. Debug builds check every index.
@safe package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// The number of elements.
  package private(set) var count = 0

  /// Creates an empty buffer with room for `capacity` elements.
  package init(capacity: Int = 0) {
    self.capacity = max(capacity, 8)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  /// Forgets all elements and keeps the room.
  package mutating func removeAll() { count = 0 }

  /// The element at `index`.
  @inline(__always) package subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// Appends an element.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always) package mutating func append(_ element: Element) {
    if _slowPath(count == capacity) { grow(1) }
    unsafe base[count] = element
    count &+= 1
  }

  /// Makes room for `extra` more elements.
  package mutating func reserve(_ extra: Int) {
    if count + extra > capacity { grow(extra) }
  }

  /// Copies the elements into an array.
  package func array() -> [Element] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }

  @inline(never) private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }
}

/// A fixed number of buffers by number, as ``Buffer`` cannot stand in an array.
@safe package struct BufferList<Element: BitwiseCopyable>: ~Copyable {
  private let buffers: UnsafeMutablePointer<Buffer<Element>>
  /// The number of buffers.
  package let count: Int

  /// Creates `count` empty buffers.
  package init(count: Int) {
    self.count = count
    unsafe buffers = .allocate(capacity: max(count, 1))
    for index in 0..<count { unsafe (buffers + index).initialize(to: Buffer()) }
  }

  deinit {
    unsafe buffers.deinitialize(count: count)
    unsafe buffers.deallocate()
  }

  /// The buffer at `index`.
  @inline(__always) package subscript(index: Int) -> Buffer<Element> {
    _read {
      assert(index >= 0 && index < count)
      yield unsafe buffers[index]
    }
    _modify {
      assert(index >= 0 && index < count)
      yield unsafe &buffers[index]
    }
  }
}

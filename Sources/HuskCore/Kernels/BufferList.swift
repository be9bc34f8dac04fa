// SPDX-License-Identifier: Apache-2.0

/// Buffers by number, as ``Buffer`` cannot stand in an array.
///
/// Buffers that are not needed for a while are kept with their memory: memory that is new from the
/// system costs more time to touch than what is written there.
@safe package struct BufferList<Element: BitwiseCopyable>: ~Copyable {
  private var buffers: UnsafeMutablePointer<Buffer<Element>>
  /// The number of buffers that exist, of which the first ``count`` are in use.
  private var capacity: Int
  /// The number of buffers.
  package private(set) var count: Int

  /// Creates `count` empty buffers.
  package init(count: Int = 0) {
    self.count = count
    capacity = max(count, 8)
    unsafe buffers = Self.allocate(capacity, from: 0)
  }

  deinit {
    unsafe buffers.deinitialize(count: capacity)
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

  /// Empties all buffers, of which there are none then.
  package mutating func removeAll() {
    for index in 0..<count { unsafe buffers[index].removeAll() }
    count = 0
  }

  /// Adds `extra` empty buffers.
  ///
  /// - Complexity: O(`extra`) on average.
  package mutating func add(_ extra: Int) {
    if count + extra > capacity {
      let larger = max(capacity * 2, count + extra)
      let moved = unsafe Self.allocate(larger, from: capacity)
      unsafe moved.moveInitialize(from: buffers, count: capacity)
      unsafe buffers.deallocate()
      unsafe buffers = moved
      capacity = larger
    }
    count += extra
  }

  /// Puts the buffers in another order, in which there may be more of them.
  ///
  /// - Parameter order: For each new index the old one, or -1 for an empty buffer; each old index
  ///   of a buffer that is not empty stands there once.
  /// - Complexity: O(*n*) for *n* buffers.
  package mutating func rearrange(_ order: borrowing Buffer<Int32>) {
    let old = count
    add(max(order.count - count, 0))
    var isTaken = [Bool](repeating: false, count: capacity)
    let moved = UnsafeMutablePointer<Buffer<Element>>.allocate(capacity: capacity)
    for index in 0..<order.count where order[index] >= 0 {
      let source = Int(order[index])
      precondition(source < old && !isTaken[source])
      isTaken[source] = true
      unsafe (moved + index).moveInitialize(from: buffers + source, count: 1)
    }
    var spare = 0
    for index in 0..<capacity where index >= order.count || order[index] < 0 {
      while isTaken[spare] { spare += 1 }
      isTaken[spare] = true
      unsafe (moved + index).moveInitialize(from: buffers + spare, count: 1)
      unsafe moved[index].removeAll()
    }
    unsafe buffers.deallocate()
    unsafe buffers = moved
    count = order.count
  }

  /// Allocates `capacity` buffers, of which those from `start` on are initialized.
  private static func allocate(
    _ capacity: Int, from start: Int
  ) -> UnsafeMutablePointer<Buffer<Element>> {
    let buffers = UnsafeMutablePointer<Buffer<Element>>.allocate(capacity: capacity)
    for index in start..<capacity { unsafe (buffers + index).initialize(to: Buffer()) }
    return unsafe buffers
  }
}

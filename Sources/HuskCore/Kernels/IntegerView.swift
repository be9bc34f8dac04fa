// SPDX-License-Identifier: Apache-2.0

/// The integers of a column before one is taken: where they stand, or what they are made of.
///
/// Integers that stand somewhere do so in as few bytes each as they were found in. Whatever the width,
/// a value is one load of eight bytes, a mask and an addition: a constant has a stride of zero, and
/// integers that stand value after value are read where the block has them. Eight bytes must be readable
/// at the last value.
///
/// Others are made of fewer, piece by piece, when they are taken (``IntegerWalk``): a file can announce
/// any number of them, and there is never memory for all.
@safe package struct IntegerView: BitwiseCopyable {
  let base: UnsafeRawPointer
  let stride: Int
  let mask: UInt64
  let offset: Int64
  /// What makes the integers, where they stand nowhere; nobody changes it.
  let maker: UnsafePointer<IntegerMaker>?

  /// Integers of `stride` bytes each that are differences to `offset`.
  @unsafe init(_ base: UnsafeRawPointer, stride: Int, offset: Int64) {
    unsafe self.base = base
    self.stride = stride
    mask = stride >= 8 ? .max : (1 << (8 * UInt64(stride))) - 1
    self.offset = offset
    unsafe maker = nil
  }

  /// A constant; `base` is any address with eight readable bytes.
  @unsafe init(_ base: UnsafeRawPointer, constant: Int64) {
    unsafe self.base = base
    stride = 0
    mask = 0
    offset = constant
    unsafe maker = nil
  }

  /// Integers that are made.
  @unsafe init(_ maker: UnsafePointer<IntegerMaker>) {
    unsafe base = UnsafeRawPointer(maker)
    stride = 8
    mask = .max
    offset = 0
    unsafe self.maker = unsafe maker
  }

  private init(_ view: IntegerView, offset: Int64) {
    unsafe base = view.base
    stride = view.stride
    mask = view.mask
    self.offset = offset
    unsafe maker = view.maker
  }

  /// Whether the integers stand nowhere.
  package var isMade: Bool { unsafe maker != nil }

  /// The indices of the integers, where those are entries of a table and nothing else.
  package var indices: IntegerView? { unsafe maker?.pointee.table?.indices }

  /// What all integers are, where that is known without looking at them.
  var constant: Int64? { stride == 0 && !isMade ? offset : nil }

  /// The integers plus `addend`; overflow wraps around.
  func adding(_ addend: Int64) -> IntegerView { IntegerView(self, offset: offset &+ addend) }

  /// The value at `index`, which must be one of the column; they must not be made.
  @inline(__always) package subscript(index: Int) -> Int64 {
    let word = unsafe (base + index &* stride).loadUnaligned(as: UInt64.self)
    return Int64(bitPattern: UInt64(littleEndian: word) & mask) &+ offset
  }
}

extension IntegerView {
  /// Copies the `count` integers from `start` on; they must not be made.
  ///
  /// - Complexity: O(`count`).
  func copy(from start: Int, _ count: Int, to target: UnsafeMutablePointer<Int64>) {
    let source = unsafe base + start &* stride
    switch stride {
    case 0: unsafe target.update(repeating: offset, count: count)
    case 1: unsafe copy(UInt8.self, source, count, to: target)
    case 2: unsafe copy(UInt16.self, source, count, to: target)
    case 4: unsafe copy(UInt32.self, source, count, to: target)
    case 8: unsafe copy(UInt64.self, source, count, to: target)
    default:
      var index = 0
      while index < count {
        unsafe target[index] = self[start &+ index]
        index &+= 1
      }
    }
  }

  @inline(__always) private func copy<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ source: UnsafeRawPointer, _ count: Int,
    to target: UnsafeMutablePointer<Int64>
  ) {
    let offset = offset
    var index = 0
    while index < count {
      let word = unsafe source.loadUnaligned(
        fromByteOffset: index &* MemoryLayout<Word>.size, as: Word.self)
      unsafe target[index] =
        Int64(truncatingIfNeeded: UInt64(truncatingIfNeeded: Word(littleEndian: word))) &+ offset
      index &+= 1
    }
  }
}

/// A place among integers that stand somewhere, read one after the other.
///
/// It does not know how many there are.
@safe struct IntegerCursor: BitwiseCopyable {
  private var next: UnsafeRawPointer
  private let mask: UInt64
  private let offset: Int64
  private let stride: UInt32

  /// Starts at the first integer of a view; where they are made there is none yet.
  init(_ view: IntegerView) {
    unsafe next = view.base
    mask = view.mask
    offset = view.offset
    stride = UInt32(view.stride)
  }

  /// Starts at an integer of a view, none of which are made.
  init(_ view: IntegerView, from start: Int) {
    self.init(view)
    unsafe next += start &* view.stride
  }

  /// Starts at the first integer of a piece.
  @unsafe init(_ piece: UnsafePointer<Int64>, plus addend: Int64) {
    unsafe next = UnsafeRawPointer(piece)
    mask = .max
    offset = addend
    stride = 8
  }

  /// Whether each integer is a byte and nothing is added.
  var areBytes: Bool { stride == 1 && offset == 0 }

  /// Takes the next integer, which there must be, of those that are bytes.
  @inline(__always) mutating func takeByte() -> UInt8 {
    defer { unsafe next += 1 }
    return unsafe next.load(as: UInt8.self)
  }

  /// Takes the next integer, which there must be.
  @inline(__always) mutating func take() -> Int64 {
    let word = unsafe next.loadUnaligned(as: UInt64.self)
    unsafe next += Int(stride)
    return Int64(bitPattern: UInt64(littleEndian: word) & mask) &+ offset
  }
}

extension ScratchPool {
  /// Copies integers of a buffer.
  mutating func integers<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ buffer: borrowing Buffer<Integer>
  ) -> IntegerView {
    let target = unsafe allocate(buffer.count, of: Integer.self)
    if buffer.count > 0 {
      unsafe buffer.withBase { unsafe target.update(from: $0, count: buffer.count) }
    }
    return unsafe IntegerView(target, stride: MemoryLayout<Integer>.stride, offset: 0)
  }

  /// Copies the bytes of a buffer.
  mutating func copy(_ buffer: borrowing Buffer<UInt8>) -> ByteView {
    let target = unsafe allocate(buffer.count, of: UInt8.self)
    if buffer.count > 0 {
      unsafe buffer.withBase { unsafe target.update(from: $0, count: buffer.count) }
    }
    return unsafe ByteView(target, count: buffer.count)
  }

  /// A column in which all values are `value`.
  package mutating func constant(_ value: Int64) -> IntegerView {
    unsafe IntegerView(anyBytes, constant: value)
  }

  /// The integers that stand in `bytes`, `width` bytes each.
  package func packed(_ bytes: ByteView, base: Int64, width: Int) -> IntegerView {
    unsafe IntegerView(bytes.base, stride: width, offset: base)
  }

  /// Joins `count` integers from `width` planes, which `planes` holds one after the other.
  ///
  /// - Complexity: O(`count` `width`).
  package mutating func join(
    _ planes: ByteView, base: Int64, width: Int, _ count: Int
  ) -> IntegerView {
    precondition(planes.count == count * width)
    let source = unsafe planes.base.assumingMemoryBound(to: UInt8.self)
    switch width {
    case 1: return unsafe IntegerView(planes.base, stride: 1, offset: base)
    case 2:
      let target = unsafe allocate(count, of: UInt16.self)
      unsafe Self.join2(source, count, into: target)
      return unsafe IntegerView(target, stride: 2, offset: base)
    case 3, 4:
      let target = unsafe allocate(count, of: UInt32.self)
      unsafe Self.join3(source, count, into: target)
      if width == 4 { unsafe Self.add(source + 3 * count, count, at: 24, to: target) }
      return unsafe IntegerView(target, stride: 4, offset: base)
    default:
      let target = unsafe allocate(count, of: UInt64.self)
      unsafe Self.join4(source, count, into: target)
      for plane in 4..<width {
        unsafe Self.add(source + plane * count, count, at: UInt64(plane) * 8, to: target)
      }
      return unsafe IntegerView(target, stride: 8, offset: base)
    }
  }

  private static func join2(
    _ source: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt16>
  ) {
    let second = unsafe source + count
    var index = 0
    while index < count {
      unsafe target[index] =
        (UInt16(source[index]) | UInt16(second[index]) &<< 8).littleEndian
      index &+= 1
    }
  }

  private static func join3(
    _ source: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    let second = unsafe source + count
    let third = unsafe second + count
    var index = 0
    while index < count {
      let low = unsafe UInt32(source[index]) | UInt32(second[index]) &<< 8
      unsafe target[index] = (low | UInt32(third[index]) &<< 16).littleEndian
      index &+= 1
    }
  }

  private static func join4(
    _ source: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt64>
  ) {
    let second = unsafe source + count
    let third = unsafe second + count
    let fourth = unsafe third + count
    var index = 0
    while index < count {
      let low = unsafe UInt32(source[index]) | UInt32(second[index]) &<< 8
      let high = unsafe UInt32(third[index]) | UInt32(fourth[index]) &<< 8
      unsafe target[index] = UInt64(low | high &<< 16).littleEndian
      index &+= 1
    }
  }

  private static func add<Word: FixedWidthInteger>(
    _ plane: UnsafePointer<UInt8>, _ count: Int, at shift: Word,
    to target: UnsafeMutablePointer<Word>
  ) {
    var index = 0
    while index < count {
      unsafe target[index] |= (Word(truncatingIfNeeded: plane[index]) &<< shift).littleEndian
      index &+= 1
    }
  }
}

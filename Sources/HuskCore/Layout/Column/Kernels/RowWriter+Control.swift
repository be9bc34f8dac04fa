// SPDX-License-Identifier: Apache-2.0

extension RowWriter {
  /// What came of an operation that decides which is next.
  @safe struct Step {
    var out: UnsafeMutableRawPointer
    /// The number of the next operation.
    var next: Int
    /// The number of gaps that were added.
    var gaps: Int
    var fault: RowFault
  }

  /// Does what is done less often than other operations.
  @inline(never) mutating func control(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer
  ) -> Step {
    var step = unsafe Step(
      out: out, next: operation - tables.operations + 1, gaps: 0,
      fault: out <= limit ? .none : .full)
    guard step.fault == .none else { return step }
    let local = unsafe locals + Int(operation.pointee.local)
    switch unsafe operation.pointee.code {
    case .presence:
      let wordCount = unsafe Int(operation.pointee.target)
      // Nothing is written for what is not there, so the text does not bound them.
      self.wordCount &+= wordCount &- 1
      guard self.wordCount <= tables.wordLimit else {
        step.fault = .tooManyWords
        break
      }
      for word in 0..<wordCount {
        // The operand is the number of fields of the last word: no other may be there.
        let count = unsafe word < wordCount &- 1 ? 32 : Int(operation.pointee.operand)
        let bits = unsafe take(operation, upTo: 1 &<< count &- 1)
        guard bits >= 0 else {
          step.fault = Self.fault(bits)
          break
        }
        unsafe local[word] = bits
      }
    case .closeMarked:
      var end = unsafe openMarked(operation, out, &step.gaps).out
      if step.gaps == 0 {
        let lineCount = unsafe Int(operation.pointee.operand)
        unsafe ByteCopying.copyShort(
          tables.pieces + Int(operation.pointee.target), end, lineCount)
        unsafe end += lineCount
      }
      unsafe end.storeBytes(of: ASCII.closeBrace, as: UInt8.self)
      unsafe step.out = end + 1
    case .stop: step.fault = .tooDeep
    case .long:
      let byteCount = unsafe Int(operation.pointee.operand)
      guard unsafe limit - out >= byteCount else {
        step.fault = .full
        break
      }
      unsafe ByteCopying.copy(tables.pieces + Int(operation.pointee.target), out, byteCount)
      unsafe step.out = out + byteCount
    default: break
    }
    return step
  }

  /// Goes to the target.
  @inline(__always) func jump(
    _ operation: UnsafePointer<RowOperation>, _ next: inout UnsafePointer<RowOperation>
  ) -> RowFault {
    unsafe next = unsafe tables.operations + Int(operation.pointee.target)
    return .none
  }

  /// Takes a tag and goes where the jump table says for it.
  @inline(__always) mutating func select(
    _ operation: UnsafePointer<RowOperation>, _ next: inout UnsafePointer<RowOperation>
  ) -> RowFault {
    let tag = unsafe take(operation, upTo: Int(operation.pointee.operand) &- 1)
    // The first alternative follows right here, and need not be looked up.
    if tag == 0 { return .none }
    guard _fastPath(tag >= 0) else { return Self.fault(tag) }
    let entry = unsafe Int(operation.pointee.target) &+ tag
    unsafe next = unsafe tables.operations + Int(tables.jumps[entry])
    return .none
  }

  /// Opens an array or map, and closes it where it is empty.
  @inline(__always) mutating func open(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer,
    _ next: inout UnsafePointer<RowOperation>
  ) -> Written {
    let count = unsafe open(operation)
    guard _fastPath(count >= 0) else { return unsafe Written(out, Self.fault(count)) }
    let inside = unsafe Self.writeOpening(operation, out)
    if count > 0 { return unsafe Written(inside, .none) }
    unsafe next = unsafe tables.operations + Int(operation.pointee.target)
    return unsafe Written(Self.writeClosing(operation, inside), .none)
  }

  /// Writes a comma and goes to the next element of an array or map, or closes it.
  @inline(__always) func closeOrRepeat(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer,
    _ next: inout UnsafePointer<RowOperation>, _ gaps: inout Int
  ) -> Written {
    let local = unsafe locals + Int(operation.pointee.local)
    unsafe local.pointee &-= 1
    guard unsafe local.pointee > 0 else {
      return unsafe Written(Self.writeClosing(operation, out), upTo: limit)
    }
    unsafe out.storeBytes(of: ASCII.comma, as: UInt8.self)
    unsafe next = unsafe tables.operations + Int(operation.pointee.target)
    gaps &+= 1
    return unsafe Written(out + 1, upTo: limit)
  }

  /// Writes a comma and goes to the next element of an array or map, or goes on.
  @inline(__always) func goOnOrRepeat(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer,
    _ next: inout UnsafePointer<RowOperation>, _ gaps: inout Int
  ) -> Written {
    let local = unsafe locals + Int(operation.pointee.local)
    unsafe local.pointee &-= 1
    guard unsafe local.pointee > 0 else { return unsafe Written(out, upTo: limit) }
    unsafe out.storeBytes(of: Self.space << 8 | UInt16(ASCII.comma), as: UInt16.self)
    unsafe next = unsafe tables.operations + Int(operation.pointee.target)
    gaps &+= 1
    return unsafe Written(out + (1 &+ tables.commaSpaceCount), upTo: limit)
  }

  /// Takes the presence word of an object that has only one.
  @inline(__always) mutating func takePresence(
    _ operation: UnsafePointer<RowOperation>
  ) -> RowFault {
    let bits = unsafe take(operation, upTo: 1 &<< Int(operation.pointee.operand) &- 1)
    guard _fastPath(bits >= 0) else { return Self.fault(bits) }
    unsafe locals[Int(operation.pointee.local)] = bits
    return .none
  }

  /// Enters the subroutine of an object and makes its start the next; the operand says where it goes back
  /// to.
  @inline(__always) mutating func call(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer,
    _ next: inout UnsafePointer<RowOperation>
  ) -> RowFault {
    guard unsafe out <= limit else { return .full }
    guard unsafe isShallow(operation) else { return .tooDeep }
    unsafe tables.frames[frameCount] = Frame(
      next: operation.pointee.operand,
      depth: UInt32(truncatingIfNeeded: depth), locals: locals)
    frameCount &+= 1
    depth &+= unsafe Int(operation.pointee.depth)
    unsafe locals += Int(operation.pointee.local)
    unsafe next = unsafe tables.operations + Int(operation.pointee.target)
    return .none
  }

  /// Leaves a subroutine and goes on where it was called.
  ///
  /// Objects that nest come back one after the other, so what is written is within the limit each time.
  @inline(__always) mutating func goBack(
    _ out: UnsafeMutableRawPointer, _ next: inout UnsafePointer<RowOperation>
  ) -> RowFault {
    guard unsafe out <= limit else { return .full }
    frameCount &-= 1
    let frame = unsafe tables.frames[frameCount]
    depth = Int(frame.depth)
    unsafe locals = frame.locals
    unsafe next = unsafe tables.operations + Int(frame.next)
    return .none
  }

  @inline(__always) func isShallow(_ operation: UnsafePointer<RowOperation>) -> Bool {
    unsafe depth &+ Int(operation.pointee.depth) < tables.depthLimit
  }

  /// Checks that a container may be opened.
  @inline(__always) func enter(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe out <= limit else { return unsafe Written(out, .full) }
    return unsafe Written(out, isShallow(operation) ? .none : .tooDeep)
  }

  /// Writes the brace that opens an object where the comma of its first field is.
  @inline(__always) func openMarked(
    _ operation: UnsafePointer<RowOperation>, _ out: UnsafeMutableRawPointer, _ gaps: inout Int
  ) -> Written {
    guard unsafe out <= limit else { return unsafe Written(out, .full) }
    let place = unsafe locals[Int(operation.pointee.local)]
    unsafe start.storeBytes(of: ASCII.openBrace, toByteOffset: place, as: UInt8.self)
    guard unsafe out - start > place else {
      // The object has no fields, so it has no comma either.
      gaps &+= 1
      return unsafe Written(out + 1, .none)
    }
    let spaceCount = tables.commaSpaceCount
    guard _slowPath(spaceCount > 0) else { return unsafe Written(out, .none) }
    let inside = unsafe start + place + 1
    let end = unsafe out - spaceCount
    unsafe inside.copyMemory(from: inside + spaceCount, byteCount: end - inside)
    return unsafe Written(end, .none)
  }

  /// Takes the number of elements of an array or map, or returns what ``fault(_:)`` explains.
  @inline(__always) mutating func open(_ operation: UnsafePointer<RowOperation>) -> Int {
    guard unsafe isShallow(operation) else { return -3 }
    let count = unsafe take(operation, upTo: Token.maxExtent)
    unsafe locals[Int(operation.pointee.local)] = count
    return count
  }

  /// Takes the next control of a slot: -1 where there is none, -2 where it is more than `limit`, -4 where
  /// it is not what its column says, -5 where it is no varint.
  @inline(__always) mutating func take(
    _ operation: UnsafePointer<RowOperation>, upTo limit: Int
  ) -> Int {
    let control =
      unsafe (UnsafeMutableRawPointer(tables.controls)
      + Int(operation.pointee.slot)).assumingMemoryBound(to: ControlCursor.self)
    let value: Int
    if unsafe control.pointee.left > 0 {
      unsafe control.pointee.left &-= 1
      value = unsafe Int(control.pointee.values.take())
    } else if unsafe control.pointee.left == 0 {
      guard let next = unsafe control.pointee.next() else {
        return unsafe control.pointee.isInvalid ? -4 : -1
      }
      value = Int(next)
    } else {
      value = takeShared()
      guard value >= 0 else { return value }
    }
    return value >= 0 && value <= limit ? value : -2
  }

  /// Takes a varint of the controls that slots share.
  @inline(__always) private mutating func takeShared() -> Int {
    guard unsafe tables.sharedControls < tables.sharedControlsEnd else { return -1 }
    let first = unsafe tables.sharedControls.load(as: UInt8.self)
    unsafe tables.sharedControls += 1
    return _fastPath(first < 0x80) ? Int(first) : takeLong(first)
  }

  @inline(never) private mutating func takeLong(_ first: UInt8) -> Int {
    var varint = Varint.Prefix()
    var byte = first
    while true {
      switch varint.append(byte) {
      case .unfinished: break
      case .finished: return Int(exactly: varint.value) ?? -2
      case .invalid: return -5
      }
      guard unsafe tables.sharedControls < tables.sharedControlsEnd else { return -1 }
      byte = unsafe tables.sharedControls.load(as: UInt8.self)
      unsafe tables.sharedControls += 1
    }
  }

  /// What a negative result of ``take(_:upTo:)`` and ``open(_:)`` says.
  static func fault(_ value: Int) -> RowFault {
    switch value {
    case -1: .missingValue
    case -2: .invalidControl
    case -4: .invalidValue
    case -5: .invalidVarint
    default: .tooDeep
    }
  }
}

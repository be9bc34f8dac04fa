// SPDX-License-Identifier: Apache-2.0

/// What stands between two elements of an array.
protocol ElementSeparator: SendableMetatype {
  /// Whether the bracket that closes the array follows the last element.
  static var closes: Bool { get }
  /// The most bytes that are written, but for a comma.
  var mostBytes: Int { get }

  /// Writes a comma and what follows it, and returns the address behind that.
  func write(_ out: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
}

/// A comma, and at most one space.
struct CommaSeparator: ElementSeparator {
  let spaceCount: Int

  static let closes = true
  var mostBytes: Int { 1 }

  @inline(__always) func write(_ out: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    unsafe out.storeBytes(of: RowWriter.space &<< 8 | UInt16(ASCII.comma), as: UInt16.self)
    return unsafe out + (1 &+ spaceCount)
  }
}

/// A comma, and what starts a line.
@safe struct LineSeparator: ElementSeparator {
  private let line: UnsafeRawPointer
  private let count: Int

  /// A line has no more bytes.
  static let mostCount: UInt32 = 32

  static let closes = false
  var mostBytes: Int { Int(Self.mostCount) }

  /// The line on which an operation writes an element.
  init(_ element: UnsafePointer<RowOperation>, _ pieces: UnsafeRawPointer) {
    unsafe line = unsafe pieces + Int(element.pointee.piece)
    count = unsafe Int(element.pointee.pieceCount)
  }

  @inline(__always) func write(_ out: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    unsafe out.storeBytes(of: ASCII.comma, as: UInt8.self)
    return unsafe start(out + 1)
  }

  /// Starts a line, and returns the address behind that.
  @inline(__always) func start(_ out: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    unsafe ByteCopying.copy16(line, out)
    unsafe ByteCopying.copy16(line + 16, out + 16)
    return unsafe out + count
  }
}

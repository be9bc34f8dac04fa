// SPDX-License-Identifier: Apache-2.0

/// What is expected where members and elements may stand on lines.
///
/// The splitter of rows is made for each kind: most rows have no lines, and should not take the time to ask.
protocol ExpectedLines: BitwiseCopyable {
  /// Passes what stands at an offset of `source` where a line of a level is expected, and returns whether it
  /// is that.
  func pass(_ offset: inout Int, _ level: Int, of source: ByteSource) -> Bool
}

/// No lines, so that nothing is passed.
struct NoLines: ExpectedLines {
  @inline(__always) func pass(_ offset: inout Int, _ level: Int, of source: ByteSource) -> Bool {
    true
  }
}

extension LineMark: ExpectedLines {
  @inline(__always) func pass(_ offset: inout Int, _ level: Int, of source: ByteSource) -> Bool {
    guard stands(at: offset, level, of: source) else { return false }
    offset &+= count(level)
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// How many values are 0, 1 and so on, of at most eight kinds, or `nil` where one is not below
  /// `limit`, or they are not what their column says.
  ///
  /// - Complexity: O(`count`).
  package mutating func counts(of values: IntegerView, _ count: Int, _ limit: Int) -> [Int]? {
    if let maker = unsafe values.maker, unsafe maker.pointee.kind == .runs {
      return unsafe Self.runCounts(IntegerMaker.copy(maker), plus: values.offset, limit)
    }
    var counts = [Int](repeating: 0, count: limit)
    // What is made is without it.
    let addend = values.isMade ? values.offset : 0
    let pieceCount = min(count, 512)
    let piece = unsafe pieceRoom.pointee.allocate(pieceCount, of: Int64.self)
    let maker = unsafe pieceRoom.pointee.allocate(1, of: IntegerMaker.self)
    unsafe maker.initialize(to: IntegerMaker(values, count, in: pieceRoom))
    let copy = unsafe IntegerMaker.copy(UnsafePointer(maker))
    var left = count
    while left > 0 {
      let next = min(left, pieceCount)
      guard unsafe IntegerMaker.make(copy, next, at: piece) else { return nil }
      guard unsafe Self.count(piece, next, plus: addend, limit, in: &counts) else { return nil }
      left -= next
    }
    return counts
  }

  /// Counts values of a piece, of at most eight kinds; returns whether all are below `limit`.
  private static func count(
    _ piece: UnsafeMutablePointer<Int64>, _ count: Int, plus addend: Int64, _ limit: Int,
    in counts: inout [Int]
  ) -> Bool {
    var all: UInt64 = 0
    // A byte for each kind: no sum waits for a place in memory.
    var sums: UInt64 = 0
    var index = 0
    var isValid = true
    while index < count {
      let end = min(index &+ 255, count)
      while index < end {
        let value = unsafe UInt64(bitPattern: piece[index] &+ addend)
        all |= value
        isValid = isValid && value < UInt64(truncatingIfNeeded: limit)
        sums &+= 1 &<< (value &* 8)
        index &+= 1
      }
      guard all < 8, isValid else { return false }
      for kind in 0..<limit { counts[kind] &+= Int(sums &>> UInt64(kind &* 8) & 0xFF) }
      sums = 0
    }
    return true
  }

  /// Counts the values of runs, whatever their lengths; `nil` where they are not as ``counts(of:_:_:)``
  /// says.
  private static func runCounts(
    _ maker: UnsafeMutablePointer<IntegerMaker>, plus addend: Int64, _ limit: Int
  ) -> [Int]? {
    var counts = [Int](repeating: 0, count: limit)
    while let run = unsafe maker.pointee.takeWholeRun() {
      let value = run.value &+ addend
      guard 0..<Int64(limit) ~= value else { return nil }
      counts[Int(value)] += run.count
    }
    return unsafe maker.pointee.endsWithRuns ? counts : nil
  }
}

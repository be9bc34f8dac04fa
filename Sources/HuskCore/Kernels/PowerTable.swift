// SPDX-License-Identifier: Apache-2.0

/// Powers of five and of ten, integers and doubles, in plain memory; behind them a ``BinadeTable`` and a
/// ``DigitTable``.
///
/// A global table would be asked for at each use whether it exists yet; whoever writes many
/// numbers asks once, and hands the table on.
@safe struct PowerTable: BitwiseCopyable {
  private let base: UnsafePointer<UInt64>
  /// The largest power of five that there is.
  static let largestFive = 27
  private static let fiveCount = largestFive + 1
  private static let tenCount = 20
  private static let doubleCount = 27
  private static let powerCount = fiveCount + tenCount + doubleCount
  private static let leastDouble = -11

  /// The table; it is never freed.
  nonisolated(unsafe) static let shared = PowerTable()

  /// The table, for code that has no pointers of its own; it never changes.
  static var common: PowerTable { unsafe shared }

  private init() {
    let table = UnsafeMutablePointer<UInt64>.allocate(
      capacity: Self.powerCount + BinadeTable.count + DigitTable.count / 2)
    var power: UInt64 = 1
    for exponent in 0..<Self.fiveCount {
      unsafe table[exponent] = power
      power &*= 5
    }
    power = 1
    for exponent in 0..<Self.tenCount {
      unsafe table[Self.fiveCount + exponent] = power
      power &*= 10
    }
    let doubles = unsafe table + Self.fiveCount + Self.tenCount
    for index in 0..<Self.doubleCount {
      // Both operands are exact, so the quotient is the nearest double.
      let exponent = Self.leastDouble + index
      let whole = unsafe Double(table[Self.fiveCount + max(exponent, 0)])
      let part = unsafe Double(table[Self.fiveCount + max(-exponent, 0)])
      unsafe doubles[index] = (whole / part).bitPattern
    }
    let rows = unsafe table + Self.powerCount
    unsafe BinadeTable.fill(
      UnsafeMutableRawPointer(rows).assumingMemoryBound(to: BinadeTable.Row.self))
    unsafe DigitTable.fill(
      UnsafeMutableRawPointer(rows + BinadeTable.count).assumingMemoryBound(to: UInt32.self))
    unsafe base = UnsafePointer(table)
  }

  /// The table at an address that was taken from a table.
  init(_ address: UnsafeRawPointer) {
    unsafe base = address.assumingMemoryBound(to: UInt64.self)
  }

  /// Where the table is.
  var address: UnsafeRawPointer { unsafe UnsafeRawPointer(base) }

  /// What numbers between two powers of two have in common.
  @inline(__always) var binades: BinadeTable {
    unsafe BinadeTable(
      UnsafeRawPointer(base + Self.powerCount).assumingMemoryBound(to: BinadeTable.Row.self))
  }

  /// The digits of numbers below 10,000.
  @inline(__always) var digits: DigitTable {
    unsafe DigitTable(
      UnsafeRawPointer(base + Self.powerCount + BinadeTable.count)
        .assumingMemoryBound(to: UInt32.self))
  }

  /// Five to the power of `exponent`, 0 to 27.
  @inline(__always) func five(_ exponent: Int) -> UInt64 {
    assert(0..<Self.fiveCount ~= exponent)
    return unsafe base[exponent]
  }

  /// Ten to the power of `exponent`, 0 to 19.
  @inline(__always) func ten(_ exponent: Int) -> UInt64 {
    assert(0..<Self.tenCount ~= exponent)
    return unsafe base[Self.fiveCount &+ exponent]
  }

  /// The double nearest to ten to the power of `exponent`, -11 to 15.
  @inline(__always) func double(_ exponent: Int) -> Double {
    assert(Self.leastDouble..<Self.leastDouble + Self.doubleCount ~= exponent)
    let index = Self.fiveCount &+ Self.tenCount &- Self.leastDouble &+ exponent
    return unsafe Double(bitPattern: base[index])
  }
}

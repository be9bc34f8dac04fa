// SPDX-License-Identifier: Apache-2.0

/// Reads choices from one number (SPEC §13.3 Range coder).
struct RangeDecoder {
  private let data: [UInt8]
  /// How many bytes were taken, those behind the end among them.
  private(set) var taken = 0
  /// The number in the interval, counted from its start.
  private(set) var code: UInt32 = 0
  private var range: UInt32 = 0xFFFF_FFFF

  init(_ data: [UInt8]) throws {
    self.data = data
    for _ in 0..<4 { try take() }
  }

  private mutating func take() throws {
    // Zeros go on without an end.
    try demand(taken < data.count + 4, .truncated, "choices go on behind the end")
    code = code << 8 | (taken < data.count ? UInt32(data[taken]) : 0)
    taken += 1
  }

  private mutating func narrow(_ start: UInt32, _ size: UInt32) throws {
    code &-= start
    range = size
    while range < 1 << 24 {
      try take()
      range <<= 8
    }
  }

  /// The number of one of some outcomes.
  mutating func choose(_ frequencies: [Int]) throws -> Int {
    if frequencies.count == 1 { return 0 }
    let total = frequencies.reduce(0, +)
    let unit = range / UInt32(total)
    let target = min(Int(code / unit), total - 1)
    var number = 0
    var start = 0
    while start + frequencies[number] <= target {
      start += frequencies[number]
      number += 1
    }
    try narrow(unit * UInt32(start), unit * UInt32(frequencies[number]))
    return number
  }

  /// The number of one of so many outcomes of equal frequency.
  mutating func choose(evenly count: Int) throws -> Int {
    if count == 1 { return 0 }
    let unit = range / UInt32(count)
    let number = min(Int(code / unit), count - 1)
    try narrow(unit * UInt32(number), unit)
    return number
  }

  /// A bit that is 1 with a probability in 4096.
  mutating func bit(_ probability: Int) throws -> Int {
    try bit(below: (range >> 12) * UInt32(probability))
  }

  /// A bit that is 1 with a probability in 65,536 (SPEC §16.2 Probabilities).
  mutating func share(_ probability: Int) throws -> Int {
    try bit(below: UInt32((UInt64(range) * UInt64(probability)) >> 16))
  }

  private mutating func bit(below bound: UInt32) throws -> Int {
    if code < bound {
      try narrow(0, bound)
      return 1
    }
    try narrow(bound, range - bound)
    return 0
  }

  /// So many bits, 16 at a time, the highest first.
  mutating func bits(_ count: Int) throws -> UInt64 {
    var value: UInt64 = 0
    var left = count
    while left > 0 {
      let part = min(left, 16)
      value = value << UInt64(part) | UInt64(try choose(evenly: 1 << part))
      left -= part
    }
    return value
  }

  /// A number of which nothing is known.
  mutating func number() throws -> Int {
    let value = try bits(Int(try bits(6)))
    try demand(value <= 4_294_967_295, .invalidValue, "the number \(value)")
    return Int(value)
  }

  /// Refuses values that have more bytes than are needed.
  func demandEnd() throws {
    let last = (taken - 4..<taken).reduce(UInt32(0)) {
      $0 << 8 | ($1 < data.count ? UInt32(data[$1]) : 0)
    }
    let low = UInt64(last &- code)
    let needed = taken - (low == 0 || low + UInt64(range) > 1 << 32 ? 4 : 3)
    try demand(data.count <= needed, .extraValue, "\(data.count - needed) bytes are left")
  }
}

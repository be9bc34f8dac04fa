// SPDX-License-Identifier: Apache-2.0

/// Small checks that need no library.
package enum Digest {
  /// The 64-bit FNV-1a hash of some bytes: a seed from a name, not a defence against anyone.
  package static func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The SHA-256 hash of some bytes in hexadecimal (FIPS 180-4), slow and in plain Swift.
  package static func sha256(_ bytes: [UInt8]) -> String {
    var state: [UInt32] = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
      0x5BE0_CD19,
    ]
    let bitCount = UInt64(bytes.count) * 8
    var message = bytes + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: message.count, by: 64) {
      compress(message[start..<start + 64], into: &state)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }
    var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for round in 16..<64 {
      let (early, late) = (schedule[round - 15], schedule[round - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      schedule.append(schedule[round - 16] &+ first &+ schedule[round - 7] &+ second)
    }
    var work = state
    for round in 0..<64 {
      let (a, e) = (work[0], work[4])
      let choice = e & work[5] ^ ~e & work[6]
      let majority = a & work[1] ^ a & work[2] ^ work[1] & work[2]
      let rotatedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let rotatedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let first = work[7] &+ rotatedE &+ choice &+ roundConstants[round] &+ schedule[round]
      let second = rotatedA &+ majority
      work = [first &+ second, a, work[1], work[2], work[3] &+ first, e, work[5], work[6]]
    }
    for index in 0..<8 { state[index] &+= work[index] }
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = {
    let primes = (2...311).filter { number in
      !(2..<number).contains { number.isMultiple(of: $0) }
    }
    return primes.map { prime in
      // The greatest root with root³ ≤ prime · 2⁹⁶, found bit by bit.
      let cube = UInt128(prime) << 96
      var root: UInt128 = 0
      for bit in (0..<36).reversed() {
        let candidate = root | 1 << bit
        if candidate * candidate <= cube / candidate { root = candidate }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}

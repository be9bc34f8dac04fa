// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Scans `true`, `false` or `null` and returns the offset after it.
  ///
  /// Anything else gives a packed ``ScanFault`` at the first byte that differs.
  @inline(__always) package func scanLiteral(_ start: Int) -> Int {
    let bytes = halfWord(at: start)
    if bytes == 0x6C6C_756E || bytes == 0x6575_7274 { return start &+ 4 }
    if bytes == 0x736C_6166, self[start &+ 4] == ASCII.lowerE { return start &+ 5 }
    return literalFault(start)
  }

  @inline(never) private func literalFault(_ start: Int) -> Int {
    // The word that starts with this byte, lowest byte first, without its first letter.
    let word: UInt64 =
      switch self[start] {
      case ASCII.lowerT: 0x65_7572
      case ASCII.lowerF: 0x6573_6C61
      case ASCII.lowerN: 0x6C_6C75
      default: 0
      }
    guard word != 0 else { return ScanFault.unexpected.at(start) }
    let difference = self.word(at: start &+ 1) ^ word
    return ScanFault.unexpected.at(start &+ 1 &+ difference.trailingZeroBitCount &>> 3)
  }
}

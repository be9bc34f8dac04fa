// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Known answers of cryptography")
struct KnownAnswerTests {
  private func bytes(_ digits: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = digits.filter { !$0.isWhitespace }[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private func secret(_ digits: String) -> SecretBytes {
    let bytes = bytes(digits)
    return SecretBytes(count: bytes.count) { bytes[$0] }
  }

  /// The test cases 13, 14 and 16 of McGrew and Viega, The Galois/Counter Mode of Operation.
  @Test(arguments: [
    (
      String(repeating: "00", count: 32), String(repeating: "00", count: 12), "", "",
      "530f8afbc74536b9a963b4f1c4cb738b"
    ),
    (
      String(repeating: "00", count: 32), String(repeating: "00", count: 12),
      String(repeating: "00", count: 16), "",
      "cea7403d4d606b6e074ec5d3baf39d18 d0d1c8a799996bf0265b98b5d48ab919"
    ),
    (
      "feffe9928665731c6d6a8f9467308308 feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888",
      """
      d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72
      1c3c0c95956809532fcf0e2449a6b525 b16aedf5aa0de657ba637b39
      """, "feedfacedeadbeeffeedfacedeadbeef abaddad2",
      """
      522dc1f099567d07f47f37a32a84427d 643a8cdcbfe5c0c97598a2bd2555d1aa
      8cb08e48590dbb3da7b08b1056828838 c5f61e6393ba7a0abcc9f662
      76fc6ece0f4e1768cddf8853bb2d551b
      """
    ),
  ])
  func sealsAndOpens(
    key: String, nonce: String, plaintext: String, associated: String, sealed: String
  ) {
    var sealer = SegmentCipher(secret(key), .sealing)
    let associated = bytes(associated)
    // What is given in parts is one.
    let parts = [Array(associated.prefix(3)), Array(associated.dropFirst(3))]
    let text = bytes(plaintext)
    let result = sealer.seal(
      [Array(text.prefix(5)), Array(text.dropFirst(5))], nonce: bytes(nonce), associated: parts)
    #expect(result == bytes(sealed))
    var opener = SegmentCipher(secret(key), .opening)
    #expect(opener.open(result.span, nonce: bytes(nonce), associated: [associated]) == text)
    #expect(opener.open(result.span, nonce: bytes(nonce), associated: [[1]]) == nil)
  }

  /// RFC 5869, appendices A.1 to A.3.
  @Test(arguments: [
    (
      "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    ),
    (
      "", "",
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    ),
  ])
  func derives(salt: String, info: String, output: String) {
    let expected = bytes(output)
    let key = secret(String(repeating: "0b", count: 22))
    let derived = SecretBytes(
      derived: expected.count, from: key, salt: bytes(salt), info: bytes(info))
    var found: [UInt8] = []
    derived.append(0..<derived.count, to: &found)
    #expect(found == expected)
  }

  @Test func derivesMoreThanOneHash() {
    // RFC 5869, appendix A.2.
    let derived = SecretBytes(
      derived: 82, from: SecretBytes(count: 80) { UInt8($0) }, salt: (0x60...0xAF).map { $0 },
      info: (0xB0...0xFF).map { $0 })
    var found: [UInt8] = []
    derived.append(0..<derived.count, to: &found)
    #expect(
      found
        == bytes(
          """
          b11e398dc80327a1c8e7f78c596a4934 4f012eda2d4efad8a050cc4c19afa97c
          59045a99cac7827271cb41c65e590e09 da3275600c2f09b8367793a9aca3db71
          cc30c58179ec3e87c14c01d5c1f3434f 1d87
          """))
  }

  /// RFC 7914, section 12, but for the one that takes a gigabyte.
  @Test(
    arguments: [
      (
        "", "", 16, 1, 1,
        "77d6576238657b203b19ca42c18a0497 f16b4844e3074ae8dfdffa3fede21442"
          + "fcd0069ded0948f8326a753a0fc81f17 e8d3e0fb2e0d3628cf35e20c38d18906"
      ),
      (
        "password", "NaCl", 1024, 8, 16,
        "fdbabe1c9d3472007856e7190d01e9fe 7c6ad7cbc8237830e77376634b373162"
          + "2eaf30d92e22a3886ff109279d9830da c727afb94a83ee6d8360cbdfa2cc0640"
      ),
      (
        "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
        "7023bdcb3afd7348461c06cd81fd38eb fda8fbba904f8e3ea9b543f6545da1f2"
          + "d5432955613f0fcf62d49705242a9af9 e61e85dc0d651e40dfcf017b45575887"
      ),
    ] as [(String, String, UInt64, UInt64, UInt64, String)])
  func stretches(
    passphrase: String, salt: String, cost: UInt64, blockSize: UInt64, parallelism: UInt64,
    output: String
  ) throws {
    let words = Array(passphrase.utf8)
    let stretched = try #require(
      SecretBytes(
        stretched: 64, from: SecretBytes(count: words.count) { words[$0] },
        salt: Array(salt.utf8), cost: cost, blockSize: blockSize, parallelism: parallelism))
    var found: [UInt8] = []
    stretched.append(0..<stretched.count, to: &found)
    #expect(found == bytes(output))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

/// A vector about masks: the file in `Corpus/vectors/mask` is made from it.
private struct MaskVector {
  var name: String
  var expect = "success"
  var comment: String
  var options: String?
  var keys = Keyring(SampleKeys.first)
  var context = "orders"
  var mask: String
  var text: String?

  var file: String {
    var file = "expect: \(expect)\nspec: §14.10\n"
    if let options { file += "options: \(options)\n" }
    file += "comment: \(comment)\n\n-- keys --\n\(String(decoding: keys.text, as: UTF8.self))\n"
    file += VectorBuilder.section("context", context) + VectorBuilder.section("mask", mask)
    if let text { file += VectorBuilder.section("text", text) }
    return file
  }

  static func all() throws -> [MaskVector] {
    let masks = PathMask(Keyring(SampleKeys.first), context: "orders")
    let mask = try masks.seal("48213")
    var both = Keyring(SampleKeys.second)
    both.add(SampleKeys.first)
    var refused = [
      MaskVector(name: "changed", comment: "A character is another.", mask: "-" + mask.dropFirst()),
      MaskVector(name: "cut", comment: "A character is missing.", mask: String(mask.dropLast())),
      MaskVector(name: "empty", comment: "There is nothing to open.", mask: ""),
      MaskVector(name: "padded", comment: "Masks have no padding.", mask: mask + "=="),
      MaskVector(
        name: "unused_bits", comment: "Bits that mean nothing are zero.", mask: unused(mask)),
      MaskVector(
        name: "other_alphabet", comment: "It is the alphabet for addresses.",
        mask: try masks.seal("48211").replacing("-", with: "+")),
      MaskVector(
        name: "other_context", comment: "It was made for another context.", context: "users",
        mask: mask),
      MaskVector(
        name: "other_key", comment: "It was made with another key.",
        keys: Keyring(SampleKeys.second), mask: mask),
      MaskVector(
        name: "no_text", comment: "What is sealed is not UTF-8.", mask: notText),
      MaskVector(
        name: "of_no_expiry", comment: "What is sealed has no bytes, and so no expiry.",
        mask: "G69JmaQTt5C5CBJrSeqKNg"),
      MaskVector(
        name: "expiry_cut", comment: "What is sealed ends within the expiry.",
        mask: "aGC7nqPyhHYiXr4EkaFIfZ4"),
      MaskVector(
        name: "expiry_not_shortest", comment: "An expiry in two bytes where one is enough.",
        mask: "BFmWSEFC8NZ-hCJJCzf_IBt7kQ"),
    ]
    for index in refused.indices { refused[index].expect = "authenticationFailed" }
    return refused + [
      MaskVector(
        name: "context_too_long", expect: "limitExceeded", comment: "A context of 65,537 bytes.",
        context: String(repeating: "x", count: 65_537), mask: mask),
      MaskVector(name: "mask", comment: "A number.", mask: mask, text: "48213"),
      MaskVector(
        name: "without_context", comment: "No string is associated.", context: "",
        mask: try PathMask(Keyring(SampleKeys.first), context: "").seal("48213"), text: "48213"),
      MaskVector(
        name: "of_nothing", comment: "An empty string has a mask.", mask: try masks.seal(""),
        text: ""),
      MaskVector(
        name: "of_old_key", comment: "The second key opens it.",
        keys: both, mask: try PathMask(both, context: "orders").seal("Zoë/ü"), text: "Zoë/ü"),
      MaskVector(
        name: "expiring", comment: "Its last second.", options: "expiry=1000 now=999",
        mask: try masks.seal("48213", expiry: 1000), text: "48213"),
      MaskVector(
        name: "expired", expect: "expiredMask", comment: "It expires now.",
        options: "expiry=1000 now=1000", mask: try masks.seal("48213", expiry: 1000)),
    ]
  }

  /// The same mask with a bit set behind its last byte.
  private static func unused(_ mask: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = mask.last.flatMap(digits.firstIndex) ?? 0
    return mask.dropLast() + String(digits[last + 1])
  }

  /// The mask of the bytes 00 FF, made as the others that no writer makes by the package `cryptography` of Python.
  private static let notText = "TQIBFm-BLlTrqDAZ418aVFlt"
}

@Suite("Masks (SPEC §14.10 Masks)")
struct MaskVectorTests {
  private func opened(_ vector: Vector) throws(HuskError) -> String {
    func text(_ section: String) -> String {
      String(decoding: vector.content[section] ?? [], as: UTF8.self)
    }
    let masks = PathMask(
      try Keyring(text: vector.content["keys"] ?? []), context: text("context"))
    return try masks.open(text("mask"), at: vector.option("now").flatMap { Int64($0) } ?? 0)
  }

  @Test(arguments: Vector.all(in: "mask", succeed: true))
  func textsComeOut(vector: Vector) throws {
    #expect(try Array(opened(vector).utf8) == vector.content["text"])
  }

  @Test(arguments: Vector.all(in: "mask", succeed: false))
  func masksAreRefused(vector: Vector) throws {
    #expect(throws: try #require(vector.error)) { try opened(vector) }
  }

  @Test func vectorsAreThoseThatAreMadeNow() throws {
    let folder = Vector.folder.appending(path: "mask")
    let vectors = try MaskVector.all()
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      for vector in vectors {
        try Data(vector.file.utf8).write(to: folder.appending(path: vector.name + ".txt"))
      }
    }
    let names = Set(Corpus.files(in: folder, suffix: ".txt").map(\.name))
    #expect(names == Set(vectors.map { $0.name + ".txt" }))
    for vector in vectors {
      let file = CorpusFile(url: folder.appending(path: vector.name + ".txt"))
      #expect(try file.bytes() == Array(vector.file.utf8), "\(vector.name)")
    }
  }

  @Test(
    .enabled(if: Python.hasCryptography, "python3 or its package cryptography is not there"),
    arguments: Vector.all(in: "mask", succeed: true))
  func pythonMakesTheSame(vector: Vector) throws {
    let script = """
      import base64, sys
      from cryptography.hazmat.primitives.ciphers.aead import AESSIV
      from cryptography.hazmat.primitives.hashes import SHA256
      from cryptography.hazmat.primitives.kdf.hkdf import HKDF
      key, context, expiry = bytes.fromhex(sys.argv[1]), sys.argv[2].encode(), int(sys.argv[3])
      key = HKDF(SHA256(), 64, None, b"husk 1 mask").derive(key)
      start = bytes([expiry]) if expiry < 128 else bytes([expiry & 127 | 128, expiry >> 7])
      text = start + sys.stdin.buffer.read()
      sealed = AESSIV(key).encrypt(text, [context] if context else None)
      print(base64.urlsafe_b64encode(sealed).rstrip(b"=").decode(), end="")
      """
    let keys = String(decoding: vector.content["keys"] ?? [], as: UTF8.self)
    let active = try #require(
      keys.split(separator: "\n").first { $0.hasPrefix("active") }?.split(separator: " ").last)
    let context = String(decoding: vector.content["context"] ?? [], as: UTF8.self)
    let result = try Python.run(
      ["-c", script, String(active), context, vector.option("expiry") ?? "0"],
      vector.content["text"] ?? [])
    #expect(result.output == vector.content["mask"], "\(result.message)")
  }
}

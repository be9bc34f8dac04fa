// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Blocks that do not decode to their text are replaced by it")
struct BlockVerifyingTests {
  private static let lines = Array(
    (0..<400).map { "{\"id\":\($0),\"name\":\"user \($0 % 7)\"}\n" }.joined().utf8)

  private func rows() throws -> RowBlock {
    try RowBlock(whole: Self.lines, as: .ndjson, .preserved, Limits())
  }

  private func text(of block: EncodedBlock) throws -> [UInt8] {
    var decoder = BlockDecoder(DecodeOptions())
    let templates = TemplateCompressor(.default, .auto)
    return try decoder.decode(FoundBlock(block, templates))
  }

  private func columns(_ options: EncodeOptions) throws -> EncodedBlock {
    var encoder = BlockEncoder(options)
    var block = ScannedBlock(rows: try rows(), prediction: nil)
    return try encoder.encode(&block)
  }

  @Test func goodBlocksStay() throws {
    for level in [1, 5] {
      let plain = try columns(EncodeOptions(effort: Effort(level: level), verifies: false))
      let verified = try columns(EncodeOptions(effort: Effort(level: level), verifies: true))
      #expect(plain.contentHeader.form == .columns)
      #expect(verified.body == plain.body)
      #expect(verified.template == plain.template)
      #expect(!verified.isReplaced)
    }
  }

  @Test func damagedBlocksBecomeText() throws {
    let good = try columns(EncodeOptions(verifies: false))
    var encoder = BlockEncoder(EncodeOptions(verifies: true))
    for place in [0, good.body.count / 2, good.body.count - 1] {
      var damaged = good
      damaged.body[place] ^= 0x55
      let kept = encoder.verified(damaged, of: try rows())
      #expect(kept.isReplaced)
      #expect(kept.contentHeader.form == .stored)
      #expect(try text(of: kept) == Self.lines)
    }
    // A block that is right, of another text.
    let others = Array(
      String(decoding: Self.lines, as: UTF8.self).replacing("user", with: "None").utf8)
    let otherRows = try RowBlock(whole: others, as: .ndjson, .preserved, Limits())
    #expect(try text(of: encoder.verified(good, of: otherRows)) == others)
    // What was damaged before leaves nothing behind.
    #expect(!encoder.verified(good, of: try rows()).isReplaced)
  }

  @Test func onlyWhereItIsAskedForOrCheap() throws {
    #expect(!EncodeOptions(effort: Effort(level: 3)).verifiesBlocks)
    #expect(EncodeOptions(effort: Effort(level: 4)).verifiesBlocks)
    #expect(EncodeOptions(effort: .max).verifiesBlocks)
    #expect(!EncodeOptions(effort: .archive).verifiesBlocks)
    #expect(EncodeOptions(effort: .archive, verifies: true).verifiesBlocks)
    #expect(!EncodeOptions(effort: .max, verifies: false).verifiesBlocks)
    var damaged = try columns(EncodeOptions(verifies: false))
    damaged.body[0] ^= 0x55
    var encoder = BlockEncoder(EncodeOptions(verifies: false))
    #expect(!encoder.verified(damaged, of: try rows()).isReplaced)
  }

  @Test("whatever else is done with them", arguments: [CompressionMethod.none, .gzip, .auto])
  func combined(method: CompressionMethod) throws {
    let key = SampleKeys.first
    let fields = FieldEncryption(try #require(FieldPaths(["name"])), with: key)
    let texts = [Self.lines, Array("[1,{\"name\":\"x\"},[]]".utf8), Array("7".utf8)]
    for (whitespace, fields) in [(WhitespaceHandling.preserved, fields), (.minified, nil)] {
      var options = EncodeOptions(
        compression: method, whitespace: whitespace, fieldEncryption: fields, verifies: false)
      let decoding = DecodeOptions(fieldKeys: Keyring(key))
      for json in texts {
        options.verifies = false
        let expected = try Husk.decode(Husk.encode(json: json, options: options), options: decoding)
        options.verifies = true
        var encoder = DocumentEncoder(options: options)
        let bytes = try encoder.encode(json: json)
        #expect(encoder.replacedBlockCount == 0)
        #expect(try Husk.decode(bytes, options: decoding) == expected)
      }
    }
  }

  @Test func sealedValuesMayNestAsDeepAsTheTextAllows() throws {
    let key = SampleKeys.first
    let fields = FieldEncryption(try #require(FieldPaths(["a"])), with: key)
    let depth = Limits().depth
    let deep = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
    let json = Array("{\"a\":\(deep)}".utf8)
    var encoder = DocumentEncoder(
      options: EncodeOptions(fieldEncryption: fields, verifies: true))
    let bytes = try encoder.encode(json: json)
    #expect(encoder.replacedBlockCount == 0)
    #expect(try Husk.decode(bytes, options: DecodeOptions(fieldKeys: Keyring(key))) == json)
  }

  @Test func textOfSeveralBlocksIsCompared() throws {
    var encoder = BlockEncoder(EncodeOptions(verifies: true))
    var trusting = BlockEncoder(EncodeOptions(verifies: false))
    let good = try columns(EncodeOptions(verifies: false))
    var damaged = good
    damaged.body[damaged.body.count / 2] ^= 0x55
    let shorter = Array(Self.lines.dropLast())
    let answers = [
      encoder.isVerified(good, of: Self.lines), encoder.isVerified(good, of: shorter),
      encoder.isVerified(damaged, of: Self.lines), trusting.isVerified(damaged, of: Self.lines),
    ]
    #expect(answers == [true, false, false, true])
  }
}

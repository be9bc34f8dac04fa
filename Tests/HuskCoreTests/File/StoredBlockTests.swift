// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Blocks of text (SPEC §8.7 Stored blocks)")
struct StoredBlockTests {
  /// Prose without anything that is alike from row to row.
  private static let prose = Array(
    #"["the sun rose over the hills and the river ran on","a dog slept at the door of the house"]"#
      .utf8)

  private func content(
    of text: [UInt8], _ effort: Effort, _ method: CompressionMethod = .auto, below limit: Int = .max
  ) throws -> [UInt8]? {
    var stored = StoredBlock(effort, method)
    return stored.encode(try RowBlock(whole: text, as: .auto, .preserved, Limits()), below: limit)
  }

  @Test func archivesPredictTextWhereThatIsSmallest() throws {
    let content = try #require(try content(of: Self.prose, .archive))
    #expect(content.first == Codec.modelled.rawValue)
    let other = try #require(try self.content(of: Self.prose, .max))
    #expect(content.count < other.count)
    var decompressor = Decompressor()
    var text: [UInt8] = []
    try StoredBlock.decode(
      content.span, count: Self.prose.count, &decompressor, appendingTo: &text)
    #expect(text == Self.prose)
  }

  @Test(arguments: [Effort(level: 1), Effort(level: 6), Effort(level: 9), .max])
  func otherEffortsDoNotPredictIt(effort: Effort) throws {
    let content = try #require(try content(of: Self.prose, effort))
    #expect(content.first != Codec.modelled.rawValue)
  }

  @Test(arguments: CompressionMethod.allCases.filter { $0 != .auto })
  func whatAnotherMethodWasAskedForDoesNotPredictIt(method: CompressionMethod) throws {
    let content = try #require(try content(of: Self.prose, .archive, method))
    #expect(content.first != Codec.modelled.rawValue)
  }

  @Test func nothingThatIsNotSmallerIsStored() throws {
    let count = try #require(try content(of: Self.prose, .archive)).count
    #expect(try content(of: Self.prose, .archive, below: count) == nil)
    #expect(try content(of: Self.prose, .archive, below: count + 1)?.count == count)
  }
}

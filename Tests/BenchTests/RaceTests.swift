// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskTestKit
import Testing

@Suite("Measuring methods")
struct RaceTests {
  private let race = Race(roundCount: 1, budget: 0)
  private static let lines = Array(
    (0..<20).map { #"{"id":\#($0),"name":"device \#($0 % 7)","level":\#($0 * 37 % 100).5}"# + "\n" }
      .joined().utf8)

  @Test("Every method gives a file back, byte for byte or value for value")
  func everyMethodGivesAFileBack() throws {
    let workload = try Workload(name: "lines", whole: Self.lines)
    #expect(workload.isSequence)
    let comparison = race.run(Methods.standard, on: workload)
    for outcome in comparison.outcomes {
      guard let figures = outcome.figures else {
        // Only what needs single texts is left out.
        #expect(outcome.result == .skipped("not for such texts"), "\(outcome.method.id)")
        #expect(
          ["husk-row", "husk-named", "husk-bare", "zstd-3-dict", "zstd-19-dict"]
            .contains(outcome.method.id))
        continue
      }
      #expect(figures.encode > 0 && figures.decode > 0)
      #expect(figures.byteCount < workload.byteCount || outcome.method.id == "none")
    }
    #expect(comparison.reference?.byteCount ?? 0 > 0)
    #expect(comparison.outcomes.first?.figures?.byteCount == Self.lines.count)
  }

  @Test("Every method gives messages back, and templates and dictionaries are learnt from others")
  func everyMethodGivesMessagesBack() throws {
    let workload = try #require(try Workload.messages(name: "lines", in: Self.lines))
    #expect(workload.samples.count == 10 && workload.texts.count == 10)
    let comparison = race.run(Methods.standard.filter(\.isForMessages), on: workload)
    let figures = Dictionary(
      uniqueKeysWithValues: comparison.outcomes.map { ($0.method.id, $0.figures) })
    #expect(figures.values.allSatisfy { $0 != nil })
    let bare = try #require(figures["husk-bare"] ?? nil)
    let named = try #require(figures["husk-named"] ?? nil)
    #expect(named.byteCount == bare.byteCount + 10 * 11)
    #expect(bare.sharedByteCount > 0 && bare.sharedByteCount == named.sharedByteCount)
  }

  @Test("A file of few texts is none of messages")
  func fewTexts() throws {
    #expect(try Workload.messages(name: "few", in: Array("1 2 3".utf8)) == nil)
  }

  /// Drops the last byte of what it gives back.
  private final class ForgetfulStage: Stage {
    func encode(_ text: [UInt8]) -> [UInt8] { text }
    func decode(_ bytes: [UInt8], count: Int) -> [UInt8] { bytes.dropLast() }
  }

  @Test("A wrong answer is reported and not timed", arguments: [Method.Fidelity.bytes, .values])
  func wrongAnswers(keeps: Method.Fidelity) throws {
    let method = Method("forgetful", "drops a byte", .general, keeps: keeps) { _ in
      Pipeline([ForgetfulStage()])
    }
    let workload = try Workload(name: "number", whole: Array("[1,12]  12".utf8))
    let comparison = race.run([method], on: workload)
    let reason = keeps == .bytes ? "the text differs" : "a value differs"
    #expect(comparison.outcomes.map(\.result) == [.failed(reason)])
    #expect(comparison.table.rows.isEmpty)
    #expect(comparison.table.notes == ["forgetful: \(reason)"])
  }

  @Test("Lists name methods, starts of names, and combinations")
  func lists() throws {
    #expect(try Methods.list("gzip,husk,gzip").map(\.id) == ["gzip", "husk"])
    #expect(try Methods.list("zstd-19*").map(\.id) == ["zstd-19", "zstd-19-dict"])
    #expect(try Methods.list("hpack+gzip").map(\.id) == ["hpack-4+gzip"])
    #expect(try Methods.list("all").count == Methods.standard.count)
    #expect(Methods.named("cbor+brotli-5")?.keeps == .values)
    for list in ["", "zip", "gzip+husk", "gzip+", "q*", "gzip,,husk+"] {
      #expect(throws: BenchError.self) { try Methods.list(list) }
    }
    #expect(Set(Methods.standard.map(\.id)).count == Methods.standard.count)
  }

  @Test("Programs give files back where they are installed", arguments: External.methods.map(\.id))
  func programs(name: String) throws {
    let method = try #require(Methods.named(name))
    let workload = try Workload(name: "lines", whole: Self.lines)
    let comparison = race.run([method], on: workload)
    if ExternalProgram(named: name) == nil {
      #expect(comparison.outcomes[0].result == .skipped("\(name) is not installed"))
    } else {
      #expect(comparison.outcomes[0].figures != nil, "\(comparison.outcomes[0].result)")
    }
  }

  @Test("A program that fails gives no output")
  func failingPrograms() throws {
    let program = try #require(ExternalProgram(named: "false"))
    #expect(throws: BenchError.self) { try program.output([], input: []) }
    #expect(ExternalProgram(named: "no such program") == nil)
  }

  @Test("Sealed bytes and envelopes come back", arguments: [0, 1, 2, 3, 725])
  func sealedBytes(count: Int) throws {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let pipeline = Pipeline([SealStage(), EnvelopeStage()])
    let encoded = try pipeline.encode(text)
    #expect(encoded.bytes.count == 11 + (count + 28 + 2) / 3 * 4)
    #expect(try pipeline.decode(encoded) == text)
    var damaged = SealStage().encode(text)
    damaged[damaged.count - 1] ^= 1
    #expect(throws: BenchError.self) { try SealStage().decode(damaged, count: count) }
  }
}

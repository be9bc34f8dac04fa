// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import Synchronization
import Testing

@Suite("Messages that nest deeply, on threads with small stacks")
struct SmallStackTests {
  /// What threads have that systems lend out; where nothing is optimized, each call takes many times as much.
  private static let stackByteCount =
    ProcessInfo.processInfo.environment["HUSK_OPTIMIZED"] == nil ? 1 << 23 : 1 << 19

  /// The deepest that nesting can be let go.
  private static let limits = Limits(depth: Limits.maxDepth)
  private static let decodeOptions = DecodeOptions(limits: limits)

  /// What stands in what.
  enum Nesting: CaseIterable {
    case arrays, objects, arraysOfObjects, tuples

    /// A document that nests as deeply as can be.
    var json: [UInt8] {
      let depth = Limits.maxDepth
      let (open, inner, close, count) =
        switch self {
        case .arrays: ("[", "", "]", depth)
        case .objects: (#"{"a":"#, "1", "}", depth)
        case .arraysOfObjects: (#"[{"a":"#, "1", "}]", depth / 2)
        case .tuples: ("[[],", "1", "]", depth - 1)
        }
      return Array(
        (String(repeating: open, count: count) + inner + String(repeating: close, count: count))
          .utf8)
    }
  }

  /// What comes of something that is done on a thread with a small stack.
  private func onSmallStack<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    try onStack(of: Self.stackByteCount, body)
  }

  private func onStack<Value: Sendable>(
    of byteCount: Int, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    let thread = Thread {
      let found = Result { try body() }
      result.withLock { $0 = found }
      done.signal()
    }
    thread.stackSize = byteCount
    thread.start()
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }

  /// What comes of a document that is encoded and decoded there.
  private func roundTrip(_ json: [UInt8], _ options: EncodeOptions) throws -> [UInt8] {
    try onSmallStack {
      try Husk.decode(try Husk.encode(json: json, options: options), options: Self.decodeOptions)
    }
  }

  @Test(
    "Documents are encoded and decoded in every layout",
    arguments: Nesting.allCases, [Husk.Layout.auto, .column, .text, .row])
  func layouts(nesting: Nesting, layout: Husk.Layout) throws {
    let options = EncodeOptions(layout: layout, limits: Self.limits)
    #expect(try roundTrip(nesting.json, options) == nesting.json)
  }

  @Test(
    "Documents are encoded and decoded with any effort", arguments: Nesting.allCases,
    [Effort(level: 1), Effort(level: 9), .max, .archive])
  func levels(nesting: Nesting, effort: Effort) throws {
    let options = EncodeOptions(effort: effort, limits: Self.limits)
    #expect(try roundTrip(nesting.json, options) == nesting.json)
  }

  @Test(
    "What is encoded is described", arguments: Nesting.allCases, [Husk.Layout.column, .text, .row])
  func descriptions(nesting: Nesting, layout: Husk.Layout) throws {
    let json = nesting.json
    let description = try onSmallStack {
      let options = EncodeOptions(layout: layout, limits: Self.limits)
      return try Husk.describe(
        try Husk.encode(json: json, options: options), options: Self.decodeOptions)
    }
    #expect(!description.isEmpty)
  }

  @Test("Templates are trained of messages, which they fit", arguments: Nesting.allCases)
  func training(nesting: Nesting) throws {
    let json = nesting.json
    let decoded = try onSmallStack {
      var coder = MessageCoder(
        try TemplateTrainer.template(of: nesting.json, Self.limits), limits: Self.limits)
      return try coder.decode(try coder.encode(json))
    }
    #expect(decoded == json)
  }

  @Test("Templates are read and compared", arguments: Nesting.allCases)
  func templates(nesting: Nesting) throws {
    let template = try TemplateTrainer.template(of: nesting.json, Self.limits)
    let bytes = template.content
    let areEqual = try onSmallStack {
      try MessageTemplate(content: bytes, limits: Self.limits)
        == MessageTemplate(content: bytes, limits: Self.limits)
    }
    #expect(areEqual)
  }

  @Test(
    "Messages of another kind than their template are encoded and decoded",
    arguments: Nesting.allCases)
  func otherKinds(nesting: Nesting) throws {
    let json = nesting.json
    let template = try TemplateTrainer.template(of: Array(#"{"a":1}"#.utf8), Self.limits)
    let decoded = try onSmallStack {
      var coder = MessageCoder(template, limits: Self.limits)
      return try coder.decode(try coder.encode(json))
    }
    #expect(decoded == json)
  }

  @Test(
    "Values that stand deep beside one another come back",
    arguments: [Husk.Layout.auto, .text, .row], [8, 12, 16, 32, 48])
  func deepValues(layout: Husk.Layout, depth: Int) throws {
    let inner = String(repeating: "[1],", count: 5000) + "[]"
    let json = Array(
      (String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)).utf8)
    #expect(try roundTrip(json, EncodeOptions(layout: layout)) == json)
  }

  /// A thread for each would let few bytes ask for millions.
  @Test("A walk takes one thread, however many values nest deeply in it")
  func oneThread() throws {
    let (isElsewhere, areTogether) = try onStack(of: 1 << 19) {
      let outside = Thread.current
      return DeepStack.walk {
        let own = Thread.current
        let levels = Array(repeating: [8, 16, 24], count: 100).joined()
        return (
          own !== outside,
          levels.allSatisfy { DeepStack.descend(to: $0) { Thread.current === own } }
        )
      }
    }
    #expect(isElsewhere && areTogether)
  }

  @Test("A thread with a usual stack does its walks itself")
  func noThread() throws {
    let isHere = try onStack(of: 1 << 23) {
      let outside = Thread.current
      return DeepStack.walk { DeepStack.descend(to: 8) { Thread.current === outside } }
    }
    #expect(isHere)
  }

  @Test("What nests more deeply than the limit is still an error")
  func limitHolds() throws {
    let json = Nesting.objects.json
    let message = try Husk.encode(
      json: json, options: EncodeOptions(layout: .row, limits: Self.limits))
    let options = DecodeOptions(limits: Limits(depth: 512))
    let error = try onSmallStack { () -> HuskError.Code? in
      do throws(HuskError) {
        _ = try Husk.decode(message, options: options)
      } catch { return error.code }
      return nil
    }
    #expect(error == .limitExceeded)
  }
}

extension TemplateTrainer {
  fileprivate static func template(of message: [UInt8], _ limits: Limits) throws -> MessageTemplate
  {
    var trainer = TemplateTrainer(options: TrainingOptions(limits: limits))
    for _ in 0..<4 { try trainer.add(message) }
    return try trainer.train()
  }
}

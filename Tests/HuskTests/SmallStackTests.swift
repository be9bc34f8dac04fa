// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import Synchronization
import Testing

@Suite("Messages that nest deeply, on threads with small stacks")
struct SmallStackTests {
  /// What threads have that systems lend out.
  private static let stackByteCount = 1 << 19

  /// The deepest that nesting can be let go.
  private static let depth = Limits.maxDepth
  private static let limits = Limits(depth: depth)
  private static let decodeOptions = DecodeOptions(limits: limits)

  private static let documents = [
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
    String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth),
    String(repeating: #"[{"a":"#, count: depth / 2) + "1"
      + String(repeating: "}]", count: depth / 2),
    String(repeating: "[[],", count: depth - 1) + "1" + String(repeating: "]", count: depth - 1),
  ]

  /// What comes of something that is done on a thread with a small stack.
  private func onSmallStack<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    let thread = Thread {
      let found = Result { try body() }
      result.withLock { $0 = found }
      done.signal()
    }
    thread.stackSize = Self.stackByteCount
    thread.start()
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }

  @Test(
    "Documents are encoded and decoded in every layout",
    arguments: documents, [Husk.Layout.auto, .column, .text, .row])
  func layouts(document: String, layout: Husk.Layout) throws {
    let json = Array(document.utf8)
    let decoded = try onSmallStack {
      let options = EncodeOptions(layout: layout, limits: Self.limits)
      return try Husk.decode(
        try Husk.encode(json: json, options: options), options: Self.decodeOptions)
    }
    #expect(decoded == json)
  }

  @Test(
    "Documents are encoded and decoded with any effort", arguments: documents,
    [Effort(level: 1), Effort(level: 9), .max, .archive])
  func levels(document: String, effort: Effort) throws {
    let json = Array(document.utf8)
    let decoded = try onSmallStack {
      let options = EncodeOptions(effort: effort, limits: Self.limits)
      return try Husk.decode(
        try Husk.encode(json: json, options: options), options: Self.decodeOptions)
    }
    #expect(decoded == json)
  }

  @Test("What is encoded is described", arguments: documents, [Husk.Layout.column, .text, .row])
  func descriptions(document: String, layout: Husk.Layout) throws {
    let json = Array(document.utf8)
    let description = try onSmallStack {
      let options = EncodeOptions(layout: layout, limits: Self.limits)
      return try Husk.describe(
        try Husk.encode(json: json, options: options), options: Self.decodeOptions)
    }
    #expect(!description.isEmpty)
  }

  @Test("Templates are trained of messages, which they fit", arguments: documents)
  func training(document: String) throws {
    let json = Array(document.utf8)
    let decoded = try onSmallStack {
      var coder = MessageCoder(
        try TemplateTrainer.template(of: document, Self.limits), limits: Self.limits)
      return try coder.decode(try coder.encode(json))
    }
    #expect(decoded == json)
  }

  @Test("Templates are read and compared", arguments: documents)
  func templates(document: String) throws {
    let template = try TemplateTrainer.template(of: document, Self.limits)
    let bytes = template.content
    let areEqual = try onSmallStack {
      try MessageTemplate(content: bytes, limits: Self.limits)
        == MessageTemplate(content: bytes, limits: Self.limits)
    }
    #expect(areEqual)
  }

  @Test(
    "Messages of another kind than their template are encoded and decoded", arguments: documents)
  func otherKinds(document: String) throws {
    let json = Array(document.utf8)
    let template = try TemplateTrainer.template(of: #"{"a":1}"#, Self.limits)
    let decoded = try onSmallStack {
      var coder = MessageCoder(template, limits: Self.limits)
      return try coder.decode(try coder.encode(json))
    }
    #expect(decoded == json)
  }

  @Test("What nests more deeply than the limit is still an error")
  func limitHolds() throws {
    let json = Array(Self.documents[1].utf8)
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
  fileprivate static func template(of message: String, _ limits: Limits) throws -> MessageTemplate {
    var trainer = TemplateTrainer(options: TrainingOptions(limits: limits))
    for _ in 0..<4 { try trainer.add(Array(message.utf8)) }
    return try trainer.train()
  }
}

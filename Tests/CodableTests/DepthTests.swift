// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskCore
import Testing

@Suite("Nesting is bounded")
struct DepthTests {
  indirect enum Nest: Codable, Equatable { case inner([Nest]) }

  final class Link: Codable {
    var next: Link?
    init(_ next: Link?) { self.next = next }
  }

  /// A type that is another one of its kind, and takes no level of the text.
  final class Shell: Codable {
    var inside: Shell?
    init(_ inside: Shell?) { self.inside = inside }
    init(from decoder: any Decoder) throws {
      inside = try decoder.singleValueContainer().decode(Shell.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let inside { try container.encode(inside) } else { try container.encode(0) }
    }
  }

  private func expectLimit(_ body: () throws -> Void) throws {
    do {
      try body()
      Issue.record("there was no limit")
    } catch EncodingError.invalidValue(_, let context) {
      #expect((context.underlyingError as? HuskError)?.code == .limitExceeded)
    } catch DecodingError.dataCorrupted(let context) {
      #expect((context.underlyingError as? HuskError)?.code == .limitExceeded)
    }
  }

  /// Chains that are taken apart one by one, so that their end needs no deep stack.
  private func withChain(_ count: Int, _ body: (Link) throws -> Void) rethrows {
    var links = [Link(nil)]
    for _ in 1..<count { links.append(Link(links[links.count - 1])) }
    try body(links[count - 1])
    while links.count > 0 { links.removeLast().next = nil }
  }

  @Test(arguments: [ReferenceHandling.byValue, .preserved])
  func valuesOfAnyDepthAreRefused(references: ReferenceHandling) throws {
    var encoder = HuskEncoder()
    encoder.references = references
    try withChain(100_000) { chain in
      try expectLimit { _ = try encoder.encodeJSON(chain) }
      try expectLimit { _ = try encoder.encode(chain) }
      try expectLimit { _ = try encoder.encode(["a": [chain]]) }
    }
    try withChain(500) { chain in
      let bytes = try encoder.encode(chain)
      var decoder = HuskDecoder()
      decoder.references = references
      var count = 1
      var link = try decoder.decode(Link.self, from: bytes)
      while let next = link.next { (count, link) = (count + 1, next) }
      #expect(count == 500)
    }
  }

  @Test func valuesWithoutALevelAreCountedToo() throws {
    var shells = [Shell(nil)]
    for _ in 1..<100_000 { shells.append(Shell(shells[shells.count - 1])) }
    try expectLimit { _ = try HuskEncoder().encodeJSON(shells[shells.count - 1]) }
    while shells.count > 0 { shells.removeLast().inside = nil }
    try expectLimit { _ = try HuskDecoder().decodeJSON(Shell.self, from: [0x31]) }
  }

  @Test func theLimitIsThatOfTheOptions() throws {
    let limits = Limits(depth: 20)
    let encoder = HuskEncoder(options: EncodeOptions(limits: limits))
    let decoder = HuskDecoder(options: DecodeOptions(limits: limits))
    func nest(_ depth: Int) -> Nest {
      (1..<depth).reduce(.inner([])) { nest, _ in .inner([nest]) }
    }
    let whole = nest(6)
    #expect(try decoder.decode(Nest.self, from: encoder.encode(whole)) == whole)
    try expectLimit { _ = try encoder.encode(nest(30)) }
    let json = try HuskEncoder().encodeJSON(nest(30))
    try expectLimit { _ = try decoder.decodeJSON(Nest.self, from: json) }
    var value = whole
    try expectLimit { try decoder.updateJSON(&value, from: json) }
    #expect(value == whole)
  }

  @Test func textsOfAnyDepthAreRefused() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"{"$id":1,"next":"#, "}")] {
      let count = 200_000
      let bomb =
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
      var decoder = HuskDecoder()
      for references in [ReferenceHandling.byValue, .preserved] {
        decoder.references = references
        try expectLimit { _ = try decoder.decodeJSON(Nest.self, from: Array(bomb.utf8)) }
      }
      decoder.references = .byValue
      decoder.selection = "a"
      try expectLimit { _ = try decoder.decodeJSON(Nest.self, from: Array(bomb.utf8)) }
      var value = ["a": 1]
      try expectLimit { try HuskDecoder().updateJSON(&value, from: Array(bomb.utf8)) }
    }
  }

  /// The deepest nesting that can be allowed must not overflow the stack of a task; code that is not
  /// optimized needs several times as much of it.
  @Test func theDeepestLimitHasRoomOnTheStack() async throws {
    #if DEBUG
      let depth = 512
    #else
      let depth = Limits.maxDepth
    #endif
    let task = Task {
      let limits = Limits(depth: depth)
      let encoder = HuskEncoder(options: EncodeOptions(limits: limits))
      let decoder = HuskDecoder(options: DecodeOptions(limits: limits))
      try withChain(100_000) { chain in try expectLimit { _ = try encoder.encode(chain) } }
      try withChain(depth - 8) { chain in
        var link = try decoder.decode(Link.self, from: encoder.encode(chain))
        var links = [link]
        while let next = link.next {
          links.append(next)
          link = next
        }
        #expect(links.count == depth - 8)
        while links.count > 0 { links.removeLast().next = nil }
      }
    }
    try await task.value
  }
}

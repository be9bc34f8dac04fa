// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Conformance vectors of the container")
struct ContainerVectorTests {
  /// The frames of an input that arrives in pieces.
  private func frames(
    _ vector: Vector, _ pieces: PieceFeed.Pieces
  ) throws(HuskError) -> [ContainerFrame] {
    var feed = PieceFeed(vector.content["file"] ?? [], pieces, SeededGenerator(seed: 1))
    var reader = ContainerReader(limits: vector.limits)
    var frames: [ContainerFrame] = []
    while true {
      while let frame = try reader.next() { frames.append(frame) }
      if reader.isFinished { return frames }
      reader.read(from: &feed)
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "-" : Hexadecimal.string(bytes)
  }

  /// A frame as vectors write it.
  private func line(_ frame: ContainerFrame) -> String {
    switch frame {
    case .fields(let payload): "fields \(hexadecimal(payload))"
    case .template(let template):
      "template \(template.codec) \(template.byteCount) \(hexadecimal(template.data))"
    case .reference(let reference):
      "reference \(hexadecimal(reference.id)) \(reference.version) "
        + (reference.name.isEmpty ? "-" : reference.name)
    case .block(let header, let content):
      "block \(header.rowCount) \(header.decodedByteCount) "
        + Hexadecimal.string(header.check) + " " + hexadecimal(content)
    case .end: "end"
    }
  }

  @Test(arguments: Vector.all(in: "container", succeed: true), PieceFeed.Pieces.allCases)
  func framesAreRead(vector: Vector, pieces: PieceFeed.Pieces) throws {
    let expected = String(decoding: try #require(vector.content["frames"]), as: UTF8.self)
    let lines = try frames(vector, pieces).map { line($0) }
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test(arguments: Vector.all(in: "container", succeed: true))
  func blocksAreFoundFromTheEnd(vector: Vector) throws {
    let file = try #require(vector.content["file"])
    let index = try ContainerIndex(reading: file, limits: vector.limits)
    let found = try index.blocks(in: file).map { location in
      let content = try index.content(of: location, in: file)
      return line(.block(location.header, content: content))
    }
    let expected = String(decoding: try #require(vector.content["frames"]), as: UTF8.self)
    let blocks = expected.split(separator: "\n").filter { $0.hasPrefix("block") }.map(String.init)
    #expect(found == blocks)
  }

  @Test(arguments: Vector.all(in: "container", succeed: false), PieceFeed.Pieces.allCases)
  func inputIsRefused(vector: Vector, pieces: PieceFeed.Pieces) throws {
    #expect(throws: try #require(vector.error)) { try frames(vector, pieces) }
  }

  private func decompressed(_ vector: Vector) throws(HuskError) -> [UInt8] {
    let name = vector.option("codec") ?? ""
    let identifier = Codec.allCases.first { "\($0)" == name }?.rawValue ?? UInt8(name) ?? 0
    let codec = try Codec(identifier: identifier)
    var decompressor = Decompressor()
    var plain: [UInt8] = []
    let compressed = vector.content["compressed"] ?? []
    try decompressor.decompress(
      compressed.span, codec,
      count: vector.option("count").flatMap { Int($0) } ?? 0, appendingTo: &plain)
    return plain
  }

  @Test(arguments: Vector.all(in: "compression", succeed: true))
  func dataIsDecompressed(vector: Vector) throws {
    #expect(try decompressed(vector) == vector.content["plain"])
  }

  @Test(arguments: Vector.all(in: "compression", succeed: false))
  func dataIsRefused(vector: Vector) throws {
    #expect(throws: try #require(vector.error)) { try decompressed(vector) }
  }
}

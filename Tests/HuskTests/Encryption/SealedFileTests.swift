// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Sealed files (SPEC §14.4 Sealed files)", .seeded)
struct SealedFileTests {
  private let keys = Keyring(SampleKeys.first)

  /// A sequence of so many lines.
  private func lines(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { Array(#"{"id":\#($0),"name":"row \#($0 % 7)"}"#.utf8) + [0x0A] }
  }

  /// A file of blocks that are cut early.
  private func sealed(
    _ text: [UInt8], salt: UInt8 = 200, key: EncryptionKey? = SampleKeys.first
  ) throws -> [UInt8] {
    var options = SampleKeys.options(salt: salt)
    options.key = key
    var encoder = StreamEncoder(options: options, threadCount: 1, blockByteCount: 200)
    encoder.append(text)
    encoder.finish()
    var file: [UInt8] = []
    while let bytes = try encoder.next() { file += bytes }
    return file
  }

  /// The frames of a sealed file, and what stands before and behind them.
  private func parts(_ file: [UInt8]) throws -> (start: [UInt8], frames: [[UInt8]], end: [UInt8]) {
    var reader = ByteReader(file.span)
    _ = try reader.readBytes(4)
    var frames: [[UInt8]] = []
    while true {
      let start = reader.offset
      let header = try FrameHeader(from: &reader)
      _ = try reader.readBytes(header.payloadByteCount)
      frames.append(Array(file[start..<reader.offset]))
      if header.type == FrameType.end.rawValue { break }
    }
    return (Array(file[..<4]), frames, Array(file[reader.offset...]))
  }

  /// What a stream decoder returns before it fails, or `nil` where it does not fail.
  private func outputBeforeFailure(_ file: [UInt8]) -> [UInt8]? {
    var decoder = StreamDecoder(options: DecodeOptions(keys: keys))
    decoder.append(file)
    decoder.finish()
    var output: [UInt8] = []
    do {
      while let text = try decoder.next() { output += text }
      return nil
    } catch { return output }
  }

  @Test(arguments: [0, 1, 2, 10, 400])
  func comeBack(count: Int) throws {
    let text = lines(count) + (count == 0 ? Array(" 1".utf8) : [])
    let file = try sealed(text)
    let options = DecodeOptions(keys: keys)
    #expect(try Husk.decode(file, options: options) == text)
    var decoder = StreamDecoder(options: options, threadCount: 2)
    var output: [UInt8] = []
    for byte in file {
      decoder.append([byte])
      while let text = try decoder.next() { output += text }
    }
    decoder.finish()
    while let text = try decoder.next() { output += text }
    #expect(output == text)
  }

  @Test func takeFewBytesMore() throws {
    for count in [1, 2, 10, 400] {
      let open = try sealed(lines(count), key: nil)
      let file = try sealed(lines(count))
      #expect(file.count <= open.count + 64 + 16 * (try parts(file).frames.count - 1))
    }
  }

  @Test func doNotOpenWithoutTheirKey() throws {
    let file = try sealed(lines(3))
    for keys in [Keyring(), Keyring(SampleKeys.second)] {
      #expect(throws: HuskError(.missingKey, at: 7, "")) {
        try Husk.decode(file, options: DecodeOptions(keys: keys))
      }
    }
    var both = Keyring(SampleKeys.first)
    both.add(SampleKeys.second)
    #expect(try Husk.decode(file, options: DecodeOptions(keys: both)) == lines(3))
  }

  @Test func noBitCanBeTurned() throws {
    let text = lines(12)
    let file = try sealed(text)
    for index in file.indices {
      for bit in 0..<8 {
        var damaged = file
        damaged[index] ^= 1 << UInt8(bit)
        guard let output = outputBeforeFailure(damaged) else {
          Issue.record("bit \(bit) of byte \(index) does not matter")
          continue
        }
        #expect(text.starts(with: output))
      }
    }
  }

  @Test func noEndCanBeCutOff() throws {
    let text = lines(12)
    let file = try sealed(text)
    for count in 0..<file.count {
      let output = try #require(outputBeforeFailure(Array(file[..<count])), "\(count) bytes")
      #expect(text.starts(with: output))
    }
  }

  @Test func noFrameCanBeMovedLeftOutOrRepeated() throws {
    let text = lines(30)
    let (start, frames, end) = try parts(sealed(text))
    try #require(frames.count > 5)
    for index in frames.indices {
      var missing = frames
      missing.remove(at: index)
      var repeated = frames
      repeated.insert(frames[index], at: index)
      var tampered = [missing, repeated]
      if index > 0 {
        var swapped = frames
        swapped.swapAt(index - 1, index)
        tampered.append(swapped)
      }
      for frames in tampered {
        let output = outputBeforeFailure(start + frames.joined() + end)
        #expect(text.starts(with: try #require(output)))
      }
    }
  }

  @Test func noFrameCanComeFromAnotherFile() throws {
    let text = lines(30)
    let (start, frames, end) = try parts(sealed(text))
    let other = try parts(sealed(text, salt: 7))
    #expect(frames.map(\.count) == other.frames.map(\.count))
    for index in frames.indices {
      var spliced = frames
      spliced[index] = other.frames[index]
      let output = outputBeforeFailure(start + spliced.joined() + end)
      #expect(text.starts(with: try #require(output)))
    }
  }

  @Test func standBehindOneAnother() throws {
    let text = lines(5)
    let files = try [sealed(text), sealed(text, salt: 3), sealed(text, key: SampleKeys.second)]
    var both = keys
    both.add(SampleKeys.second)
    let options = DecodeOptions(keys: both, requiresSeal: true)
    #expect(try Husk.decode(files.concatenated(), options: options) == text + text + text)
    let open = try sealed(text, key: nil)
    #expect(throws: HuskError(.notSealed, at: files[0].count + 4, "")) {
      try Husk.decode(files[0] + open, options: options)
    }
    let mixed = try Husk.decode(files[0] + open, options: DecodeOptions(keys: keys))
    #expect(mixed == text + text)
  }

  @Test func areReadInPart() throws {
    let file = try sealed(lines(300))
    var decoder = SelectiveDecoder(
      Selection(rows: 200..<202), options: DecodeOptions(keys: keys))
    decoder.append(file)
    decoder.finish()
    var output: [UInt8] = []
    while let text = try decoder.next() { output += text }
    #expect(output == lines(202).suffix(output.count) && output.filter { $0 == 0x0A }.count == 2)
  }

  @Test func sizesAddUp() throws {
    let file = try sealed(lines(300))
    var inspector = FileInspector(limits: Limits(), policy: SealPolicy(keys: keys))
    try inspector.append(file)
    try inspector.finish()
    #expect(inspector.inspection.sizes.byteCount == file.count)
    #expect(inspector.inspection.rowCount == 300)
  }

  @Test func differEachTime() throws {
    let options = EncodeOptions(key: SampleKeys.first)
    #expect(
      try Husk.encode(json: [0x31], options: options)
        != Husk.encode(json: [0x31], options: options))
  }

  @Test func haveTheSameSizeWhateverTheySayWithoutCompression() throws {
    let options = EncodeOptions(key: SampleKeys.first, compresses: false)
    let secret = String(repeating: "ab", count: 500)
    let other = (0..<500).map { String($0 * 7919 % 90 + 10) }.joined()
    let sizes = try [secret, other].map { guess in
      let json = Array("[\"\(guess)\",\"\(secret)\"]".utf8)
      let file = try Husk.encode(json: json, options: options)
      #expect(try Husk.decode(file, options: DecodeOptions(keys: keys)).count == 2007)
      return file.count
    }
    #expect(sizes[0] == sizes[1])
  }
}

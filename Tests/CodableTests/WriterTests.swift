// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskCore
import Synchronization
import Testing

@Suite("Records that are written one by one")
struct WriterTests {
  /// Does something in a directory of its own.
  private func inDirectory(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "husk-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
  }

  private func names(in directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
  }

  @Test(arguments: [0, 1, 200])
  func arraysAndSequencesAreWhatTheySay(count: Int) throws {
    let records = (0..<count).map(StreamedRecord.init)
    let array = try StreamedRecord.file(count)
    #expect(try HuskDecoder().decode([StreamedRecord].self, from: array) == records)
    let lines = try Husk.decode(StreamedRecord.file(count, as: .sequence))
    let texts = try records.map { try HuskEncoder().encodeJSON($0) + [0x0A] }
    #expect(lines == Array(texts.joined()))
  }

  @Test func aFileAppearsWhenItIsComplete() throws {
    try inDirectory { directory in
      let url = directory.appending(path: "a b.husk")
      try Data("old".utf8).write(to: url)
      var writer = try HuskWriter<StreamedRecord>(url)
      for number in 0..<50 { try writer.write(StreamedRecord(number)) }
      #expect(writer.count == 50)
      #expect(try Data(contentsOf: url) == Data("old".utf8))
      try writer.finish()
      #expect(try names(in: directory) == ["a b.husk"])
      let records = try HuskDecoder().decode([StreamedRecord].self, from: Data(contentsOf: url))
      #expect(records == (0..<50).map(StreamedRecord.init))
    }
  }

  @Test func whatWasWrittenIsTold() throws {
    let paths = try #require(FieldPaths(["nmae", "tags"]))
    let fields = FieldEncryption(paths, with: EncryptionKey())
    let encoder = HuskEncoder(options: EncodeOptions(fieldEncryption: fields))
    #expect(encoder.unsealedPaths == ["nmae", "tags"])
    var byteCount = 0
    var writer = HuskWriter<StreamedRecord>(encoder: encoder, blockByteCount: 500) {
      byteCount += $0.count
    }
    let records = (0..<200).map(StreamedRecord.init)
    try writer.write(contentsOf: records)
    let progress = try writer.finish()
    #expect(progress.rowCount == 200)
    #expect(progress.blockCount > 1)
    #expect(progress.outputByteCount == byteCount)
    #expect(try progress.inputByteCount == encoder.encodeJSON(records).count)
    #expect(progress.unsealedPaths == ["nmae"])
    _ = try encoder.encode(records)
    #expect(encoder.unsealedPaths == ["nmae"])
    _ = try encoder.encode(records[0])
    #expect(encoder.unsealedPaths == ["nmae", "tags"])
  }

  @Test func aWriterThatGoesAwayLeavesNothing() throws {
    try inDirectory { directory in
      let url = directory.appending(path: "x.husk")
      do {
        var writer = try HuskWriter<StreamedRecord>(url)
        try writer.write(StreamedRecord(1))
        #expect(try names(in: directory).count == 1)
      }
      #expect(try names(in: directory).isEmpty)
      // Where the name cannot be taken, nothing stays either.
      let taken = directory.appending(path: "taken/inside")
      try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
      var writer = try HuskWriter<StreamedRecord>(directory.appending(path: "taken"))
      try writer.write(StreamedRecord(1))
      do {
        try writer.finish()
        Issue.record("a directory was replaced")
      } catch let error as HuskFileError { #expect(error.name.hasSuffix("taken")) }
      #expect(try names(in: directory) == ["taken"])
    }
    do {
      _ = try HuskWriter<StreamedRecord>(URL(filePath: "/nowhere/x.husk"))
      Issue.record("it was made")
    } catch let error as HuskFileError {
      #expect(error.description == "/nowhere/x.husk: No such file or directory")
    }
  }

  @Test func linksStayAndWhatTheyLeadToIsReplaced() throws {
    try inDirectory { directory in
      let files = FileManager.default
      let kept = directory.appending(path: "kept")
      try files.createDirectory(at: kept, withIntermediateDirectories: false)
      let file = kept.appending(path: "x.husk")
      try Data("old".utf8).write(to: file)
      let link = directory.appending(path: "link")
      try files.createSymbolicLink(atPath: link.path, withDestinationPath: "kept/x.husk")
      let dangling = directory.appending(path: "dangling")
      try files.createSymbolicLink(atPath: dangling.path, withDestinationPath: "nowhere")
      for url in [link, dangling] {
        var writer = try HuskWriter<StreamedRecord>(url)
        try writer.write(StreamedRecord(7))
        try writer.finish()
        let records = try HuskDecoder().decode([StreamedRecord].self, from: Data(contentsOf: url))
        #expect(records == [StreamedRecord(7)])
      }
      #expect(try files.destinationOfSymbolicLink(atPath: link.path) == "kept/x.husk")
      #expect(try Data(contentsOf: file) == Data(contentsOf: link))
      #expect(try names(in: kept) == ["x.husk"])
      #expect(try names(in: directory).sorted() == ["dangling", "kept", "link"])
    }
  }

  @Test func pipesAndDevicesTakeTheBytes() throws {
    try inDirectory { directory in
      let pipe = directory.appending(path: "pipe")
      #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
      let link = directory.appending(path: "link")
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "pipe")
      for url in [pipe, link] {
        let received = Mutex(Data())
        let reader = Thread {
          let bytes = try? FileHandle(forReadingFrom: pipe).readToEnd()
          received.withLock { $0 = bytes ?? Data() }
        }
        reader.start()
        var writer = try HuskWriter<StreamedRecord>(url)
        for number in 0..<50 { try writer.write(StreamedRecord(number)) }
        try writer.finish()
        while !reader.isFinished { Thread.sleep(forTimeInterval: 0.001) }
        let records = try HuskDecoder().decode(
          [StreamedRecord].self, from: received.withLock { $0 })
        #expect(records == (0..<50).map(StreamedRecord.init))
      }
      #expect(try names(in: directory).sorted() == ["link", "pipe"])
      let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type]
      #expect(type as? FileAttributeType != .typeRegular)
    }
    var writer = try HuskWriter<StreamedRecord>(URL(filePath: "/dev/null"))
    try writer.write(StreamedRecord(1))
    try writer.finish()
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  @Test func aRecordThatCannotBeEncodedIsLeftOut() throws {
    struct Rate: Codable, Equatable { var rate: Double }
    var bytes: [UInt8] = []
    var writer = HuskWriter<Rate> { bytes += $0 }
    try writer.write(Rate(rate: 1))
    var failed = false
    do { try writer.write(Rate(rate: .nan)) } catch is EncodingError { failed = true }
    try writer.write(Rate(rate: 2))
    try writer.finish()
    #expect(failed)
    #expect(try HuskDecoder().decode([Rate].self, from: bytes).map(\.rate) == [1, 2])
  }

  @Test func afterAFaultNothingCanBeWritten() throws {
    var calls = 0
    var writer = HuskWriter<StreamedRecord>(blockByteCount: 1000) { _ in
      calls += 1
      throw CocoaError(.fileWriteOutOfSpace)
    }
    var failures = 0
    for number in 0..<5000 {
      do { try writer.write(StreamedRecord(number)) } catch is CocoaError { failures += 1 }
    }
    #expect(calls == 1 && failures > 1)
    var isRefused = false
    do { try writer.finish() } catch is CocoaError { isRefused = true }
    #expect(isRefused)
  }

  @Test func memoryIsNeededForSomeBlocksOnly() throws {
    var written = 0
    var writer = HuskWriter<StreamedRecord>(
      encoder: HuskEncoder(options: EncodeOptions(compression: .none, compresses: false)),
      blockByteCount: 20_000
    ) { written += $0.count }
    var text = 0
    var most = 0
    for number in 0..<20_000 {
      let record = StreamedRecord(number)
      text += try HuskEncoder().encodeJSON(record).count + 1
      try writer.write(record)
      // What is stored as it is has the size of the text.
      most = max(most, text - written)
    }
    #expect(most < 200_000 && text > 600_000)
    try writer.finish()
    #expect(written > text)
  }

  @Test func theOptionsAreThoseOfTheEncoder() throws {
    var encoder = HuskEncoder(options: EncodeOptions(layout: .text, input: .ndjson))
    encoder.selection = "id"
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let bytes = try StreamedRecord.file(3, encoder: encoder)
    #expect(bytes.first == UInt8(ascii: "{"))
    #expect(
      String(decoding: try Husk.decode(bytes), as: UTF8.self) == #"[{"id":0},{"id":1},{"id":2}]"#)
  }
}

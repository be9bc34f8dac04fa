// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import HuskCore
import Synchronization
import Testing

@Suite("Records that are read one by one", .timeLimit(.minutes(60)))
struct ReaderTests {
  private func all<R: Decodable>(_ reader: HuskReader<R>) async throws -> [R] {
    var records: [R] = []
    for try await record in reader { records.append(record) }
    return records
  }

  static let forms: [HuskWriter<StreamedRecord>.Form] = [.array, .sequence]
  private let records = (0..<200).map(StreamedRecord.init)

  @Test(arguments: forms, [1, 7, 4096])
  func everySourceGivesTheRecords(
    form: HuskWriter<StreamedRecord>.Form, pieceByteCount: Int
  ) async throws {
    let bytes = try StreamedRecord.file(200, as: form)
    let pieces = CountedPieces(bytes, of: pieceByteCount)
    #expect(try await all(HuskReader<StreamedRecord>(bytes: bytes)) == records)
    #expect(try await all(HuskReader<StreamedRecord>(chunks: pieces)) == records)
    let stream = AsyncStream<UInt8> { stream in
      for byte in bytes { stream.yield(byte) }
      stream.finish()
    }
    #expect(try await all(HuskReader<StreamedRecord>(stream)) == records)
  }

  @Test(arguments: [Layout.auto, .column, .row, .text], [0, 1, 50])
  func everyLayoutGivesTheRecords(layout: Layout, count: Int) async throws {
    let encoder = HuskEncoder(options: EncodeOptions(layout: layout))
    let records = Array(records.prefix(count))
    for bytes in [
      try encoder.encode(records), try StreamedRecord.file(count, encoder: encoder),
    ] {
      #expect(try await all(HuskReader<StreamedRecord>(bytes: bytes)) == records)
      let some = HuskReader<StreamedRecord>(bytes: bytes, rows: 1..<3)
      #expect(try await all(some) == Array(records.dropFirst().prefix(2)))
      let names = HuskReader<StreamedRecord>(bytes: bytes, fields: "id")
      #expect(try await all(names) == records.map { StreamedRecord(id: $0.id) })
    }
  }

  @Test(arguments: forms)
  func rowsAndFieldsAreThoseThatAreWanted(form: HuskWriter<StreamedRecord>.Form) async throws {
    let bytes = try StreamedRecord.file(200, as: form)
    for rows in [0..<200, 0..<1, 199..<200, 57..<123, 190..<900, 200..<210, 5..<5] {
      let wanted = records[rows.clamped(to: 0..<200)]
      let reader = HuskReader<StreamedRecord>(bytes: bytes, rows: rows)
      #expect(try await all(reader) == Array(wanted))
      let names = HuskReader<StreamedRecord>(bytes: bytes, rows: rows, fields: "#id,name")
      #expect(try await all(names) == wanted.map { StreamedRecord(id: $0.id, name: $0.name) })
    }
  }

  @Test func filesBehindOneAnotherAreOneStream() async throws {
    for (first, second) in [
      (Self.forms[0], Self.forms[1]), (.array, .array), (.sequence, .sequence),
    ] {
      let bytes = try StreamedRecord.file(40, as: first) + StreamedRecord.file(30, as: second)
      let expected = Array(records.prefix(40) + records.prefix(30))
      #expect(try await all(HuskReader<StreamedRecord>(bytes: bytes)) == expected)
      let some = HuskReader<StreamedRecord>(bytes: bytes, rows: 35..<45)
      #expect(try await all(some) == Array(expected[35..<45]))
    }
  }

  @Test func otherTextsHaveTheirRecordsToo() async throws {
    let cases: [(String, [[Int]])] = [
      ("[[1],[2,3]]", [[1], [2, 3]]), ("[1]\n[2]\n", [[1], [2]]), (" [ [ 1 ] , [ ] ] ", [[1], []]),
      ("[]", []), ("[1] [2]", [[1], [2]]),
    ]
    for (text, expected) in cases {
      for layout in [Layout.auto, .column, .text] {
        let bytes = try Husk.encode(
          json: Array(text.utf8), options: EncodeOptions(layout: layout))
        #expect(try await all(HuskReader<[Int]>(bytes: bytes)) == expected, "\(text) \(layout)")
      }
    }
    let object = try Husk.encode(json: Array(#"{"a":1}"#.utf8))
    #expect(try await all(HuskReader<[String: Int]>(bytes: object)) == [["a": 1]])
  }

  @Test(arguments: forms)
  func rowsOfFilesAreReadWithoutTheOthers(form: HuskWriter<StreamedRecord>.Form) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "husk-\(UUID()).husk")
    defer { try? FileManager.default.removeItem(at: url) }
    let bytes = try StreamedRecord.file(200, as: form)
    let files = [bytes, bytes + bytes, try Husk.encode(json: Array("[7]".utf8)) + bytes]
    for (number, file) in files.enumerated() {
      try Data(file).write(to: url)
      for rows in [1..<200, 1..<2, 199..<200, 57..<123, 190..<210, 200..<401, 5..<5] {
        let reader = HuskReader<StreamedRecord>(url, rows: rows, fields: "#id,name")
        let expected = HuskReader<StreamedRecord>(bytes: file, rows: rows, fields: "#id,name")
        #expect(try await all(reader) == all(expected), "\(number) \(rows)")
      }
    }
    // What is wrong in the first block is not seen, so it was not read.
    var damaged = bytes
    damaged[bytes.count / 9] ^= 0xFF
    try Data(damaged).write(to: url)
    #expect(
      try await all(HuskReader<StreamedRecord>(url, rows: 150..<160)) == Array(records[150..<160]))
    await #expect(throws: (any Error).self) {
      try await all(HuskReader<StreamedRecord>(url, rows: 1..<200))
    }
  }

  @Test func severalThreadsGiveTheSame() async throws {
    let bytes = try StreamedRecord.file(200)
    let url = FileManager.default.temporaryDirectory.appending(path: "husk-\(UUID()).husk")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    for threadCount in [1, 3] {
      let reader = HuskReader<StreamedRecord>(url, threadCount: threadCount)
      #expect(try await all(reader) == records)
      // Each iteration begins anew.
      #expect(try await all(reader) == records)
    }
  }

  @Test func noMoreIsTakenThanIsAskedFor() async throws {
    let bytes = try StreamedRecord.file(8000, blockByteCount: 2000)
    let pieces = CountedPieces(bytes, of: 64)
    var iterator = HuskReader<StreamedRecord>(chunks: pieces).makeAsyncIterator()
    #expect(pieces.taken.load(ordering: .sequentiallyConsistent) == 0)
    var most = 0
    for number in 0..<8000 {
      #expect(try await iterator.next()?.id == number)
      let taken = pieces.taken.load(ordering: .sequentiallyConsistent)
      // Blocks are about as large as each other, so that the share that was taken tells how many.
      most = max(most, taken - bytes.count * number / 8000)
    }
    // The block in hand, and the start of the next: 8,000 records are some hundreds of blocks.
    #expect(most < bytes.count / 20)
  }

  @Test func whatIsBehindTheLastRowIsNotRead() async throws {
    let bytes = try StreamedRecord.file(4000, blockByteCount: 2000)
    let pieces = CountedPieces(bytes, of: 64, error: CocoaError(.fileReadUnknown))
    let reader = HuskReader<StreamedRecord>(chunks: pieces, rows: 10..<20)
    #expect(try await all(reader).map(\.id) == Array(10..<20))
    #expect(pieces.taken.load(ordering: .sequentiallyConsistent) < bytes.count / 20)
  }

  @Test func aCancelledTaskDoesNotGoOn() async throws {
    let bytes = try StreamedRecord.file(4000, blockByteCount: 2000)
    let pieces = CountedPieces(bytes, of: 64)
    let (readings, continuation) = AsyncStream<Int>.makeStream()
    let task = Task {
      var count = 0
      do {
        for try await record in HuskReader<StreamedRecord>(chunks: pieces) {
          count += 1
          continuation.yield(record.id)
          while record.id == 5, !Task.isCancelled { await Task.yield() }
        }
        return (count, false)
      } catch is CancellationError { return (count, true) }
    }
    for await number in readings where number == 5 { break }
    task.cancel()
    let (count, isCancelled) = try await task.value
    #expect(count == 6 && isCancelled)
    #expect(pieces.taken.load(ordering: .sequentiallyConsistent) < bytes.count / 20)
  }

  @Test func anErrorEndsTheIteration() async throws {
    let bytes = try StreamedRecord.file(200)
    for (damaged, code) in [
      (Array(bytes.dropLast(7)), HuskError.Code.truncated), (Array(bytes.prefix(3)), .truncated),
      (Array("husk".utf8), .notHusk), ([], .emptyInput),
    ] {
      var iterator = HuskReader<StreamedRecord>(bytes: damaged).makeAsyncIterator()
      var count = 0
      do {
        while try await iterator.next() != nil { count += 1 }
        Issue.record("it was read")
      } catch DecodingError.dataCorrupted(let context) {
        let error = try #require(context.underlyingError as? HuskError)
        #expect(error.code == code, "\(error)")
      }
      #expect(count == (damaged.count > 100 ? 200 : 0))
      #expect(try await iterator.next() == nil)
    }
  }

  @Test func everyCutIsAnError() async throws {
    let bytes = try StreamedRecord.file(12, blockByteCount: 150)
    for count in 0..<bytes.count {
      var seen = 0
      await #expect(throws: DecodingError.self) {
        for try await record in HuskReader<StreamedRecord>(bytes: Array(bytes.prefix(count))) {
          #expect(record == StreamedRecord(seen))
          seen += 1
        }
      }
    }
  }

  @Test func errorsSayWhichRecord() async throws {
    struct Strict: Codable { var tags: [String] }
    let bytes = try StreamedRecord.file(200)
    let whole = try StreamedRecord.file(
      200, encoder: HuskEncoder(options: EncodeOptions(layout: .text)))
    for (bytes, rows) in [
      (bytes, 1..<200), (bytes, 4..<200), (whole, 1..<200), (whole, 0..<Int.max),
    ] {
      do {
        _ = try await all(HuskReader<Strict>(bytes: bytes, rows: rows))
        Issue.record("they were read")
      } catch DecodingError.keyNotFound(let key, let context) {
        #expect(key.stringValue == "tags")
        #expect(context.codingPath.map(\.intValue) == [(rows.lowerBound + 2) / 3 * 3])
      }
    }
  }

  @Test func whatASourceThrowsComesThrough() async throws {
    let bytes = try StreamedRecord.file(200)
    let pieces = CountedPieces(Array(bytes.dropLast(20)), of: 64, error: CocoaError(.userCancelled))
    await #expect(throws: CocoaError.self) {
      try await all(HuskReader<StreamedRecord>(chunks: pieces))
    }
    let missing = HuskReader<StreamedRecord>(URL(filePath: "/nowhere/x.husk"))
    do {
      _ = try await all(missing)
      Issue.record("it was read")
    } catch let error as HuskFileError {
      #expect(error.description == "/nowhere/x.husk: No such file or directory")
    }
    await #expect(throws: HuskFileError.self) {
      try await all(HuskReader<StreamedRecord>(FileManager.default.temporaryDirectory))
    }
    let remote = try #require(URL(string: "https://example.com/x.husk"))
    await #expect(throws: HuskFileError.self) { try await all(HuskReader<StreamedRecord>(remote)) }
    await #expect(throws: HuskFileError.self) {
      try await all(HuskReader<StreamedRecord>(descriptor: -1))
    }
  }

  @Test func sealedFieldsAndKeysAreThoseOfTheDecoder() async throws {
    let key = EncryptionKey()
    let bytes = try StreamedRecord.file(
      50, encoder: HuskEncoder(options: EncodeOptions(key: key)))
    await #expect(throws: DecodingError.self) {
      try await all(HuskReader<StreamedRecord>(bytes: bytes))
    }
    let decoder = HuskDecoder(options: DecodeOptions(keys: Keyring(key)))
    let reader = HuskReader<StreamedRecord>(bytes: bytes, decoder: decoder)
    #expect(try await all(reader) == Array(records.prefix(50)))
  }
}

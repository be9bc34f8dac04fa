// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCodable
import Testing

@Suite("Records that come through a pipe", .timeLimit(.minutes(60)))
struct PipeTests {
  @Test func recordsAreReadAsTheyArrive() async throws {
    let pipe = try ClosingPipe()
    let bytes = try StreamedRecord.file(300, blockByteCount: 1000)
    let reader = HuskReader<StreamedRecord>(descriptor: pipe.fileHandleForReading.fileDescriptor)
    let half = bytes.count / 2
    try pipe.fileHandleForWriting.write(contentsOf: bytes[..<half])
    var iterator = reader.makeAsyncIterator()
    // The second half is not there yet.
    #expect(try await iterator.next() == StreamedRecord(0))
    #expect(try await iterator.next() == StreamedRecord(1))
    let rest = Task.detached {
      try pipe.fileHandleForWriting.write(contentsOf: bytes[half...])
      try pipe.fileHandleForWriting.close()
    }
    var records: [StreamedRecord] = []
    while let record = try await iterator.next() { records.append(record) }
    try await rest.value
    #expect(records == (2..<300).map(StreamedRecord.init))
    try pipe.fileHandleForReading.close()
  }

  @Test func nobodyWaitsForAPipeWhenCancelled() async throws {
    let pipe = try ClosingPipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    for isEarly in [true, false] {
      let task = Task {
        for try await _ in HuskReader<StreamedRecord>(descriptor: descriptor) {}
      }
      if !isEarly { try await Task.sleep(for: .milliseconds(50)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // The descriptor is still that of the caller.
    try pipe.fileHandleForWriting.write(contentsOf: Data("a".utf8))
    #expect(try pipe.fileHandleForReading.read(upToCount: 1) == Data("a".utf8))
    try pipe.fileHandleForWriting.close()
    try pipe.fileHandleForReading.close()
  }

  @Test func aWriterFillsAPipe() async throws {
    let pipe = try ClosingPipe()
    // Who waits for a pipe must not do so on the threads of tasks.
    Thread.detachNewThread {
      var writer = HuskWriter<StreamedRecord>(
        descriptor: pipe.fileHandleForWriting.fileDescriptor,
        encoder: HuskEncoder(options: EncodeOptions(compression: .none)))
      // More than a pipe holds, so that one waits for the other. Without its end the reader throws.
      try? writer.write(contentsOf: (0..<20_000).map(StreamedRecord.init))
      _ = try? writer.finish()
      try? pipe.fileHandleForWriting.close()
    }
    var count = 0
    let reader = HuskReader<StreamedRecord>(descriptor: pipe.fileHandleForReading.fileDescriptor)
    for try await record in reader {
      #expect(record == StreamedRecord(count))
      count += 1
    }
    #expect(count == 20_000)
    try pipe.fileHandleForReading.close()
  }

  @Test func aPipeThatEndsEarlyIsAnError() async throws {
    let pipe = try ClosingPipe()
    try pipe.fileHandleForWriting.write(contentsOf: StreamedRecord.file(30).dropLast(5))
    try pipe.fileHandleForWriting.close()
    let reader = HuskReader<StreamedRecord>(descriptor: pipe.fileHandleForReading.fileDescriptor)
    await #expect(throws: DecodingError.self) { for try await _ in reader {} }
    try pipe.fileHandleForReading.close()
  }
}

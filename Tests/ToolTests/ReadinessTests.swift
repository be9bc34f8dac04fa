// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Files that do not wait by themselves are waited for", .timeLimit(.minutes(5)))
struct ReadinessTests {
  private static func stopWaiting(_ file: FileHandle) {
    #expect(fcntl(file.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
  }

  @Test("until something can be read")
  func reading() throws {
    let pipe = Pipe()
    Self.stopWaiting(pipe.fileHandleForReading)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      pipe.fileHandleForWriting.write(Data([1, 2]))
      try? pipe.fileHandleForWriting.close()
    }
    var bytes: [UInt8] = []
    while try POSIX.readSome(
      pipe.fileHandleForReading.fileDescriptor, appendingTo: &bytes, atMost: 1) > 0
    {}
    #expect(bytes == [1, 2])
  }

  @Test("until there is room to write")
  func writing() throws {
    let pipe = Pipe()
    Self.stopWaiting(pipe.fileHandleForWriting)
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    Thread.detachNewThread {
      try? POSIX.writeAll(pipe.fileHandleForWriting.fileDescriptor, bytes)
    }
    // By then the pipe is full, and whoever writes has to wait.
    Thread.sleep(forTimeInterval: 0.05)
    var arrived: [UInt8] = []
    while arrived.count < bytes.count {
      let count = try POSIX.readSome(
        pipe.fileHandleForReading.fileDescriptor, appendingTo: &arrived, atMost: 1 << 16)
      guard count > 0 else { break }
    }
    #expect(arrived == bytes)
  }
}

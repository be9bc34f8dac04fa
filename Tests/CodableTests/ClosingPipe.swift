// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A pipe that no process inherits which is started meanwhile.
///
/// A reader meets the end of a pipe when all who can write to it have closed it. Foundation's pipes are
/// inherited on Linux by whatever another test starts, a server that goes on for minutes among them.
struct ClosingPipe: Sendable {
  let fileHandleForReading: FileHandle
  let fileHandleForWriting: FileHandle

  init() throws {
    // One with a name can be opened so that there is no moment at which it would be inherited.
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pipe").path
    guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EMFILE) }
    defer { unsafe unlink(path) }
    let reading = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, 0) == 0 else {
      throw POSIXError(.EMFILE)
    }
    fileHandleForReading = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
    fileHandleForWriting = FileHandle(fileDescriptor: writing, closeOnDealloc: true)
  }
}

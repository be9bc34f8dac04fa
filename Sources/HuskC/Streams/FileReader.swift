// SPDX-License-Identifier: Apache-2.0

internal import CHusk
internal import Husk
import Synchronization

/// What a `husk_reader` is: a file, and the stream that decodes it.
final class FileReader: Sendable {
  private let input: Mutex<InputFile>
  private let stream: CodecStream
  /// Whether the stream reads the file by itself.
  private let isIndexed: Bool

  /// Reads a file that is open.
  init(_ file: consuming InputFile, _ settings: Settings) throws(Failure) {
    if let bytes = file.bytes, let rows = CodecStream(rowsOf: bytes, settings) {
      stream = rows
      isIndexed = true
    } else {
      stream = try CodecStream(husk_direction(HUSK_DECODE), settings)
      isIndexed = false
    }
    input = Mutex(file)
  }

  /// Whether the selected rows of the piece that was decoded last are elements of an array.
  var hasElements: Bool { stream.hasElements }

  /// Decodes the next piece, or nothing at the end.
  func next() throws(Failure) -> [UInt8]? {
    try input.withLock { file throws(Failure) in
      while true {
        if let piece = try stream.next() { return piece }
        if isIndexed || file.isAtEnd { return nil }
        let bytes = try file.read()
        if bytes.isEmpty { stream.finish() } else { try stream.append(bytes) }
      }
    }
  }
}

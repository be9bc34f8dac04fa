// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore

/// Something encoded, with what reads it and what it must decode to.
struct Sample {
  /// What reads a sample, in one of the ways that there are.
  enum Reader {
    /// Files, messages that bring their template, and what is sealed or wrapped.
    case bytes(DecodeOptions)
    /// Messages, and perhaps a template at hand.
    case message(MessageDecoder)
    /// Messages, one behind the other.
    case sequence(MessageDecoder)
    /// Template files.
    case templateFile
  }

  /// What it is called in reports.
  let layout: String
  /// The encoded bytes.
  let bytes: [UInt8]
  /// What they decode to.
  let original: [UInt8]
  /// What reads them.
  let reader: Reader
  /// Where it can be cut between two files or messages, and what the part before decodes to.
  var borders: [Int: [UInt8]] = [:]

  /// Decodes bytes at once.
  func decode(_ bytes: [UInt8]) -> Result<[UInt8], HuskError> {
    do throws(HuskError) {
      switch reader {
      case .bytes(let options): return .success(try Husk.decode(bytes, options: options))
      case .message(let decoder): return .success(try decoder.decode(bytes))
      case .templateFile: return .success(try TemplateFile(bytes).template().content)
      case .sequence(let decoder):
        var stream = MessageStreamDecoder(decoder)
        return .success(try Self.run(&stream, bytes))
      }
    } catch { return .failure(error) }
  }

  /// Decodes bytes that arrive in pieces, where there is another way for that.
  ///
  /// - Returns: What was handed out, and the error that ended it; nothing where there is no such way.
  func decodeInPieces(_ bytes: [UInt8]) -> (pieces: [[UInt8]], error: HuskError?)? {
    guard case .bytes(let options) = reader else { return nil }
    var stream = StreamDecoder(options: options)
    return Self.pieces(&stream, bytes)
  }

  private static func run(
    _ stream: inout some StreamCoder & ~Copyable, _ bytes: [UInt8]
  ) throws(HuskError) -> [UInt8] {
    let (pieces, error) = pieces(&stream, bytes)
    if let error { throw error }
    return Array(pieces.joined())
  }

  private static func pieces(
    _ stream: inout some StreamCoder & ~Copyable, _ bytes: [UInt8]
  ) -> (pieces: [[UInt8]], error: HuskError?) {
    let pieceByteCount = 97
    var pieces: [[UInt8]] = []
    var offset = 0
    do throws(HuskError) {
      repeat {
        let end = min(offset + pieceByteCount, bytes.count)
        if offset < end { stream.append(Array(bytes[offset..<end])) } else { stream.finish() }
        while let piece = try stream.next() { pieces.append(piece) }
        if offset == end { return (pieces, nil) }
        offset = end
      } while true
    } catch { return (pieces, error) }
  }
}

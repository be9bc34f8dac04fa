// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import HuskCore

/// A way to make a text smaller, of which the size is reported.
enum SizeMethod: String, CaseIterable {
  // The slowest first, so that none is left to run alone at the end.
  case huskArchive = "Husk --archive"
  case brotli11 = "brotli -11"
  case xz9 = "xz -9e"
  case zstd22 = "zstd -22 --long"
  case huskMax = "Husk --max"
  case zstd19 = "zstd -19"
  case husk9 = "Husk -9"
  case textAndGzip = "Husk text + gzip -9"
  case huskDefault = "Husk"
  case husk1 = "Husk -1"
  case zstd3 = "zstd -3"

  /// The methods of others that are compared with ours at its best.
  static let bestPeers: [SizeMethod] = [.zstd22, .brotli11, .xz9]

  /// What came of it.
  struct Result {
    /// The number of bytes.
    var byteCount: Int
    /// The time of the fastest run, in nanoseconds; that of a program is not known.
    var nanoseconds: Int?
    /// The time in which the text came back, in nanoseconds; that of a program is not known.
    var backNanoseconds: Int?
  }

  /// The error of bytes that do not give the text back.
  struct WrongText: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether it is far slower than the methods that are used every day.
  var isSlow: Bool {
    switch self {
    case .brotli11, .xz9, .zstd22, .zstd19, .huskMax, .huskArchive: true
    case .husk9, .textAndGzip, .huskDefault, .husk1, .zstd3: false
    }
  }

  /// Applies the method, and checks that the text comes back.
  ///
  /// - Parameter text: The text.
  /// - Returns: The result, or `nil` where the program is not installed.
  /// - Throws: ``WrongText``, or what the method throws.
  func measure(_ text: [UInt8]) throws -> Result? {
    switch self {
    case .zstd3: try measureZstd(ZstdPeer(level: 3), text)
    case .zstd19: try measureZstd(ZstdPeer(level: 19), text)
    case .zstd22: try measureZstd(ZstdPeer(level: 22, isLong: true), text)
    case .brotli11:
      try measure(text, BrotliPeer.compress) {
        BrotliPeer.decompress($0, capacity: text.count)
      }
    case .xz9: try measureXZ(text)
    case .textAndGzip:
      Result(
        byteCount: GzipPeer.compressedByteCount(
          try Husk.encode(json: text, options: EncodeOptions(layout: .text))))
    case .husk1: try measureHusk(Effort(level: 1), text)
    case .huskDefault: try measureHusk(.default, text)
    case .husk9: try measureHusk(Effort(level: 9), text)
    case .huskMax: try measureHusk(.max, text)
    case .huskArchive: try measureHusk(.archive, text)
    }
  }

  private func measureHusk(_ effort: Effort, _ text: [UInt8]) throws -> Result {
    let options = EncodeOptions(effort: effort)
    return try measure(text, { try Husk.encode(json: $0, options: options) }) {
      try Husk.decode($0)
    }
  }

  private func measureZstd(_ peer: ZstdPeer, _ text: [UInt8]) throws -> Result {
    try measure(text, peer.compressedBytes) {
      peer.decompressedBytes($0, capacity: text.count)
    }
  }

  private func measureXZ(_ text: [UInt8]) throws -> Result? {
    guard let program = Program(named: "xz") else { return nil }
    let bytes = try program.output(["-9e", "--threads=1", "--stdout"], input: text)
    return Result(byteCount: bytes.count)
  }

  private func measure(
    _ text: [UInt8], _ compress: ([UInt8]) throws -> [UInt8],
    _ decompress: ([UInt8]) throws -> [UInt8]?
  ) throws -> Result {
    var times: [Int] = []
    var bytes: [UInt8] = []
    // What takes long is measured well enough by one run.
    while times.isEmpty || (times.count < 3 && times.reduce(0, +) < 100_000_000) {
      let start = ThreadClock.now
      bytes = try compress(text)
      times.append(ThreadClock.now - start)
    }
    let start = ThreadClock.now
    let back = try decompress(bytes)
    let backTime = ThreadClock.now - start
    guard back == text else {
      throw WrongText(description: "\(rawValue) does not give the text back")
    }
    return Result(byteCount: bytes.count, nanoseconds: times.min(), backNanoseconds: backTime)
  }
}

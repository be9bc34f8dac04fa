// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

/// What came out of a stream: pieces, and the error behind them, if there was one.
struct StreamResult: Equatable {
  var pieces: [[UInt8]] = []
  var error: HuskError?

  /// The pieces as one.
  var bytes: [UInt8] { pieces.concatenated() }
}

extension StreamCoder where Self: ~Copyable {
  /// Sends all of a feed through the coder, to its end or its first error.
  mutating func run(_ feed: PieceFeed) -> StreamResult {
    var feed = feed
    var result = StreamResult()
    var count = 1
    while count > 0 {
      var input: [UInt8] = []
      count = feed.read(appendingTo: &input, atMost: 1000)
      if count > 0 { append(input) } else { finish() }
      do throws(HuskError) {
        while let piece = try next() { result.pieces.append(piece) }
      } catch {
        result.error = error
        return result
      }
    }
    return result
  }

  /// Sends bytes through the coder, a thousand at a time.
  mutating func run(_ bytes: [UInt8]) -> StreamResult {
    run(PieceFeed(bytes, .whole, SeededGenerator(seed: 0)))
  }
}

/// A document of many rows, to be cut into blocks.
enum Sample {
  /// A line of a log.
  static func row(_ number: Int) -> String {
    #"{"id":\#(number),"name":"row \#(number % 7)","value":\#(number * 37 % 1000).5}"#
  }

  /// A sequence of texts, one to a line.
  static func sequence(_ count: Int) -> [UInt8] {
    Array((0..<count).map { row($0) + "\n" }.joined().utf8)
  }

  /// An array as the only text.
  static func array(_ count: Int) -> [UInt8] {
    Array("[\n  \((0..<count).map(row).joined(separator: ",\n  "))\n]\n".utf8)
  }

  /// Another text, which is one row.
  static func object(_ count: Int) -> [UInt8] {
    Array("{\"rows\": [\((0..<count).map(row).joined(separator: ", "))]}".utf8)
  }
}

// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import HuskClient
import HuskHTTP
import Synchronization

/// The bytes that answers take over a session, in different ways.
struct SessionContest {
  /// The bytes of one session.
  struct Result {
    /// What was asked for.
    var name: String
    /// The answers as JSON.
    var textByteCount: Int
    /// The bodies in zstd, by level.
    var zstd: [Int: Int]
    /// The bodies in zstd with the previous answer as the dictionary, by level.
    var dictionary: [Int: Int]
    /// The bodies in Husk without the template.
    var bodyByteCount: Int
    /// The template.
    var templateByteCount: Int
    /// The header fields that are there for Husk alone, of requests and answers.
    var fieldByteCount: Int

    /// Everything that Husk takes beside the fields.
    var huskByteCount: Int { bodyByteCount + templateByteCount }
  }

  /// The levels of zstd: that of answers which are made for each request, and the last but one.
  static let levels = [3, 19]
  /// What stands before a body in dictionary-compressed zstd (RFC 9842 §2.2).
  private static let dictionaryHeaderByteCount = 40

  /// Measures a session that asks for some answers, one after the other.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - known: The documents that the server has learnt from.
  ///   - answers: The answers, which the server gives under addresses of their own.
  /// - Returns: The bytes.
  /// - Throws: ``WrongAnswer`` where an answer is not what it should be, or what the client throws.
  static func run(_ name: String, known: [[UInt8]], _ answers: [[UInt8]]) async throws -> Result {
    let folder = try PageFolder(known)
    let transport = CountingTransport()
    let client = HuskClient(transport: transport)
    for (index, answer) in answers.enumerated() {
      try folder.write(answer, number: known.count + index)
      let response = try await client.get(folder.url(known.count + index))
      guard response.body == answer else { throw WrongAnswer(name: name) }
      await client.finishFetchingTemplates()
    }
    let counts = transport.counts.withLock { $0 }
    var result = Result(
      name: name, textByteCount: answers.reduce(0) { $0 + $1.count }, zstd: [:], dictionary: [:],
      bodyByteCount: counts.body, templateByteCount: counts.template, fieldByteCount: counts.fields)
    for level in levels {
      let plain = ZstdPeer(level: level)
      result.zstd[level] = answers.reduce(0) { $0 + plain.compress($1) }
      var byteCount = answers.first.map { plain.compress($0) } ?? 0
      for (previous, answer) in zip(answers, answers.dropFirst()) {
        byteCount += ZstdDictionary(previous, level: level).compress(answer)
        byteCount += dictionaryHeaderByteCount
      }
      result.dictionary[level] = byteCount
    }
    return result
  }

  /// The error of an answer that is not the document.
  struct WrongAnswer: Error, CustomStringConvertible {
    var name: String
    var description: String { "an answer of \(name) is not the document" }
  }
}

/// Counts what goes over a connection.
final class CountingTransport: HTTPTransport {
  /// The bytes so far.
  struct Counts {
    var body = 0
    var template = 0
    var fields = 0
  }

  let counts = Mutex(Counts())
  private let inner = URLSessionTransport()

  private static let names = ["Accept", "Available-Template", "Use-As-Template", "Link"]

  func send(_ request: OutgoingRequest) async throws(HuskClientError) -> IncomingResponse {
    let response = try await inner.send(request)
    let fields = (request.fields.lines + response.fields.lines).filter { line in
      Self.names.contains { $0.lowercased() == line.name.lowercased() }
    }
    let isTemplate = response.fields["Content-Type"] == HuskNames.templateMediaType
    counts.withLock { counts in
      // A colon, a space and the end of the line.
      counts.fields += fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      if isTemplate {
        counts.template += response.body.count
      } else {
        counts.body += response.body.count
      }
    }
    return response
  }
}

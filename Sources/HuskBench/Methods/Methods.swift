// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The methods that there are.
package enum Methods {
  /// The most bytes that a trained dictionary has: what the zstd program trains.
  private static let dictionaryByteCount = 112_640

  /// Those that are built in, in the order of reports.
  package static let builtIn: [Method] = general + husk + peers

  /// Those that are measured where nothing else is asked for.
  package static let standard: [Method] = builtIn + combined

  private static let combined: [Method] = [
    "husk-text+gzip-9", "jsonh+gzip-9", "hpack+gzip-9", "cjson+gzip-9", "msgpack+zstd-19",
    "cbor+zstd-19",
  ].compactMap(named)

  private static let general: [Method] = [
    Method("none", "the text as it is", .none) { _ in Pipeline([PlainStage()]) },
    codec("deflate", "DEFLATE of level 6", .deflate, level: 6),
    codec("gzip", "gzip of level 6", .gzip, level: 6),
    codec("gzip-9", "gzip of level 9", .gzip, level: 9),
    zstd(3), zstd(19), dictionary(3), dictionary(19),
    codec("brotli-5", "Brotli of level 5", .brotli, level: 5),
    codec("brotli-11", "Brotli of level 11", .brotli, level: 11),
    Method("lzstring", "LZString, as bytes", .general) { _ in Pipeline([LZStringStage()]) },
  ]

  private static let husk: [Method] = [
    file("husk-text", "the text layout of Husk", EncodeOptions(layout: .text)),
    file("husk-1", "Husk -1", EncodeOptions(effort: Effort(level: 1))),
    file("husk", "Husk at its default level", EncodeOptions()),
    file("husk-9", "Husk -9", EncodeOptions(effort: Effort(level: 9))),
    file("husk-max", "Husk --max", EncodeOptions(effort: .max)),
    file("husk-archive", "Husk --archive", EncodeOptions(effort: .archive)),
    Method("husk-row", "Husk messages that bring their template", .husk) { workload in
      guard !workload.isSequence else { return nil }
      return Pipeline([HuskStage(EncodeOptions(layout: .row))])
    },
    message("husk-named", "Husk messages that name a cached template", .referenced),
    message("husk-bare", "bare Husk messages with a cached template", .bare),
  ]

  private static let peers: [Method] =
    [value("jsonh", "JSONH", JSONH())]
    + HPack.levels.map { value("hpack-\($0)", "HPack of level \($0)", HPack(level: $0)) }
    + [
      value("cjson", "CJSON", CJSON()), value("msgpack", "MessagePack", MessagePack()),
      value("cbor", "CBOR", CBOR()),
    ]

  /// The method of a name; names with `+` between stand for one after the other.
  ///
  /// `hpack` alone is that of the highest level.
  package static func named(_ name: String) -> Method? {
    var result: Method?
    for part in name.split(separator: "+", omittingEmptySubsequences: false) {
      let id = part == "hpack" ? "hpack-\(HPack.levels.upperBound)" : String(part)
      guard let method = (builtIn + External.methods).first(where: { $0.id == id }) else {
        return nil
      }
      guard let first = result else {
        result = method
        continue
      }
      // Only bytes can be compressed further; what works on JSON comes first.
      guard method.family == .general || method.isExternal && method.keeps == .bytes else {
        return nil
      }
      result = first.then(method)
    }
    return result
  }

  /// The methods of a list with commas between: names, starts of names with `*` behind, or `all`.
  ///
  /// - Throws: ``BenchError`` that names the first word that is none of these.
  package static func list(_ words: String) throws(BenchError) -> [Method] {
    var methods: [Method] = []
    for word in words.split(separator: ",").map(String.init) {
      if word == "all" {
        methods += standard
      } else if word.last == "*" {
        let found = (standard + External.methods).filter { $0.id.hasPrefix(word.dropLast()) }
        guard !found.isEmpty else { throw BenchError("no method starts with '\(word.dropLast())'") }
        methods += found
      } else if let method = named(word) {
        methods.append(method)
      } else {
        throw BenchError("there is no method '\(word)'")
      }
    }
    guard !methods.isEmpty else { throw BenchError("there is no method in an empty list") }
    return methods.enumerated().filter { index, method in
      !methods[..<index].contains { $0.id == method.id }
    }.map(\.element)
  }

  /// Methods with the one that speeds are compared with among them.
  package static func withReference(_ methods: [Method]) -> [Method] {
    if methods.contains(where: { $0.id == Method.referenceID }) { return methods }
    return methods + [zstd(3)]
  }

  private static func codec(
    _ id: String, _ summary: String, _ codec: Codec, level: Int
  ) -> Method {
    Method(id, summary, .general) { _ in Pipeline([CodecStage(codec, level: level)]) }
  }

  private static func zstd(_ level: Int) -> Method {
    Method("zstd-\(level)", "zstd of level \(level)", .general) { _ in
      Pipeline([ZstdStage(level: level)])
    }
  }

  private static func dictionary(_ level: Int) -> Method {
    Method(
      "zstd-\(level)-dict", "zstd of level \(level) with a trained dictionary", .general
    ) { workload in
      guard workload.isMessages else { return nil }
      let dictionary = ZstdStage.dictionary(
        from: workload.samples, capacity: dictionaryByteCount)
      return Pipeline(
        [ZstdStage(level: level, dictionary: dictionary)], sharedByteCount: dictionary.count)
    }
  }

  private static func file(_ id: String, _ summary: String, _ options: EncodeOptions) -> Method {
    Method(id, summary, .husk) { _ in Pipeline([HuskStage(options)]) }
  }

  private static func message(_ id: String, _ summary: String, _ form: MessageForm) -> Method {
    Method(id, summary, .husk) { workload in
      guard workload.isMessages else { return nil }
      let template = try MessageStage.template(from: workload.samples)
      return Pipeline(
        [MessageStage(template, form: form)], sharedByteCount: template.content.count)
    }
  }

  private static func value(
    _ id: String, _ summary: String, _ form: some PeerForm
  ) -> Method {
    Method(id, summary, .peers, keeps: .values) { workload in
      Pipeline([ValueStage(form, isSequence: workload.isSequence)])
    }
  }
}

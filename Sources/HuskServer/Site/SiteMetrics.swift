// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a server counts, for `GET /metrics`.
struct SiteMetrics: Sendable {
  /// What a template did for an answer.
  enum TemplateUse: String, CaseIterable {
    /// The client had one that could be used.
    case hit
    /// The client named one that could not.
    case unusable
    /// The client takes Husk and named none.
    case none
  }

  private var requests: [Int: UInt64] = [:]
  private var forms: [String: UInt64] = [:]
  private var templateUses: [TemplateUse: UInt64] = [:]
  private var encodedHits: UInt64 = 0
  private var encodedMisses: UInt64 = 0
  private var textBytes: UInt64 = 0
  private var sentBytes: UInt64 = 0
  private var templateFetches: UInt64 = 0
  private var cutConnections: UInt64 = 0
  private var unfinished: UInt64 = 0
  private var seconds = 0.0

  /// Counts an answer that was sent.
  mutating func count(_ response: ServerResponse, after duration: Duration) {
    requests[response.status, default: 0] += 1
    let (whole, fraction) = duration.components
    seconds += Double(whole) + Double(fraction) * 1e-18
  }

  /// Counts a request that ended without an answer.
  mutating func countUnfinished() { unfinished += 1 }

  /// Counts a connection that was cut.
  mutating func countCut() { cutConnections += 1 }

  /// Counts a body that stands for a document.
  mutating func count(form: String, textByteCount: Int, bodyByteCount: Int) {
    forms[form, default: 0] += 1
    textBytes += UInt64(textByteCount)
    sentBytes += UInt64(bodyByteCount)
  }

  /// Counts what a template did.
  mutating func count(_ use: TemplateUse) { templateUses[use, default: 0] += 1 }

  /// Counts whether a body had been encoded before.
  mutating func countEncoded(isHit: Bool) {
    if isHit { encodedHits += 1 } else { encodedMisses += 1 }
  }

  /// Counts a template that was sent.
  mutating func countTemplate() { templateFetches += 1 }

  /// All of it in the text format of Prometheus.
  func text(connectionCount: Int, templateCount: Int) -> String {
    var text = ""
    func show(_ name: String, _ kind: String, _ help: String, _ values: [(String, String)]) {
      text += "# HELP husk_\(name) \(help)\n# TYPE husk_\(name) \(kind)\n"
      for (label, value) in values { text += "husk_\(name)\(label) \(value)\n" }
    }
    func count(_ name: String, _ help: String, _ value: UInt64) {
      show(name, "counter", help, [("", String(value))])
    }
    show(
      "requests_total", "counter", "Requests that were answered, by status.",
      requests.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", String($0.value)) })
    show(
      "bodies_total", "counter", "Documents that were sent, by form.",
      forms.sorted { $0.key < $1.key }.map { ("{form=\"\($0.key)\"}", String($0.value)) })
    show(
      "template_use_total", "counter", "Answers in Husk, by whether the client had a template.",
      TemplateUse.allCases.map {
        ("{template=\"\($0.rawValue)\"}", String(templateUses[$0] ?? 0))
      })
    count("text_bytes_total", "Bytes of the documents that were sent.", textBytes)
    count("sent_bytes_total", "Bytes of the bodies that stood for them.", sentBytes)
    show(
      "saved_bytes_total", "counter", "Bytes of documents less those of bodies.",
      [("", String(Int64(textBytes) - Int64(sentBytes)))])
    count("encoded_hits_total", "Bodies that had been encoded before.", encodedHits)
    count("encoded_misses_total", "Bodies that had to be encoded.", encodedMisses)
    count("template_fetches_total", "Templates that were sent.", templateFetches)
    count(
      "cut_connections_total", "Connections that were cut for being slow or idle.", cutConnections)
    count("unfinished_total", "Requests that ended before they were answered.", unfinished)
    show(
      "request_seconds_total", "counter", "Time from the head of requests to the end of answers.",
      [("", String(seconds))])
    show("connections", "gauge", "Connections that are open.", [("", String(connectionCount))])
    show("templates", "gauge", "Templates that are offered.", [("", String(templateCount))])
    return text
  }
}

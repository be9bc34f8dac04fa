// SPDX-License-Identifier: Apache-2.0

/// A line per request, as a web service logs it.
///
/// Users come back, paths hold ids, most answers are fine, and slow ones come in bursts.
package struct Logs: LineDataset {
  package static let name = "logs"
  package static let summary =
    "a log record per line: requests with paths, statuses, durations, addresses and errors"

  private static let services = ["gateway", "catalog", "checkout", "search", "account"]
  private static let paths = [
    "/api/v2/products/#####", "/api/v2/search?q=shoes&page=#", "/api/v2/cart",
    "/api/v2/customers/1####",
    "/api/v2/orders/A-000####/items", "/healthz", "/static/app-4f2c.js",
    "/api/v2/products/#####/reviews",
  ]
  private static let agents = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15",
    "ShopApp/7.12.0 (Android 15)", "curl/8.14.1", "kube-probe/1.33",
  ]
  private static let failures = [
    "upstream did not answer in time", "connection reset by peer",
    "stock is reserved by order A-000####",
  ]

  private var random: Random
  private var milliseconds = Timestamp(year: 2026, month: 3, day: 2).seconds * 1_000 + 28_800_000
  /// How much slower than usual the service is, in per cent.
  private var load = 100

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    random = Random(seed: seed, topic: .log, index: 0)
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    milliseconds += random.skewed(900)
    load = max(100, load + random.within(-30...26))
    if random.chance(perMille: 6) { load += 400 }
    let isFailure = random.chance(perMille: load > 300 ? 60 : 4)
    let status = isFailure ? 503 : random.pickSkewed([200, 200, 200, 304, 201, 404, 400])
    let level = isFailure ? "error" : status >= 400 ? "warn" : "info"
    let host = random.below(6)
    writer.object { writer in
      let time = Timestamp(seconds: milliseconds / 1_000).dateTime
      let fraction = Text.padded(milliseconds % 1_000, digitCount: 3)
      writer.member("time", "\(time.dropLast()).\(fraction)Z")
      writer.member("level", level)
      writer.member("service", random.pickSkewed(Self.services))
      writer.member("host", "web-\(host + 1).example")
      writer.member("requestId", Self.identifier(&random))
      writer.object("http") { writer in
        writer.member("method", random.pickSkewed(["GET", "GET", "POST", "PUT", "DELETE"]))
        writer.member("path", Text.filled(random.pickSkewed(Self.paths), &random))
        writer.member("status", status)
        writer.member("bytes", status == 304 ? 0 : 180 + random.skewed(24_000))
      }
      writer.member(
        "durationMs", decimal: (8 + random.skewed(900)) * load, scale: 3)
      writer.object("client") { writer in
        writer.member("ip", "198.51.100.\(random.skewed(250))")
        writer.member("agent", random.pickSkewed(Self.agents))
        if random.chance(perMille: 620) {
          writer.member("userId", 100_000 + 3 * random.skewed(400))
        }
      }
      if isFailure {
        writer.member("error", Text.filled(random.pickSkewed(Self.failures), &random))
      }
    }
    writer.newline()
  }

  private static func identifier(_ random: inout Random) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: (0..<16).map { _ in digits[random.below(16)] }, as: UTF8.self)
  }
}

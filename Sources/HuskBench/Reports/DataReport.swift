// SPDX-License-Identifier: Apache-2.0

/// Reports for programs: JSON and CSV.
package enum DataReport {
  /// One JSON text with everything that was measured, with a line feed at its end.
  package static func json(_ files: [FileReport]) -> [UInt8] {
    let value = JSONValue.object([
      JSONValue.Member("reference", .text(Method.referenceID)),
      JSONValue.Member("files", .array(files.map(file))),
    ])
    return value.bytes + [UInt8(ascii: "\n")]
  }

  private static func file(_ report: FileReport) -> JSONValue {
    var members = [
      JSONValue.Member("file", .text(report.name)),
      JSONValue.Member("comparisons", .array(report.comparisons.map(comparison))),
    ]
    if let growth = report.growth { members.append(JSONValue.Member("growth", growth.value)) }
    if let shares = report.shares { members.append(JSONValue.Member("columns", shares.value)) }
    return .object(members)
  }

  private static func comparison(_ comparison: Comparison) -> JSONValue {
    .object([
      JSONValue.Member("texts", .text(comparison.isMessages ? "messages" : "whole")),
      JSONValue.Member("textCount", .integer(comparison.textCount)),
      JSONValue.Member("byteCount", .integer(comparison.byteCount)),
      JSONValue.Member("methods", .array(comparison.outcomes.map { outcome($0, in: comparison) })),
    ])
  }

  private static func outcome(_ outcome: Outcome, in comparison: Comparison) -> JSONValue {
    var members = [
      JSONValue.Member("method", .text(outcome.method.id)),
      JSONValue.Member("summary", .text(outcome.method.summary)),
      JSONValue.Member("keeps", .text(outcome.method.keeps.rawValue)),
    ]
    switch outcome.result {
    case .skipped(let reason): members.append(JSONValue.Member("skipped", .text(reason)))
    case .failed(let reason): members.append(JSONValue.Member("failed", .text(reason)))
    case .measured(let figures):
      func ratio(_ way: KeyPath<Outcome.Figures, Int>) -> JSONValue {
        comparison.speedRatio(figures, way).map { .decimal($0, 4) } ?? .literal(.null)
      }
      members += [
        JSONValue.Member("byteCount", .integer(figures.byteCount)),
        JSONValue.Member("sharedByteCount", .integer(figures.sharedByteCount)),
        JSONValue.Member("ratio", .decimal(comparison.ratio(figures), 6)),
        JSONValue.Member("encodeNanoseconds", .integer(figures.encode)),
        JSONValue.Member("decodeNanoseconds", .integer(figures.decode)),
        JSONValue.Member("encodeSpeedToReference", ratio(\.encode)),
        JSONValue.Member("decodeSpeedToReference", ratio(\.decode)),
      ]
    }
    return .object(members)
  }

  /// A line for each method of each comparison, and one of titles (RFC 4180).
  package static func csv(_ files: [FileReport]) -> [UInt8] {
    var lines = [
      [
        "file", "texts", "text_bytes", "method", "keeps", "status", "bytes", "shared_bytes",
        "ratio",
        "encode_mb_s", "decode_mb_s", "encode_to_zstd3", "decode_to_zstd3",
      ]
    ]
    for comparison in files.flatMap(\.comparisons) {
      for outcome in comparison.outcomes {
        lines.append(
          [
            comparison.name, comparison.isMessages ? "messages" : "whole",
            "\(comparison.byteCount)", outcome.method.id, outcome.method.keeps.rawValue,
          ] + cells(of: outcome, in: comparison))
      }
    }
    return Array(lines.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined().utf8)
  }

  private static func cells(of outcome: Outcome, in comparison: Comparison) -> [String] {
    let empty = Array(repeating: "", count: 7)
    switch outcome.result {
    case .skipped: return ["skipped"] + empty
    case .failed: return ["failed"] + empty
    case .measured(let figures):
      return [
        "measured", "\(figures.byteCount)", "\(figures.sharedByteCount)",
        Figure.decimal(comparison.ratio(figures), 6),
        Figure.decimal(comparison.speed(figures.encode), 2),
        Figure.decimal(comparison.speed(figures.decode), 2),
        comparison.speedRatio(figures, \.encode).map { Figure.decimal($0, 4) } ?? "",
        comparison.speedRatio(figures, \.decode).map { Figure.decimal($0, 4) } ?? "",
      ]
    }
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { [",", "\"", "\n", "\r"].contains($0) }) else { return cell }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskCore

/// Cuts samples at every byte and flips every bit of them.
///
/// Whoever decodes what is left gets an error or the original. The one exception is a cut exactly between
/// two files, or two messages, that stand one behind the other: then the part before it is whole. Whoever
/// takes blocks as they come gets whole blocks of the original before the error.
struct DamageProof {
  /// What became of the cases of one kind.
  private struct Tally {
    var count = 0
    var refused = 0
    var exact = 0
    var atBorder = 0
    /// How often a decoder that hands out blocks as they come left one out before it met the error.
    var gaps = 0
    var other = 0

    static func + (left: Tally, right: Tally) -> Tally {
      Tally(
        count: left.count + right.count, refused: left.refused + right.refused,
        exact: left.exact + right.exact, atBorder: left.atBorder + right.atBorder,
        gaps: left.gaps + right.gaps, other: left.other + right.other)
    }
  }

  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  /// Tries all samples.
  func run() throws(HuskError) -> Report {
    var report = Report()
    var table = Table(
      "",
      columns: [
        "layout", "files", "bytes", "cuts", "refused", "the original", "between two",
        "flipped bits", "refused", "the original", "blocks left out", "anything else",
      ])
    let samples = try Samples.all()
    var all = (cuts: Tally(), flips: Tally(), fileCount: 0, byteCount: 0)
    for layout in samples.map(\.layout).uniqued {
      let ofLayout = samples.filter { $0.layout == layout }
      var cuts = Tally()
      var flips = Tally()
      for sample in ofLayout {
        guard case .success(sample.original) = sample.decode(sample.bytes) else {
          report.fail("\(layout): the sample itself does not decode")
          continue
        }
        cuts = cuts + self.cuts(sample, &report)
        flips = flips + self.flips(sample, &report)
      }
      let byteCount = ofLayout.reduce(0) { $0 + $1.bytes.count }
      table.add(row(layout, ofLayout.count, byteCount, cuts, flips))
      all = (
        all.cuts + cuts, all.flips + flips, all.fileCount + ofLayout.count,
        all.byteCount + byteCount
      )
    }
    table.add(row("all", all.fileCount, all.byteCount, all.cuts, all.flips))
    report.tables = [table]
    return report
  }

  private func row(
    _ name: String, _ fileCount: Int, _ byteCount: Int, _ cuts: Tally, _ flips: Tally
  ) -> [String] {
    let counts = [
      fileCount, byteCount, cuts.count, cuts.refused, cuts.exact, cuts.atBorder, flips.count,
      flips.refused, flips.exact, cuts.gaps + flips.gaps, cuts.other + flips.other,
    ]
    return [name] + counts.map(\.grouped)
  }

  private func cuts(_ sample: Sample, _ report: inout Report) -> Tally {
    var tally = Tally()
    let pieces = sample.decodeInPieces(sample.bytes)?.pieces ?? []
    for count in stride(from: 0, to: sample.bytes.count, by: settings.share) {
      judge(
        sample, pieces, Array(sample.bytes[..<count]), cutAt: count, &tally, &report,
        "cut at byte \(count) of \(sample.bytes.count)")
    }
    return tally
  }

  private func flips(_ sample: Sample, _ report: inout Report) -> Tally {
    var tally = Tally()
    let pieces = sample.decodeInPieces(sample.bytes)?.pieces ?? []
    var damaged = sample.bytes
    for bit in stride(from: 0, to: sample.bytes.count * 8, by: settings.share) {
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      judge(
        sample, pieces, damaged, cutAt: nil, &tally, &report,
        "bit \(bit % 8) of byte \(bit / 8) flipped")
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
    }
    return tally
  }

  /// Decodes a damaged sample at once and in pieces, and counts what becomes of it.
  private func judge(
    _ sample: Sample, _ pieces: [[UInt8]], _ damaged: [UInt8], cutAt cut: Int?,
    _ tally: inout Tally, _ report: inout Report, _ what: String
  ) {
    tally.count += 1
    let outcome = sample.decode(damaged)
    let before = cut.flatMap { sample.borders[$0] }
    switch outcome {
    case .failure: tally.refused += 1
    case .success(sample.original): tally.exact += 1
    case .success(let output) where output == before: tally.atBorder += 1
    case .success:
      tally.other += 1
      report.fail("\(sample.layout): \(what): something else comes out")
    }
    guard let (found, error) = sample.decodeInPieces(damaged) else { return }
    let isRight =
      switch outcome {
      case .failure: error != nil && found.isPart(of: pieces)
      case .success(let whole): error == nil && Array(found.joined()) == whole
      }
    if error != nil, !pieces.starts(with: found) { tally.gaps += 1 }
    if !isRight {
      tally.other += 1
      report.fail("\(sample.layout): \(what): decoding in pieces ends otherwise")
    }
  }
}

extension [[UInt8]] {
  /// Whether these are some of other pieces, in their order.
  fileprivate func isPart(of pieces: [[UInt8]]) -> Bool {
    var rest = pieces[...]
    return allSatisfy { piece in
      guard let index = rest.firstIndex(of: piece) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}

extension Sequence where Element: Hashable {
  /// The elements in order, each once.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

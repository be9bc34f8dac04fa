// SPDX-License-Identifier: Apache-2.0

/// A way to make JSON smaller that can be measured.
package struct Method: Sendable {
  /// What comes back.
  package enum Fidelity: String, Sendable {
    /// Every byte.
    case bytes
    /// Every value; whitespace, and how numbers and strings are written, may differ.
    case values
  }

  /// Methods that belong together.
  package enum Family: String, Sendable, CaseIterable {
    /// Nothing is done.
    case none
    /// Compressors that know nothing of JSON.
    case general
    /// Ours.
    case husk
    /// The forms of JSON that came before Husk, and binary ones.
    case peers
    /// Programs that are run.
    case external
  }

  /// The method that speeds are compared with.
  package static let referenceID = "zstd-3"

  /// The name on the command line and in reports.
  package let id: String
  /// What it is, as a phrase.
  package let summary: String
  /// Where it belongs.
  package let family: Family
  /// What comes back.
  package let keeps: Fidelity
  /// Prepares the method for a workload; `nil` where it is not for such texts.
  package let pipeline: @Sendable (Workload) throws -> Pipeline?

  /// Whether it is a program that is run.
  package var isExternal: Bool { family == .external }

  /// Whether it is worth measuring on small messages: other levels make no difference there.
  package var isForMessages: Bool {
    [
      "none", "deflate", "zstd-3", "zstd-19", "zstd-3-dict", "zstd-19-dict", "brotli-11",
      "husk-text", "husk", "husk-row", "husk-named", "husk-bare", "msgpack", "cbor",
    ].contains(id)
  }

  /// Creates a method from its parts.
  package init(
    _ id: String, _ summary: String, _ family: Family, keeps: Fidelity = .bytes,
    pipeline: @escaping @Sendable (Workload) throws -> Pipeline?
  ) {
    self.id = id
    self.summary = summary
    self.family = family
    self.keeps = keeps
    self.pipeline = pipeline
  }

  /// The method whose output goes into another.
  package func then(_ other: Method) -> Method {
    Method(
      "\(id)+\(other.id)", "\(summary); then \(other.summary)", family,
      keeps: keeps == .values ? .values : other.keeps
    ) { workload in
      guard let first = try pipeline(workload), let second = try other.pipeline(workload)
      else { return nil }
      return Pipeline(
        first.stages + second.stages,
        sharedByteCount: first.sharedByteCount + second.sharedByteCount)
    }
  }
}

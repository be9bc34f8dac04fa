// SPDX-License-Identifier: Apache-2.0

/// The smallest size that is worth compressing.
enum SmallestScenario {
  private static let bucketByteCount = 8
  private static let mostBytes = 480

  /// Makes the experiment.
  static func run(
    _ scale: Scenario.Scale, _ report: (Double) -> Void
  ) throws -> Scenario.Report {
    let recordCount = scale == .full ? 300 : 3
    let objects = try pieces(recordCount, seed: 7)
    let samples = try pieces(recordCount, seed: 8).enumerated().filter {
      $0.offset.isMultiple(of: 4)
    }
    .map(\.element)
    var table = Table(
      "Smaller in most cases from so many bytes on",
      columns: ["method", "as bytes", "in the envelope", "original"])
    let workload = Workload.messages(name: "", objects, samples: samples)
    let methods = try Scenario.methods(
      "deflate", "gzip", "lzstring", "zstd-3", "brotli-5", "zstd-19-dict", "husk", "husk-text",
      "husk-row", "husk-named", "husk-bare")
    for (index, method) in methods.enumerated() {
      report(Double(index) / Double(methods.count))
      guard let pipeline = try method.pipeline(workload) else { continue }
      let enveloped = Pipeline(pipeline.stages + [EnvelopeStage()])
      table.add([
        method.id, try start(objects, pipeline), try start(objects, enveloped), "103",
      ])
    }
    return Scenario.Report(
      title: "The smallest size worth compressing",
      paragraphs: [
        """
        Objects of the first 1, 2, 3 and more members of \(recordCount) generated customers, in groups of \
        \(bucketByteCount) bytes up to \(mostBytes). A method pays from the first group on from which on at \
        least half of the objects of each get smaller: as bytes, and in the envelope with Base64 against \
        the plain text. The original gives one figure. Dictionaries and templates were trained on other \
        objects of the kind, and are not counted: both sides have them.
        """
      ], tables: [table])
  }

  /// Objects of some of the members of customers.
  private static func pieces(_ recordCount: Int, seed: UInt64) throws -> [[UInt8]] {
    let text = try JSONValue.text(
      of: CustomerDocuments.document(recordCount: recordCount, seed: seed))
    guard case .array(let records) = text else { return [] }
    return records.flatMap { record -> [[UInt8]] in
      guard case .object(let members) = record else { return [] }
      return (1...members.count).map { JSONValue.object(Array(members.prefix($0))).bytes }
        .filter { $0.count < mostBytes }
    }
  }

  private static func start(_ objects: [[UInt8]], _ pipeline: Pipeline) throws -> String {
    var counts = Array(repeating: (smaller: 0, all: 0), count: mostBytes / bucketByteCount)
    for object in objects {
      let encoded = try pipeline.encode(object)
      guard try pipeline.decode(encoded) == object else { throw BenchError("an object differs") }
      let bucket = object.count / bucketByteCount
      counts[bucket].all += 1
      if encoded.bytes.count < object.count { counts[bucket].smaller += 1 }
    }
    let last = counts.lastIndex { $0.smaller * 2 < $0.all } ?? -1
    guard last + 1 < counts.count else { return "over \(mostBytes)" }
    // The group may be empty; the next object counts.
    let first = counts[(last + 1)...].firstIndex { $0.all > 0 } ?? last + 1
    let bytes = objects.map(\.count).filter { $0 / bucketByteCount == first }.min()
    return "\(bytes ?? first * bucketByteCount)"
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
internal import HuskHTTP

/// Learns the template of a group from some of its documents, and says whether it is worth having.
struct GroupTraining {
  /// Fewer documents have nothing in common that may be told: a value has to stand in three.
  static let leastDocuments = 3
  /// Larger documents are not sent as messages.
  static let mostMessageByteCount = 1 << 20
  /// How much is looked at.
  private static let sampleByteCount = 8 << 20
  /// How many documents are encoded to compare two templates.
  private static let comparedCount = 8

  private let documents: [[UInt8]]

  /// Chooses documents that are spread over all of them.
  ///
  /// - Parameters:
  ///   - paths: The documents in order.
  ///   - read: Reads one; `nil` where it cannot be, or is too large.
  init(_ paths: [SitePath], read: (SitePath) -> [UInt8]?) {
    var documents: [[UInt8]] = []
    var byteCount = 0
    // Every 64th first, then those in between, and so on.
    var seen = Set<Int>()
    for step in [64, 16, 4, 1] {
      for index in stride(from: 0, to: paths.count, by: step) where seen.insert(index).inserted {
        guard byteCount < Self.sampleByteCount else { break }
        guard let bytes = read(paths[index]), bytes.count <= Self.mostMessageByteCount
        else { continue }
        documents.append(bytes)
        byteCount += bytes.count
      }
    }
    self.documents = documents
  }

  /// Learns a template.
  ///
  /// - Returns: Nothing where fewer than ``leastDocuments`` are one JSON text.
  /// - Throws: ``HuskError/Code/limitExceeded`` where the documents have too many keys.
  func template(_ options: TrainingOptions) throws(HuskError) -> MessageTemplate? {
    var trainer = TemplateTrainer(options: options)
    for document in documents { try? trainer.add(document) }
    guard trainer.messageCount >= Self.leastDocuments else { return nil }
    return try trainer.train()
  }

  /// Whether a template makes messages smaller than another by a tenth or more.
  ///
  /// Clients have to fetch a new version, so small gains do not pay.
  func isBetter(_ template: MessageTemplate, than other: MessageTemplate) -> Bool {
    let step = max(documents.count / Self.comparedCount, 1)
    let chosen = stride(from: 0, to: documents.count, by: step).map { documents[$0] }
    return 10 * Self.byteCount(chosen, template) <= 9 * Self.byteCount(chosen, other)
  }

  private static func byteCount(_ documents: [[UInt8]], _ template: MessageTemplate) -> Int {
    var coder = MessageCoder(template)
    return documents.reduce(0) { $0 + ((try? coder.encode($1).count) ?? 0) }
  }
}

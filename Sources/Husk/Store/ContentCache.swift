// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Content that was read and compared with its identity lately, for stores that keep it elsewhere.
///
/// What an identity names never changes, so content found here is right; whether the store still
/// has the template, and until when, is asked of the store each time. The oldest content makes
/// room for new one.
package struct ContentCache {
  private let capacity: Int
  private var contents: [TemplateID: [UInt8]] = [:]
  /// The identities in the order in which they came.
  private var order: [TemplateID] = []
  private var byteCount = 0

  /// Creates an empty cache of so many bytes of content at most.
  package init(capacity: Int = 8 << 20) {
    self.capacity = capacity
  }

  /// Returns the record of an entry whose content is here, or is read now and compared.
  ///
  /// - Returns: The record, or `nil` where there is nothing to read.
  package mutating func record(
    of entry: TemplateEntry, reading read: () throws(TemplateStoreError) -> [UInt8]?
  ) throws(TemplateStoreError) -> TemplateRecord? {
    if let content = contents[entry.id] { return TemplateRecord(entry, verified: content) }
    guard let content = try read() else { return nil }
    let record = try TemplateRecord(verifying: content, of: entry)
    keep(record)
    return record
  }

  private mutating func keep(_ record: TemplateRecord) {
    guard record.content.count <= capacity else { return }
    while byteCount + record.content.count > capacity {
      byteCount -= contents.removeValue(forKey: order.removeFirst())?.count ?? 0
    }
    contents[record.id] = record.content
    order.append(record.id)
    byteCount += record.content.count
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
internal import HuskHTTP
import Husk
import Synchronization

/// The templates of a site: one for each directory with JSON documents, learnt from them and kept in
/// a store.
final class TemplateGroups: Sendable {
  /// What has a template: the documents of a directory that need a token, or those that need none.
  private struct Key: Hashable {
    var directory: String
    var isPrivate: Bool
  }

  private let groups = Mutex<[Key: TemplateGroup]>([:])
  private let coders = RecentCache<TemplateID, SharedMessageCoder>(byteCount: 64 << 20)
  private let files = RecentCache<TemplateID, [UInt8]>(byteCount: 8 << 20)
  private let store: any TemplateStore
  private let options: SiteOptions
  private let folder: DocumentFolder
  /// What tells the site from others in the store.
  private let site: String

  init(_ options: SiteOptions, store: any TemplateStore, folder: DocumentFolder, site: String) {
    self.options = options
    self.store = store
    self.folder = folder
    self.site = site
  }

  /// The time, in seconds since 1970 UTC.
  var now: Int64 { store.clock.now }

  /// The group of a document, if its directory has one.
  func group(of path: SitePath) -> TemplateGroup? {
    groups.withLock { $0[key(path)] }
  }

  private func key(_ path: SitePath) -> Key {
    Key(directory: path.directory, isPrivate: options.access.isPrivate(path.text))
  }

  /// The number of templates that are offered.
  var count: Int { groups.withLock { $0.values.count { $0.current != nil } } }

  /// The coder of a template, or `nil` where the store has it no more.
  func coder(_ id: TemplateID) throws(TemplateStoreError) -> SharedMessageCoder? {
    if let known = coders[id] { return known }
    guard let record = try store.template(id),
      let template = try? MessageTemplate(content: record.content)
    else { return nil }
    let coder = SharedMessageCoder(template)
    // A coder has learnt the template, which takes about that much for each byte.
    coders.keep(coder, for: id, byteCount: (1 << 20) + 16 * record.content.count)
    return coder
  }

  /// A template of the site with what is said of it to clients.
  struct Published: Sendable {
    var file: [UInt8]
    var isPrivate: Bool
    /// For how many seconds it is good.
    var maxAge: Int64
  }

  /// Where a template belongs: only those of the site's own documents have a URL.
  func isPrivate(_ id: TemplateID) -> Bool? {
    let now = now
    return groups.withLock { groups in
      let owners = groups.values.filter { $0.usable(at: now).contains { $0.id == id } }
      guard !owners.isEmpty else { return nil }
      return owners.allSatisfy(\.isPrivate)
    }
  }

  /// The template of the site whose identity starts with some bytes, if the client may have it.
  func known(_ prefix: [UInt8], isAuthorized: Bool) -> TemplateID? {
    groups.withLock { groups in
      for group in groups.values where isAuthorized || !group.isPrivate {
        let all = (group.current.map { [$0] } ?? []) + group.older
        if let entry = all.first(where: { $0.id.bytes.starts(with: prefix) }) { return entry.id }
      }
      return nil
    }
  }

  /// The file of a template.
  func published(_ id: TemplateID) throws(TemplateStoreError) -> Published? {
    guard let isPrivate = isPrivate(id), let record = try store.template(id) else { return nil }
    let left = record.expires.map { max($0 - now, 0) } ?? CacheControl.longestAge
    if let known = files[id] {
      return Published(file: known, isPrivate: isPrivate, maxAge: left)
    }
    // The name of the group in the store is nobody's business.
    guard let file = TemplateFile(content: record.content, name: "", version: 0)?.bytes
    else { return nil }
    files.keep(file, for: id, byteCount: file.count)
    return Published(file: file, isPrivate: isPrivate, maxAge: left)
  }

  /// Looks for documents that are new or have changed, and learns from them.
  ///
  /// - Parameters:
  ///   - scan: The documents.
  ///   - log: Takes a line for each template that is new.
  /// - Throws: ``TemplateStoreError`` where the store fails.
  func refresh(_ scan: FolderScan, log: (String) -> Void) throws(TemplateStoreError) {
    var found: [Key: [SitePath]] = [:]
    for path in scan.documents { found[key(path), default: []].append(path) }
    for (key, documents) in found where documents.count >= GroupTraining.leastDocuments {
      var group =
        groups.withLock { $0[key] }
        ?? TemplateGroup(site: site, directory: key.directory, isPrivate: key.isPrivate)
      try refresh(&group, documents, log)
      let refreshed = group
      groups.withLock { $0[key] = refreshed }
    }
    groups.withLock { groups in
      groups = groups.filter { key, _ in
        found[key].map { $0.count >= GroupTraining.leastDocuments } ?? false
      }
    }
  }

  private func refresh(
    _ group: inout TemplateGroup, _ documents: [SitePath], _ log: (String) -> Void
  ) throws(TemplateStoreError) {
    let signature = signature(documents)
    if group.signature == signature, let current = group.current {
      // What is left of its time is what clients are told, so it is renewed before half is over.
      guard let expires = current.expires, let age = options.templateAge,
        expires - now < age / 2
      else { return }
      _ = try store.setExpiry(now + age, of: current)
      group.take(try store.entries(named: group.name))
      return
    }
    group.signature = signature
    group.take(try store.entries(named: group.name))
    let training = GroupTraining(documents) { path in
      folder.open(path).flatMap { folder.document($0)?.bytes }
    }
    guard let template = try? training.template(options.training) else {
      group.current = nil
      return
    }
    if let current = group.current, let record = try store.template(current.id),
      let known = try? MessageTemplate(content: record.content),
      !training.isBetter(template, than: known)
    {
      if let age = options.templateAge { _ = try store.setExpiry(now + age, of: current) }
    } else {
      let record = try store.put(
        template.content, named: group.name, expires: options.templateAge.map { now + $0 })
      log(
        "template \(record.id.description.prefix(16)) for \(group.directory)*, \(record.name)"
          + "@\(record.version)")
    }
    group.take(try store.entries(named: group.name))
  }

  /// Changes with the names, sizes and times of documents.
  private func signature(_ documents: [SitePath]) -> TemplateID {
    var text = ""
    for path in documents {
      guard let identity = folder.open(path)?.identity else { continue }
      text += "\(path.components.last ?? "") \(identity.byteCount) \(identity.number)"
      text += " \(identity.seconds) \(identity.nanoseconds)\n"
    }
    return TemplateID(hashing: Array(text.utf8))
  }
}

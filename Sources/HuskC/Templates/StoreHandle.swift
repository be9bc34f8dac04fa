// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskStores

/// What a `husk_store` is.
final class StoreHandle: Sendable {
  /// The store.
  let store: any TemplateStore

  /// Opens the store at a place, or that of the user.
  init(_ location: String?) throws(Failure) {
    store = try Failure.ofStore { () throws(TemplateStoreError) in
      try TemplateStoreLocation(location).open()
    }
  }

  /// Stores a template, and returns its version.
  func put(
    _ template: MessageTemplate, named name: String, maxAge: Int64
  ) throws(Failure) -> UInt64 {
    let (time, overflow) = store.clock.now.addingReportingOverflow(maxAge)
    guard maxAge >= 0, !overflow else {
      throw .argument("\(maxAge) seconds are no age of a template")
    }
    return try Failure.ofStore { () throws(TemplateStoreError) in
      try store.put(template.content, named: name, expires: maxAge == 0 ? nil : time).version
    }
  }

  /// Takes a template out by its name and version, or the newest for 0.
  func get(_ name: String, version: UInt64) throws(Failure) -> TemplateHandle {
    let record = try Failure.ofStore { () throws(TemplateStoreError) in
      version == 0
        ? try store.latestTemplate(named: name)
        : try store.template(named: name, version: version)
    }
    guard let record else {
      throw .unknownTemplate(version == 0 ? "'\(name)'" : "'\(name)@\(version)'")
    }
    return try TemplateHandle(record)
  }

  /// Takes a template out by its identity, or the start of it.
  func find(_ id: String) throws(Failure) -> TemplateHandle {
    let record = try Failure.ofStore { () throws(TemplateStoreError) in
      try store.template(matching: TemplateIDPrefix(hexadecimal: id))
    }
    guard let record else { throw .unknownTemplate("with the identity \(id)") }
    return try TemplateHandle(record)
  }
}

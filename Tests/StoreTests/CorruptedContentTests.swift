// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import Testing

@Suite("Content that is not what its identity names", .timeLimit(.minutes(60)))
struct CorruptedContentTests {
  @Test(arguments: StoreKind.shared)
  func damagedContentIsNotHandedOut(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let record = try fixture.store.put(bytes("content"), named: "name", expires: nil)
    try fixture.damage(record.entry)
    let store = try fixture.another()
    let error = #expect(throws: TemplateStoreError(.corruptedContent, "")) {
      try store.template(record.id)
    }
    #expect(error?.description.contains("name@1") == true)
    #expect(error?.description.contains(record.id.description) == true)
    #expect(throws: TemplateStoreError(.corruptedContent, "")) {
      try store.latestTemplate(named: "name")
    }
    #expect(throws: TemplateStoreError(.corruptedContent, "")) {
      try store.template(named: "name", version: 1)
    }
    // It is still listed, and can be put right or removed.
    #expect(try store.entries(named: nil) == [record.entry])
    #expect(try store.put(bytes("content"), named: "name", expires: nil) == record)
    #expect(try fixture.another().template(record.id) == record)
    try fixture.damage(record.entry)
    #expect(try fixture.another().remove(record.entry))
    #expect(try fixture.another().template(record.id) == nil)
  }

  @Test(arguments: StoreKind.shared)
  func contentUnderAnotherIdentityIsNotHandedOut(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let id = TemplateID(hashing: bytes("content"))
    try fixture.forge(bytes("forgery"), id, named: "name")
    #expect(throws: TemplateStoreError(.corruptedContent, "")) { try fixture.store.template(id) }
  }

  @Test func recordsAreMadeOfTheRightContentOnly() throws {
    let entry = TemplateRecord(content: bytes("content"), name: "n", version: 1, created: 0).entry
    #expect(try TemplateRecord(verifying: bytes("content"), of: entry).entry == entry)
    for wrong in ["Content", "", "content ", "conten"] {
      #expect(throws: TemplateStoreError(.corruptedContent, "")) {
        try TemplateRecord(verifying: bytes(wrong), of: entry)
      }
    }
  }
}

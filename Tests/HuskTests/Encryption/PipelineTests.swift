// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Pipelines")
struct PipelineTests {
  private static let key = SampleKeys.first

  @Test(arguments: [
    (Pipeline(), "auto -> level \(Effort.default.level)"),
    (Pipeline(layout: .column).compressed(at: .max), "column -> max"),
    (
      Pipeline(layout: .column).compressed(.zstd).encrypted(with: key).enveloped(),
      "column -> zstd level \(Effort.default.level) -> AES-256-GCM (key \(key.id)) -> envelope"
    ),
    (Pipeline(layout: .text).minified().enveloped(), "minify -> text -> envelope"),
    (
      Pipeline(layout: .row).enveloped().encrypted(with: key),
      "row -> AES-256-GCM (key \(key.id)) -> envelope"
    ),
    (
      Pipeline().encrypted(with: key).uncompressed(),
      "auto -> uncompressed -> AES-256-GCM (key \(key.id))"
    ),
  ])
  func sayWhatTheyDoAndDoIt(pipeline: Pipeline, description: String) throws {
    #expect("\(pipeline)" == description)
    let json = Array(#"[{"a":1},{"a":2}]"#.utf8)
    let bytes = try pipeline.encode(json)
    #expect(try pipeline.decode(bytes) == json)
    #expect((bytes.first == UInt8(ascii: "{")) == (pipeline.options.isEnveloped))
    guard pipeline.options.key != nil else { return }
    #expect(throws: HuskError.self) { try Husk.decode(bytes) }
    let open = try Pipeline().encode(json)
    #expect(throws: HuskError(.notSealed, at: 4, "")) { try pipeline.decode(open) }
  }

  @Test func keysAreNeverPrinted() {
    var text = ""
    dump(Self.key, to: &text)
    dump(Keyring(Self.key), to: &text)
    dump(EncodeOptions(key: Self.key), to: &text)
    text += "\(Self.key) \(Keyring(Self.key)) \(String(reflecting: Self.key))"
    // The first bytes of the key, however they may be written.
    for form in ["0001", "0, 1, 2", "000102"] { #expect(!text.contains(form)) }
  }
}

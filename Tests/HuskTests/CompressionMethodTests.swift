// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import Testing

@Suite("Files compressed in one way")
struct CompressionMethodTests {
  /// Lines with strings, numbers and whitespace, and a text that is stored.
  private static let documents = [
    Sample.sequence(300), Sample.array(40),
    Array("[\(String(repeating: "\"q\", ", count: 9))1]".utf8),
  ]

  @Test(
    "come back, and hold no other codec", arguments: CompressionMethod.allCases,
    [Effort(level: 1), .default, Effort(level: 9), .max])
  func comeBack(method: CompressionMethod, effort: Effort) throws {
    for document in Self.documents {
      for layout in [Layout.auto, .column] {
        let options = EncodeOptions(layout: layout, effort: effort, compression: method)
        let file = try Husk.encode(json: document, options: options)
        #expect(try Husk.decode(file) == document)
        var encoder = StreamEncoder(options: options, threadCount: 2)
        #expect(encoder.run(document).bytes == file)
      }
    }
  }

  @Test("differ where the codec does")
  func differ() throws {
    let files = try CompressionMethod.allCases.map { method in
      try Husk.encode(
        json: Sample.sequence(300), options: EncodeOptions(compression: method))
    }
    #expect(files[0] == files[4])
    #expect(Set(files).count == 5)
    #expect(files[1].count > files.dropFirst(2).map(\.count).max() ?? 0)
  }
}

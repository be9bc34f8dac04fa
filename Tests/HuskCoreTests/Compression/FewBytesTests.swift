// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Texts that come to few bytes")
struct FewBytesTests {
  /// How a printer puts what interfaces of a service have in common, in four kilobytes that say little.
  private var text: [UInt8] {
    let words = """
      Account Alias Bucket Cluster Device Event Fleet Group Host Image Job Key Layer Metric Node Object Policy Queue \
      Role Stack Table User Volume Zone
      """.split(separator: " ")
    let pages = words.indices.map { index in
      let name = "\(words[index])\(words[(index * 11 + 3) % words.count])s"
      let verb = index * 11 % 5 % 2 == 0 ? "List" : "Describe"
      return """
            "\(verb)\(name)": {
              "input_token": "NextToken",
              "limit_key": "MaxResults",
              "output_token": "NextToken",
              "result_key": "\(name)"
            }
        """
    }
    return Array(
      "{\n  \"pagination\": {\n\(pages.joined(separator: ",\n"))\n  }\n}\n".utf8)
  }

  @Test("take no more in a file than in a frame of zstd")
  func fileIsNoLarger() throws {
    let text = text
    #expect(text.count > 4096)
    var options = EncodeOptions()
    options.effort = Effort(level: 9)
    let file = try Husk.encode(json: text, options: options)
    #expect(try Husk.decode(file) == text)
    var zstd = Compressor(.zstd, level: 19)
    var blocks: [UInt8] = []
    zstd.compress(text, appendingTo: &blocks)
    // A frame has a magic number, a byte that says what is there, and two bytes of a count before them.
    #expect(file.count <= blocks.count + 7)
  }

  @Test("are compressed by the method that was asked for", arguments: [4, 6, 7, 9])
  func methodIsKept(level: Int) throws {
    let text = text
    var options = EncodeOptions()
    options.effort = Effort(level: level)
    let any = try Husk.encode(json: text, options: options)
    options.compression = .zstd
    let file = try Husk.encode(json: text, options: options)
    #expect(try Husk.decode(file) == text)
    #expect(file.count > any.count)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@Suite("The commands of README.md", .timeLimit(.minutes(60)))
struct ReadmeCommandTests {
  @Test("They work as they stand there, one after the other")
  func commandsWork() async throws {
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    let start = try #require(readme.firstRange(of: "## The command\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "\n## ")).lowerBound
    let blocks = readme[start..<end].split(separator: "```sh\n").dropFirst().map {
      String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex))
    }
    #expect(blocks.count == 3)
    let directory = try TemporaryDirectory()
    // The store of the test is its own, and so is the corpus that commands copy from.
    let script = """
      set -e
      cd "$1"
      ln -s "$2" Corpus
      export PATH="$3:$PATH" HUSK_STORE="$1/store.db"
      \(blocks.joined())
      cmp order.json copy.json
      husk decode --key husk.key -c sealed.husk | cmp - orders.ndjson
      husk decode -c web.husk | cmp - orders.ndjson
      husk decode -c small.husk | cmp - orders.ndjson
      test "$(husk decode -c --rows 100:102 --fields orderId orders.ndjson.husk | wc -l)" = 2
      test -z "$(husk decode -c --rows 100:102 --fields orderId,items.sku orders.ndjson.husk |
        grep -v '"sku"')"
      """
    let tool = URL(filePath: Child.husk).deletingLastPathComponent().path
    let child = try Child.shell(
      script, [directory.path, Repository.path("Corpus"), tool], errors: directory.path("errors"))
    let ending = try await child.wait()
    let errors = try directory.text("errors")
    #expect(ending == .exited(0), "\(errors)")
    #expect(errors.isEmpty)
  }
}

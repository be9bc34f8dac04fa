// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskFuzz
import HuskTestKit
import Testing

@Suite("What fuzzers found stays mended")
struct RegressionTests {
  /// Inputs that were found, in folders named after their targets.
  private static let files = Corpus.filesRecursively(
    in: Corpus.root.appending(path: "Fuzz/regressions"))

  /// What all seeds are made of, which takes a while to read.
  private static let material = SeedMaterial()

  @Test("each input that was found", arguments: files)
  func foundInputsPass(file: CorpusFile) throws {
    let name = String(file.name.prefix { $0 != "/" })
    let target = try #require(FuzzTarget.named(name), "there is no target \(name)")
    try target.run(try file.bytes())
  }

  @Test(
    "targets take what they start from, and whatever else comes",
    arguments: FuzzTarget.all.map(\.name))
  func targetsTakeSomeSeeds(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let seeds = target.seeds(Self.material)
    #expect(!seeds.isEmpty)
    for seed in stride(from: 0, to: seeds.count, by: max(seeds.count / 12, 1)).map({ seeds[$0] }) {
      try target.run(seed)
    }
    try target.run([])
    try target.run(Array("{\"a\": [1, 2]}".utf8))
  }
}

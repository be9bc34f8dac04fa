// SPDX-License-Identifier: Apache-2.0

import HuskCorpus
import Testing

@Suite("The command line of the generator")
struct CorpusCommandTests {
  @Test func understandsEveryOption() throws {
    let request = try request("orders --records 12 --seed 18446744073709551615 --pretty tab")
    #expect(request.dataset.name == Orders.name)
    #expect(request.size == .records(12))
    #expect(request.seed == .max)
    #expect(request.whitespace == .tab)
  }

  @Test func hasDefaults() throws {
    let request = try request("catalogue")
    #expect(request.size == .records(1_000))
    #expect(request.seed == 1)
    #expect(request.whitespace == .twoSpaces)
    #expect(try self.request("catalogue --pretty none").whitespace == .none)
    #expect(try self.request("customers --pretty 2").whitespace == .twoSpaces)
  }

  @Test(
    arguments: [
      ("0", 0), ("17", 17), ("17B", 17), ("2K", 2_048), ("2KiB", 2_048), ("2kb", 2_000),
      ("50M", 52_428_800), ("50MB", 50_000_000), ("3G", 3_221_225_472), ("3GB", 3_000_000_000),
    ])
  func understandsSizes(text: String, byteCount: Int) throws {
    #expect(try request("telemetry --bytes \(text)").size == .bytes(byteCount))
  }

  private static let names =
    "customers, orders, telemetry, catalogue, logs, beacons, chat, syntax-trees, places, embeddings"

  @Test(
    arguments: [
      ("", "name a dataset: \(names), or 'list'"),
      ("poems", "there is no dataset 'poems', only \(names)"),
      ("list all", "'list' takes no arguments"),
      ("orders -n 4", "unknown option '-n'"),
      ("orders --seed", "--seed needs a value"),
      ("orders --seed -1", "'-1' is no value for --seed"),
      ("orders --records many", "'many' is no value for --records"),
      ("orders --records -4", "a size cannot be negative"),
      ("orders --bytes 5X", "'5X' is no value for --bytes"),
      ("orders --bytes M", "'M' is no value for --bytes"),
      ("orders --bytes 9223372036854775807K", "'9223372036854775807K' is no value for --bytes"),
      ("orders --pretty 3", "'3' is no value for --pretty"),
    ])
  func refusesWhatItDoesNotUnderstand(arguments: String, message: String) {
    #expect(throws: CorpusCommand.UsageError(message)) { try request(arguments) }
  }

  @Test func listsEveryDataset() throws {
    guard case .say(let list) = try CorpusCommand.parse(["list"]) else {
      Issue.record("nothing is listed")
      return
    }
    let names = list.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(names.map(String.init) == Datasets.all.map { $0.name })
  }

  @Test(arguments: ["--help", "orders --help", "list -h"])
  func helps(arguments: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    guard case .say(let help) = try CorpusCommand.parse(words) else {
      Issue.record("there is no help")
      return
    }
    for option in ["--records", "--bytes", "--seed", "--pretty", "list"] {
      #expect(help.contains(option))
    }
  }

  @discardableResult
  private func request(_ arguments: String) throws -> DatasetRequest {
    let words = arguments.split(separator: " ").map(String.init)
    guard case .generate(let request) = try CorpusCommand.parse(words) else {
      throw CorpusCommand.UsageError("nothing is generated")
    }
    return request
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Something that takes any bytes, and finds out whether a part of the library keeps its promises.
///
/// A crash, an endless loop and lots of memory are for libFuzzer and the address sanitizer to find;
/// everything else a target finds itself.
package struct FuzzTarget: Sendable {
  /// Its name, which is that of the folder of its regressions too.
  package let name: String
  /// The most bytes that an input should have.
  package let byteLimit: Int
  /// Sends an input through a part of the library.
  package let run: @Sendable ([UInt8]) throws(Finding) -> Void
  /// Inputs to start from, which are made of the corpus.
  package let seeds: @Sendable (SeedMaterial) -> [[UInt8]]

  init(
    _ name: String, upTo byteLimit: Int,
    seeds: @escaping @Sendable (SeedMaterial) -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) throws(Finding) -> Void
  ) {
    self.name = name
    self.byteLimit = byteLimit
    self.seeds = seeds
    self.run = run
  }

  /// All targets, in the order of the layers that they are about.
  package static let all: [FuzzTarget] = [
    .tokenizer, .text, .template, .message, .sequence, .column, .copies, .modelled, .container,
    .encryption, .http, .interface, .roundTrip, .prediction, .differential,
  ]

  /// The target of a name.
  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

// SPDX-License-Identifier: Apache-2.0

package import HuskCore

extension Codec {
  /// The codecs of libraries.
  ///
  /// The others are ours, and take a model for each run: they are tested by themselves, with less.
  package static var ofLibraries: [Codec] {
    allCases.filter { ![.modelled, .presetModelled].contains($0) }
  }
}

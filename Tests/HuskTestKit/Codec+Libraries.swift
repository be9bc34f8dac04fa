// SPDX-License-Identifier: Apache-2.0

package import HuskCore

extension Codec {
  /// The codecs of libraries.
  ///
  /// The other one is ours, and takes a model for each run: it is tested by itself, with less.
  package static var ofLibraries: [Codec] { allCases.filter { $0 != .modelled } }
}

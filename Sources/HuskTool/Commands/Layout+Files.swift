// SPDX-License-Identifier: Apache-2.0

package import HuskCore

extension Layout {
  /// What the name of an encoded file ends with.
  package var fileNameSuffix: String {
    switch self {
    case .text: ".husk.json"
    case .auto, .column, .row: ".husk"
    }
  }

  /// What encoded bytes are, as far as a terminal is concerned.
  package var content: Destination.Content {
    switch self {
    case .text: .text
    case .auto, .column, .row: .binary
    }
  }
}

extension EncodeOptions {
  /// Whether the result is text, which an envelope always is and what is sealed never.
  private var isText: Bool { isEnveloped || (layout == .text && key == nil) }

  /// What the name of an encoded file ends with.
  package var fileNameSuffix: String { (isText ? Layout.text : .auto).fileNameSuffix }

  /// What encoded bytes are, as far as a terminal is concerned.
  package var content: Destination.Content { isText ? .text : .binary }
}

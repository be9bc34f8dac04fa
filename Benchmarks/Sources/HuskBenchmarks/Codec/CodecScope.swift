// SPDX-License-Identifier: Apache-2.0

/// How much the codec benchmark does.
struct CodecScope {
  /// Which sizes are found.
  enum Pace {
    /// Those that take no longer than zstd -3 or our own levels.
    case quick
    /// All, but of large inputs only those that take seconds.
    case usual
    /// All.
    case full
  }

  /// Which sizes are found.
  var pace = Pace.usual
  /// Whether sizes are found.
  var hasSizes = true
  /// Whether speeds are measured.
  var hasSpeed = true
  /// What names of inputs contain, one of them at least; every input is measured when it is empty.
  var words: [String] = []

  /// Whether the size that a method gives is wanted of an input.
  func includes(_ method: SizeMethod, of input: CodecInput) -> Bool {
    switch pace {
    case .full: true
    case .quick: !method.isSlow
    case .usual: !method.isSlow || input.text.count <= 16_000_000 || method == .zstd19
    }
  }

  /// Whether an input is wanted.
  func includes(name: String) -> Bool {
    words.isEmpty || words.contains(where: name.contains)
  }
}

// SPDX-License-Identifier: Apache-2.0

extension JSONWriter {
  /// Writes a member that is a string.
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// Writes a member that is a string, or `null`.
  package mutating func member(_ key: String, nullable value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  /// Writes a member that is an integer.
  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// Writes a member that is `true` or `false`.
  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    boolean(value)
  }

  /// Writes a member that is a decimal with `scale` digits after the point.
  package mutating func member(
    _ key: String, decimal mantissa: Int, scale: Int, zeros: TrailingZeros = .kept
  ) {
    self.key(key)
    decimal(mantissa, scale: scale, zeros: zeros)
  }

  /// Writes a member that is an array of strings.
  package mutating func member(_ key: String, _ values: [String]) {
    self.key(key)
    array { writer in
      for value in values { writer.string(value) }
    }
  }

  /// Writes a member that is an object.
  package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    object(body)
  }

  /// Writes a member that is an array.
  package mutating func array(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    array(body)
  }
}

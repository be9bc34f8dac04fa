// SPDX-License-Identifier: Apache-2.0

/// A key of a path that no type declares: a name, or the number of an element.
struct PathKey: CodingKey, Equatable {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// The key of what a superclass encodes.
  static let superclass = PathKey("super")
}

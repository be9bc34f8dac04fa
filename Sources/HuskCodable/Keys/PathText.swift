// SPDX-License-Identifier: Apache-2.0

/// Paths as people write them: names with dots between them, and backslashes that take meaning away.
enum PathText {
  /// The parts of a text between those separators that have a meaning, and the separators.
  ///
  /// - Returns: Parts without their backslashes; `nil` where the text ends in a backslash.
  static func split(
    _ text: some StringProtocol, at separators: Set<Unicode.Scalar>
  ) -> [(separator: Unicode.Scalar?, part: String)]? {
    var parts: [(separator: Unicode.Scalar?, part: String)] = [(nil, "")]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, separators.contains(scalar) {
        parts.append((scalar, ""))
      } else {
        parts[parts.count - 1].part.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return isEscaped ? nil : parts
  }

  /// The steps of a path, or `nil` where one is empty.
  static func steps(of path: String) -> [String]? {
    let parts = split(path, at: ["."])?.map(\.part)
    return parts.flatMap { $0.contains("") ? nil : $0 }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What columns of strings may consist of.
///
/// Columns of scalars nest four deep at most (SPEC §8.6 Scalar columns).
struct StringNesting {
  /// How many columns may stand in one another, this one included.
  private(set) var levels: Int
  /// Whether strings of several patterns may have a column each.
  var mayDivide: Bool { levels > 1 && isOfOneColumn }
  /// Whether strings may be composed of those of other columns.
  var mayCompose: Bool { levels > 1 && isUncut }
  /// Whether strings that recur may be a dictionary.
  var mayRecur: Bool { levels > 1 && !areDistinct }
  /// Whether strings may be in front coding or Base64.
  private(set) var mayBeCoded = true

  /// Whether the strings are all those of a column, and not one kind of them.
  private var isOfOneColumn = true
  /// Whether the strings are not parts of others, and not better left as they are.
  private var isUncut = true
  /// Whether none of the strings recurs.
  private var areDistinct = false

  private init(levels: Int) {
    self.levels = levels
  }

  /// A column that stands in no other one.
  static let whole = StringNesting(levels: 4)

  /// The same column, of strings that are not composed of others.
  var withoutComposing: StringNesting {
    var same = self
    same.isUncut = false
    return same
  }

  /// The same column, of strings that a decoder has as they come.
  var withoutCoding: StringNesting {
    var same = self
    same.mayBeCoded = false
    return same
  }

  /// One of several columns for values of different kinds.
  var inner: StringNesting {
    var inner = self
    inner.levels -= 1
    return inner
  }

  /// One of several columns for strings of different patterns.
  var ofPattern: StringNesting {
    var inner = inner
    inner.isOfOneColumn = false
    return inner
  }

  /// The entries of a dictionary.
  var ofEntries: StringNesting {
    var inner = inner
    inner.areDistinct = true
    return inner
  }

  /// A part of composed strings, which recurs even where they do not.
  var ofPart: StringNesting {
    var inner = inner
    inner.isUncut = false
    inner.areDistinct = false
    return inner
  }
}

// SPDX-License-Identifier: Apache-2.0

extension RowPredictor {
  /// Whether rows may be carried as they are.
  package var takesTexts: Bool { plan.textAlternative != nil }

  /// Takes a row as it is, an array or object.
  ///
  /// - Parameters:
  ///   - token: The row, with all of its bytes.
  ///   - gapCount: How many gaps are in it and before it.
  package mutating func takeText(_ token: Token, gapCount: Int) {
    guard let (first, number) = plan.textAlternative else {
      preconditionFailure("rows are not carried as they are")
    }
    mark(at: token.offset)
    values.append(control: number, at: TemplatePlan.root)
    values.append(token, at: first + number)
    // The value has one by itself.
    addGaps(gapCount - 1)
  }
}

extension TemplatePlan {
  /// The first alternative of the root and the number of the one that is any value, which is the last.
  fileprivate var textAlternative: (first: Int, number: Int)? {
    guard case .oneOf(let first, let count) = nodes[Self.root],
      case .any = nodes[first + count - 1]
    else { return nil }
    return (first, count - 1)
  }

  /// The same with one more alternative of the root, any value; `nil` where no decoder would take it.
  ///
  /// - Complexity: O(*n*) for *n* fields, slots and bytes of keys.
  package func withTexts(_ limits: Limits) -> TemplatePlan? {
    guard textAlternative == nil else { return self }
    guard var template = try? TemplateEncoding.decode(canonicalBytes, limits: limits) else {
      return nil
    }
    if case .oneOf(let alternatives) = template.root {
      template.root = .oneOf(alternatives + [.any])
    } else {
      template.root = .oneOf([template.root, .any])
    }
    return try? TemplatePlan(canonical: TemplateEncoding.encode(template), limits: limits)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
public import Husk

/// The fields of a value that are encoded or decoded; the others are as if they were not there.
///
///     encoder.selection = "user#id,name,items.sku"
///     decoder.selection = try SelectedFields(of: Customer.self, [\.name, \.address.city])
///
/// A list names paths with commas between them, as `husk decode --fields` has it: `user.name` is the
/// member `name` of `user`, and arrays on the way are passed through. Names are those of the data.
/// A path that ends somewhere selects all that is there.
///
/// `#` marks what tells values apart and is always kept: `items#id.sku` is the `id` and the `sku` of
/// each of the `items`, and `user#id` only the `id` of the `user`. `#id` alone is the `id` of every
/// object that a path goes through, the outermost among them. A type that conforms to
/// ``FieldNaming`` says itself which of its fields those are.
///
/// Spaces around a path are not part of it. A backslash takes the meaning from a comma, dot, `#`, space
/// or backslash behind it. A literal that is no list makes coders throw.
public struct SelectedFields: Sendable, ExpressibleByStringLiteral {
  /// A step of a path, and the members that are kept of what it leads to.
  private struct Step: Sendable {
    var name: String
    var marks: [String]
  }

  private var paths: [[Step]] = []
  /// The members that are kept of every object on the way.
  private var marks: [String] = []
  private var failure: HuskError?

  /// Selects the fields of a list.
  ///
  /// - Parameter list: Paths with commas between them.
  /// - Throws: `HuskError` of the code `invalidSelection` where it is no list.
  public init(_ list: String) throws(HuskError) {
    try add(list)
  }

  /// Selects the fields of a list; one that is none makes coders throw.
  public init(stringLiteral list: String) {
    do throws(HuskError) {
      try add(list)
    } catch { failure = error }
  }

  /// Selects the fields of a model that key paths lead to.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - keyPaths: Key paths to properties that the model, or a model in one of them, names.
  /// - Throws: `HuskError` of the code `invalidSelection` where a property has no name.
  public init<Model: FieldNaming>(
    of model: Model.Type, _ keyPaths: [PartialKeyPath<Model>]
  ) throws(HuskError) {
    for keyPath in keyPaths {
      guard let path = model.path(to: keyPath, depth: 5) else {
        throw HuskError(
          .invalidSelection, "\(model).fieldNames has no name for \(keyPath)")
      }
      paths.append(path.map { Step(name: $0, marks: []) })
    }
  }

  private mutating func add(_ list: String) throws(HuskError) {
    let failure = HuskError(.invalidSelection, "\(list) is no list of fields, such as id,user.name")
    let paths = FieldSelection.paths(ofList: list).joined(separator: ",")
    guard let parts = PathText.split(paths, at: [",", ".", "#"]) else { throw failure }
    var path: [Step] = []
    for (index, (separator, part)) in parts.enumerated() {
      let isLast = index + 1 == parts.count || parts[index + 1].separator == ","
      switch separator {
      case "#":
        guard !part.isEmpty else { throw failure }
        if path.isEmpty { marks.append(part) } else { path[path.count - 1].marks.append(part) }
      default:
        // Nothing stands before a mark of all objects.
        let isMark =
          separator != "." && part.isEmpty && !isLast && parts[index + 1].separator == "#"
        guard !part.isEmpty || isMark else { throw failure }
        if !isMark { path.append(Step(name: part, marks: [])) }
      }
      guard isLast else { continue }
      if !path.isEmpty { self.paths.append(path) }
      path = []
    }
  }

  /// The selection for values of a type.
  func fields<T>(of type: T.Type) throws(HuskError) -> FieldSelection {
    if let failure { throw failure }
    let root = NamedModel.type(in: type)
    var selected = (marks + (root?.identityFields ?? [])).map { [$0] }
    for path in paths {
      var model = root
      var names: [String] = []
      for (index, step) in path.enumerated() {
        names.append(step.name)
        model = model?.model(of: step.name)
        let isEnd = index + 1 == path.count
        selected += step.marks.map { names + [$0] }
        if isEnd, step.marks.isEmpty {
          selected.append(names)
        } else {
          selected += (marks + (model?.identityFields ?? [])).map { names + [$0] }
        }
      }
    }
    return FieldSelection(steps: selected)
  }
}

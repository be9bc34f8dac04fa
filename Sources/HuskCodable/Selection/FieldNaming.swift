// SPDX-License-Identifier: Apache-2.0

/// A model that says what its properties are called in the data, and which tell its values apart.
///
///     extension Customer: FieldNaming {
///       static var fieldNames: [PartialKeyPath<Self>: String] {
///         [\.id: "id", \.name: "name", \.address: "address"]
///       }
///       static var identityFields: [String] { ["id"] }
///     }
///
/// The names are needed where fields are selected by key paths, and to find the models inside.
public protocol FieldNaming {
  /// The names in the data of properties that may be selected, by their key paths.
  ///
  /// A key path that leads on, such as `\.address.city`, has a path for a name: `address.city`.
  static var fieldNames: [PartialKeyPath<Self>: String] { get }

  /// The names in the data of the fields that stay in every selection; none by default.
  static var identityFields: [String] { get }
}

extension FieldNaming {
  /// None.
  public static var identityFields: [String] { [] }

  /// The model of a member, or of its elements, where it has one that names its fields.
  static func model(of name: String) -> (any FieldNaming.Type)? {
    let keyPath = fieldNames.first { $0.value == name }?.key
    return keyPath.flatMap { NamedModel.type(in: type(of: $0).valueType) }
  }

  /// The path in the data that a key path stands for, or `nil` where no name is known.
  ///
  /// - Parameters:
  ///   - keyPath: A key path from where `first` begins.
  ///   - first: A key path to a value of this type, or `nil` where that is where it begins.
  ///   - depth: How many models it may lead through, since models can hold themselves.
  /// - Returns: The names on the path.
  static func path(
    to keyPath: AnyKeyPath, from first: AnyKeyPath? = nil, depth: Int
  ) -> [String]? {
    for (next, name) in fieldNames {
      let own = next as AnyKeyPath
      guard let joined = first.map({ $0.appending(path: own) }) ?? own else { continue }
      if joined == keyPath { return PathText.steps(of: name) }
      guard depth > 0, let model = type(of: own).valueType as? any FieldNaming.Type,
        let rest = model.path(to: keyPath, from: joined, depth: depth - 1)
      else { continue }
      return PathText.steps(of: name).map { $0 + rest }
    }
    return nil
  }
}

/// Finds models inside optionals and collections.
enum NamedModel {
  static func type(in type: Any.Type) -> (any FieldNaming.Type)? {
    if let model = type as? any FieldNaming.Type { return model }
    return (type as? any Wrapping.Type).flatMap { Self.type(in: $0.wrappedType) }
  }
}

/// A type whose values a selection passes through.
private protocol Wrapping {
  static var wrappedType: Any.Type { get }
}

extension Optional: Wrapping { fileprivate static var wrappedType: Any.Type { Wrapped.self } }
extension Partial: Wrapping { fileprivate static var wrappedType: Any.Type { Wrapped.self } }
extension Array: Wrapping { fileprivate static var wrappedType: Any.Type { Element.self } }
extension Set: Wrapping { fileprivate static var wrappedType: Any.Type { Element.self } }

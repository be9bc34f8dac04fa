// SPDX-License-Identifier: Apache-2.0

/// What documents of one kind have in common: a root slot and the shapes of their objects
/// (SPEC §4 Templates).
public struct Template: Sendable, Equatable {
  /// The shapes, each named by its index.
  public var shapes: [Shape]
  /// What may stand at the root of each JSON text.
  public var root: Slot

  /// Creates a template from its parts.
  public init(shapes: [Shape], root: Slot) {
    self.shapes = shapes
    self.root = root
  }
}

extension Template {
  /// The ordered keys of one kind of object (SPEC §4.1 Shapes).
  public struct Shape: Sendable, Equatable {
    /// The index of the shape whose fields come first, or `nil`; always lower than its own.
    public var parent: Int?
    /// The fields that follow those of the parent.
    public var fields: [Field]

    /// Creates a shape from its parts.
    public init(parent: Int? = nil, fields: [Field]) {
      self.parent = parent
      self.fields = fields
    }
  }

  /// One key of a shape and what may stand there.
  public struct Field: Sendable, Equatable {
    /// The key as it stands in the text, escapes and all, without its quotes.
    public var key: Lexeme
    /// Whether objects of the shape may lack the field.
    public var isOptional: Bool
    /// What may stand at the field.
    public var slot: Slot

    /// Creates a field from its parts.
    public init(key: Lexeme, isOptional: Bool = false, slot: Slot) {
      self.key = key
      self.isOptional = isOptional
      self.slot = slot
    }
  }

  /// What may stand at one place of a document (SPEC §4.2 Slots).
  public indirect enum Slot: Sendable, Equatable {
    /// Any JSON value, carried as it is.
    case any
    /// Always this scalar, which does not travel.
    case constant(Lexeme)
    /// Any JSON value; those of the dictionary travel as their index.
    case enumeration([Lexeme])
    /// An object of one shape.
    case object(Int)
    /// An array of any number of elements that share a slot.
    case array(Slot)
    /// An array of a fixed number of elements, each with its own slot.
    case tuple([Slot])
    /// An object whose keys are data; `keys` is ``any`` or ``enumeration(_:)``.
    case map(keys: Slot, values: Slot)
    /// One of several alternatives, told apart by a tag.
    case oneOf([Slot])
  }
}

// Short where there is but one thing of the name; in programs of others there are many.
package typealias Shape = Template.Shape
package typealias Field = Template.Field
package typealias Slot = Template.Slot

// SPDX-License-Identifier: Apache-2.0

/// What is known of the values at one slot (SPEC §13.2 Message templates).
package struct SlotModel: Equatable, Sendable {
  /// The heads of arrays and objects that are listed: numbers of elements or members, tags, or
  /// which of up to 64 optional fields are there, the first in the lowest bit.
  package var heads: [UInt64] = []
  /// How often each optional field is there, in 256, where which are is not listed.
  package var presence: [UInt8] = []
  /// The scalars that are listed.
  package var entries: [Lexeme] = []
  /// How likely the heads or entries are.
  package var symbols = SymbolTable()
  /// The ways in which other values are written.
  package var forms: [ValueForm] = []
  /// How often each form occurs, and then how often none does.
  package var formFrequencies = [1]

  /// Creates the model of a slot of which nothing is known.
  package init() {}

  /// Whether comparing all entries with all parts of forms takes little time (SPEC §13.2 Message templates).
  var areFormsFew: Bool {
    entries.count * forms.reduce(0) { $0 + $1.partCount } <= ValueForm.mostComparisons
  }
}

/// What messages of one kind have in common, to be sent once and kept (SPEC §13.2 Message templates).
public struct MessageTemplate: Equatable, Sendable {
  /// The keys and the nesting.
  public package(set) var structure: Template
  /// How whitespace is laid out.
  package var layouts: LayoutTable
  /// The values, slot by slot, in the order of ``TemplatePlan``.
  package var slots: [SlotModel]
  /// Texts that the text model learns, each with the slot it stood at.
  package var samples: [Sample]
  /// What primes its model, where it has one.
  package var lesson: Lesson?

  /// The bytes of the messages that it brings to teach a model, or 0.
  public var lessonByteCount: Int { lesson?.bytes.count ?? 0 }

  /// A text that occurs in many messages.
  package struct Sample: Equatable, Sendable {
    /// The slot.
    package var slot: Int
    /// The texts, each with a terminator.
    package var text: [UInt8]

    /// Creates a sample from its parts.
    package init(slot: Int, text: [UInt8]) {
      self.slot = slot
      self.text = text
    }
  }

  /// Creates a template from its parts.
  package init(
    structure: Template, layouts: LayoutTable, slots: [SlotModel], samples: [Sample],
    lesson: Lesson? = nil
  ) {
    self.structure = structure
    self.layouts = layouts
    self.slots = slots
    self.samples = samples
    self.lesson = lesson
  }
}

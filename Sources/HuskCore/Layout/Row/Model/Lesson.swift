// SPDX-License-Identifier: Apache-2.0

/// Messages that a template brings to teach its model (SPEC §13.13 Primed templates).
package struct Lesson: Equatable, Sendable {
  /// The binary logarithm of the bytes that the model has for histories.
  package var memory: Int
  /// What the model codes at each slot, besides forms and texts.
  package var parts: [Parts]
  /// The number of messages.
  package var messageCount: Int
  /// The messages, coded one after the other.
  package var bytes: [UInt8]

  /// Creates a lesson from its parts.
  package init(memory: Int, parts: [Parts], messageCount: Int, bytes: [UInt8]) {
    self.memory = memory
    self.parts = parts
    self.messageCount = messageCount
    self.bytes = bytes
  }

  /// Parts of the values of a slot.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Which head or entry it is.
    package static let symbols = Parts(rawValue: 1)
    /// The integers of forms.
    package static let integers = Parts(rawValue: 2)
    /// All of these.
    package static let all: Parts = [.symbols, .integers]
  }

  /// The binary logarithms of the numbers of bytes that models of messages may have.
  package static let memoryRange = 16...22
  /// The most bytes of text that the messages may come to: it takes about a second to learn so many.
  package static let byteLimit = 1 << 20
  /// The most messages.
  package static let mostMessages = 1 << 16
  /// The most messages times leaves: each message takes time for each leaf, whatever it comes to.
  package static let mostRestarts = 1 << 26
}

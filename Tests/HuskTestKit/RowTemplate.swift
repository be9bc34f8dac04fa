// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// A message template as vectors are written with it, whether or not it is allowed
/// (SPEC §13.2 Message templates).
package struct RowTemplate: Sendable {
  /// The version.
  package var version: UInt8 = 1
  /// The canonical bytes of the structure.
  package var structure: [UInt8]
  /// How whitespace is laid out; no bytes where all gaps are as predicted.
  package var layouts: [[UInt8]] = [[]]
  /// How often, and how often in another way.
  package var layoutFrequencies = [63, 1]
  /// The models of its slots.
  package var slots: [RowSlot]
  /// The samples.
  package var samples: [(slot: Int, text: String)] = []
  /// Bytes behind the template.
  package var behind: [UInt8] = []
  /// The number of samples to announce, if another than theirs.
  package var sampleCount: Int?

  /// Creates a template from its parts.
  package init(
    _ structure: [UInt8] = [0, 0], _ slots: [RowSlot], samples: [(Int, String)] = []
  ) {
    self.structure = structure
    self.slots = slots
    self.samples = samples
  }

  /// The same, changed.
  package func with(_ change: (inout RowTemplate) -> Void) -> RowTemplate {
    var copy = self
    change(&copy)
    return copy
  }

  /// The canonical bytes, with what they are.
  package var listing: HexListing {
    var listing = HexListing()
    listing.show([version], "version")
    listing.show(RowSlot.varints([structure.count]), "bytes of the structure")
    listing.show(structure, "structure")
    listing.show(
      RowSlot.varints([layouts.count]) + layouts.flatMap { RowSlot.varints([$0.count]) + $0 },
      "layouts")
    listing.show(RowSlot.varints(layoutFrequencies), "how often each, and others")
    for (number, slot) in slots.enumerated() {
      for part in slot.parts { listing.show(part.bytes, "slot \(number): \(part.note)") }
    }
    listing.show(RowSlot.varints([sampleCount ?? samples.count]), "samples")
    for sample in samples {
      listing.show(
        RowSlot.varints([sample.slot]) + RowSlot.string(sample.text),
        "a sample of slot \(sample.slot)")
    }
    listing.show(behind, "bytes behind")
    return listing
  }

  /// The canonical bytes.
  package var bytes: [UInt8] { listing.bytes }

  /// The identity.
  package var id: TemplateID { TemplateID(hashing: bytes) }

  /// A text model that has learnt from the template.
  package func textModel() -> ReferenceTextModel {
    var model = ReferenceTextModel()
    for (number, slot) in slots.enumerated() where slot.forms.contains(where: \.hasText) {
      for entry in slot.entries where entry.hasPrefix("\"") {
        model.learn(Array(entry.utf8.dropFirst().dropLast()) + [0x0A], slot: number)
      }
    }
    for sample in samples { model.learn(Array(sample.text.utf8), slot: sample.slot) }
    model.startMessage()
    return model
  }
}

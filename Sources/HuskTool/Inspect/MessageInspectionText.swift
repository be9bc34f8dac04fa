// SPDX-License-Identifier: Apache-2.0

package import Husk
import HuskCore

extension MessageInspection {
  /// Lines for people.
  package var text: String {
    let place =
      form == .embedded ? "is in the message" : title.map { "\($0) in the store" } ?? "not at hand"
    var rows = [
      ("layout", "row, a message whose template is \(form.rawValue)"),
      ("template", "\(id), \(place)"),
      ("encoded", Prose.count(encodedByteCount, "byte")),
      ("values", Prose.count(valueByteCount, "byte")),
    ]
    if let decodedByteCount {
      rows.append(("decoded", Prose.count(decodedByteCount, "byte")))
      let ratio = Transformation.percentage(encodedByteCount, of: decodedByteCount)
      rows.append(("ratio", ratio ?? "none"))
    }
    return "\(Printable.text(name))\n"
      + rows.map { Prose.entry("  \($0.0)", $0.1, column: 18) }.joined()
  }
}

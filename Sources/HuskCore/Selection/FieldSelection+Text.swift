// SPDX-License-Identifier: Apache-2.0

extension FieldSelection {
  /// The selected fields of one JSON text, without whitespace; nothing where it is a scalar that has
  /// none.
  ///
  /// - Throws: ``HuskError`` at the first byte that cannot be accepted.
  /// - Complexity: O(*n*) for *n* bytes.
  package func fields(of json: [UInt8], limits: Limits) throws(HuskError) -> [UInt8] {
    let bytes = PaddedBytes(json)
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(bytes, as: .json)
    let tape = tokenizer.takeTape()
    var projection = Projection(self, bytes.source)
    return projection.append(0, after: nil, tape) ? projection.bytes : []
  }
}

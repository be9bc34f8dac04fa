// SPDX-License-Identifier: Apache-2.0
//
// Encodes a dataset, reads two fields of five rows, and sends all of it through a stream.

import Husk

// Readings of three hundred sensors, one JSON text a line.
var lines = ""
var chance: UInt32 = 1
for number in 0..<10_000 {
  chance = chance &* 1_664_525 &+ 1_013_904_223
  lines += #"{"sensor":"s\#((chance >> 8) % 300)","at":\#(1_700_000_000 + 60 * number),"#
  lines += #""celsius":\#(18 + (chance >> 24) % 7).\#((chance >> 16) % 10),"note":null}"# + "\n"
}
let json = Array(lines.utf8)

let file = try Husk.encode(json: json)
print("\(json.count) bytes of JSON are \(file.count) bytes of Husk")

let text = try Husk.decode(file)
print("every byte is back: \(text == json)")

/// Reads two fields of five rows; other columns and other blocks are not decompressed.
func readSome(of file: [UInt8]) throws {
  guard let fields = FieldSelection(list: "sensor,celsius") else { return }
  var decoder = SelectiveDecoder(Selection(fields: fields, rows: 100..<105))
  decoder.append(file)
  decoder.finish()
  while let piece = try decoder.next() {
    print(String(decoding: piece, as: UTF8.self), terminator: "")
  }
}

try readSome(of: file)

/// Encodes what arrives piece by piece, in the memory of a few blocks.
func stream(_ pieces: [[UInt8]]) throws -> [UInt8] {
  var output: [UInt8] = []
  var encoder = StreamEncoder(options: EncodeOptions(effort: Effort(level: 6)), threadCount: 2)
  for piece in pieces {
    encoder.append(piece)
    while let bytes = try encoder.next() { output += bytes }
  }
  encoder.finish()
  while let bytes = try encoder.next() { output += bytes }
  return output
}

let streamed = try stream(lines.split(separator: "\n").map { Array($0.utf8) + [10] })
print("the stream gives the same text: \(try Husk.decode(streamed) == json)")

print(try Husk.describe(file, showing: PrintOptions(rows: 0..<1)), terminator: "")

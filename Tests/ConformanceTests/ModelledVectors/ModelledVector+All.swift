// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ModelledVector {
  /// Rows of a document, each made from its number.
  private static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: "\n")
  }

  private static let integers = rows(40) {
    #"{"up":\#(1000 + $0 * 250),"odd":\#(($0 * 7919 % 1009) - 500)}"#
  }

  private static let doubles = rows(60) {
    "{\"v\":\((Double(($0 + 3) * 7919 * 104_729 % 1_000_003) - 3e5) / 1_000_003)}"
  }

  private static let good = [
    ModelledVector("one_text", "§16.1 §16.8", "One string.", #""a""#),
    ModelledVector("one_number", "§16.8", "A number is a text too, where there are few.", "-1.5e7"),
    ModelledVector("nothing", "§16.1", "Rows that are constants: no bit is coded.", "[]\n[]\n[]"),
    ModelledVector(
      "elements", "§16.1 §8.1", "Rows that are elements of an array.",
      "[\n {\"a\":1},\n {\"a\":3}\n]\n"),
    ModelledVector(
      "maps", "§16.6 §8.3", "What stands behind a key of a map is guessed by it.",
      rows(40) { number in
        let key = ["red", "green", "blue", "amber", "violet"][number * 7 % 5]
        let members = (0..<3).map { place -> String in
          let id = (number * 31 + place * 17) % 211
          return #""\#(key)-\#(id)":"is \#(key) and \#(id % 10)""#
        }
        return "{\(members.joined(separator: ","))}"
      }),
    ModelledVector(
      "own_template", "§16.1 §8.1", "The block brings its template.", rows(4) { "{\"a\":\($0)}" }
    ) {
      $0.isOwnTemplate = true
    },
    ModelledVector(
      "texts", "§16.8 §16.9 §16.10", "Strings that start alike, and one that is not ASCII.",
      rows(12) { #""name of number \#($0 * 7 % 5)""# } + "\n\"é日本\""),
    ModelledVector(
      "matches", "§16.9 §16.10", "A sentence that recurs in two fields.",
      rows(6) { number in
        let text = "the quick brown fox jumps over the lazy dog"
        return #"{"a":"\#(text) \#(number)","b":"\#(text)"}"#
      }),
    ModelledVector(
      "integers", "§16.5 §16.7", "Integers that are told from the last, and by a step.",
      integers),
    ModelledVector(
      "integers_large", "§16.7", "Integers of up to 63 bits and both signs.",
      rows(14) { number in
        let value = (Int64(1) << (4 * number)) &* (number % 3 == 0 ? -1 : 1)
        return "{\"n\":\(value)}"
      }),
    ModelledVector(
      "decimals", "§16.5", "Decimals of a scale, and constants.",
      rows(20) { "{\"price\":\($0 % 7).\($0 % 10)5,\"unit\":\"EUR\"}" }),
    ModelledVector(
      "near_decimals", "§16.5", "Doubles next to short decimals.",
      rows(16) { "{\"x\":\(Double($0) / 10 + 0.2),\"y\":0.30000000000000004}" }),
    ModelledVector(
      "binary32_widened", "§16.5 §8.6.12", "Doubles that are numbers of binary32.",
      rows(20) { "{\"v\":\(Double(Float($0 * 37 % 101) / 7 - 3))}" }),
    ModelledVector(
      "binary32", "§16.5 §8.6.12", "Numbers of binary32 in their own digits, and null.",
      rows(120) { number in
        let value = Float((number + 3) * 7919 * 104_729 % 1_000_003) / 1_000_003
        return "{\"v\":\(number % 6 == 5 ? "null" : (value * value).description)}"
      }),
    ModelledVector(
      "binary64", "§16.5 §8.6.12", "Doubles that are next to no decimal.",
      doubles),
    ModelledVector(
      "digits_and_exponents", "§16.5 §8.6.12", "Short digits with exponents.",
      rows(40) { "{\"v\":\($0 % 3 + 1).\($0 * 7 % 10)\($0 % 5)E-\($0 % 4 + 5)}" }),
    ModelledVector(
      "patterns", "§16.5", "Moments and names with numbers.",
      rows(24) { number in
        let minute = number < 10 ? "0\(number)" : String(number)
        return #"{"at":"2024-02-29T12:\#(minute):00Z","host":"web-\#(number % 4)"}"#
      }),
    ModelledVector(
      "hexadecimal", "§16.5", "Digests.",
      rows(16) { number in
        let digits = (0..<16).map { String(($0 * 5 + number * 11) * 37 % 16, radix: 16) }.joined()
        return #""\#(digits)""#
      }),
    ModelledVector(
      "mixed", "§16.5", "Numbers, strings and null at one field.",
      rows(30) { #"{"v":\#($0 % 5 == 0 ? "null" : $0 % 7 == 0 ? #""none""# : String($0 * 3))}"# }),
    ModelledVector(
      "derived", "§16.5 §8.6.6", "Links made from another field.",
      rows(14) { number in
        let id = "u\(number * 31 % 97)"
        return #"{"id":"\#(id)","url":"https://example.org/\#(id).html"}"#
      }),
    ModelledVector(
      "controls", "§16.6 §16.7", "Optional fields, arrays, maps and alternatives.",
      rows(16) { number in
        let list = (0..<(number % 4)).map(String.init).joined(separator: ",")
        let note = number % 3 == 0 ? "" : #","note":"n\#(number % 2)""#
        let any = number % 2 == 0 ? "[1]" : #"{"k":2}"#
        return #"{"id":\#(number),"tags":[\#(list)]\#(note),"any":\#(any)}"#
      }),
    ModelledVector(
      "presence_words", "§16.6", "Objects with more optional fields than a presence word has bits.",
      rows(12) { number in
        let members = (0..<40).filter { ($0 * 7 + number * 5) % 11 > 0 }
        return "{\(members.map { "\"f\($0)\":\($0 * number % 5)" }.joined(separator: ","))}"
      }),
    ModelledVector(
      "controls_large", "§16.7", "An array of more elements than a symbol tells.",
      "[" + (0..<300).map { String($0 % 10) }.joined(separator: ",") + "]\n[1]"),
    ModelledVector(
      "sources", "§16.5 §16.6", "Fields that tell one another.",
      rows(30) { number in
        let city = ["Bern", "Oslo", "Rome"][number * 5 % 3]
        let land = ["CH", "NO", "IT"][number * 5 % 3]
        return #"{"city":"\#(city)","n":\#(number * number % 11),"land":"\#(land)"}"#
      }),
    ModelledVector(
      "descriptors_modelled", "§16.1 §16.11", "Descriptors that a model predicts.",
      rows(12) { #"{"a":\#($0 % 3),"b":"\#($0 % 2)","c":[\#($0)],"d":true}"# }
    ) { $0.codec = 5 },
    ModelledVector(
      "gaps", "§16.5 §13.4", "Whitespace that is not as predicted.",
      "{ \"a\" : 1 }\n{\"a\":2}\n\n{\"a\":3 }\n"),
    ModelledVector(
      "gap_mark_listed_in_vain", "§16.1 §8.5", refused: .invalidGaps,
      "The second block lists a byte order mark, and no gap is one.", two
    ) {
      $0.frame.continues = true
      $0.decodedByteCount += 1
      $0.descriptors.replaceSubrange(
        ..<1, with: [8, 1, 0x0A, 0, 1, 3, 0xEF, 0xBB, 0xBF])
    },
  ]

  private static let two = #"{"a":"x"}"# + "\n" + #"{"a":"y"}"#

  /// A mixed column of eight columns.
  private static func mixed(_ column: [UInt8]) -> [UInt8] {
    [8, 8] + (0..<8).flatMap { _ in column }
  }

  private static let bad = [
    ModelledVector(
      "memory_too_low", "§16.1", refused: .invalidColumn, "Less memory than models have.", two
    ) { $0.memory = 15 },
    ModelledVector(
      "memory_too_high", "§16.1", refused: .invalidColumn, "More memory than the block is worth.",
      two
    ) { $0.memory = 20 },
    ModelledVector(
      "descriptors_in_zstd", "§16.1", refused: .invalidColumn, "Descriptors of codec 3.", two
    ) { $0.codec = 3 },
    ModelledVector(
      "descriptors_too_many", "§16.1 §10.1", refused: .limitExceeded,
      "More descriptors than the block can need.", two
    ) { $0.descriptorCount = 100_000 },
    ModelledVector(
      "descriptors_cut", "§16.5", refused: .truncated, "The last source is missing.", two
    ) { $0.descriptors.removeLast() },
    ModelledVector(
      "descriptors_left", "§16.1", refused: .extraValue, "A byte behind the last source.", two
    ) { $0.descriptors.append(0) },
    ModelledVector(
      "column_missing", "§16.5", refused: .missingValue, "A value at a slot without a column.", two
    ) { $0.descriptors = [0, 0] },
    ModelledVector(
      "column_of_dictionary", "§16.5", refused: .invalidColumn, "An encoding that is not there.",
      two
    ) { $0.descriptors = [0, 3, 0, 0] },
    ModelledVector(
      "column_of_variant", "§16.5", refused: .invalidColumn, "A variant of text.", two
    ) { $0.descriptors = [0, 0x11, 0, 0] },
    ModelledVector(
      "floating_variant", "§16.5 §8.6.12", refused: .invalidColumn,
      "A variant of floating point that is not there.", two
    ) { $0.descriptors = [0, 0x4F, 0, 4, 16, 0, 0, 0] },
    ModelledVector(
      "floating_marks", "§16.5 §8.6.12", refused: .invalidColumn,
      "A mark that is not there.", two
    ) { $0.descriptors = [0, 0x0F, 32, 4, 16, 0, 0, 0] },
    ModelledVector(
      "floating_too_many_bits", "§16.5 §8.6.12", refused: .invalidColumn,
      "Numbers with more bits than binary32 has.", doubles
    ) { $0.descriptors[1] = 0x1F },
    ModelledVector(
      "prediction_unknown", "§16.5", refused: .invalidColumn, "A prediction that is not there.",
      two
    ) { $0.descriptors = [0, 4, 0, 3, 0, 0] },
    ModelledVector(
      "source_too_high", "§16.5", refused: .invalidColumn, "A source that is no slot.", two
    ) { $0.descriptors = [0, 1, 9, 0] },
    ModelledVector(
      "derived_from_none", "§16.5 §8.6.6", refused: .invalidColumn,
      "The first column derived from one before it.", two
    ) {
      $0.descriptors = [0, 9, 1, 0, 0, 0, 0]
      $0.rows = []
    },
    ModelledVector(
      "columns_too_deep", "§16.5", refused: .invalidColumn, "Mixed columns five deep.", two
    ) { $0.descriptors = [0, 8, 1, 8, 1, 8, 1, 8, 1, 1, 0, 0] },
    ModelledVector(
      "rows_cut", "§16.2", refused: .truncated, "Most of the coded rows are missing.", integers
    ) { $0.rows = Array($0.rows.prefix(5)) },
    ModelledVector(
      "rows_left", "§16.2", refused: .extraValue, "Eight bytes behind the coded rows.", two
    ) { $0.rows += [1, 2, 3, 4, 5, 6, 7, 8] },
    ModelledVector(
      "zero_behind_rows", "§16.2", refused: .extraValue, "A zero behind the coded rows.", two
    ) { $0.rows += [0] },
    ModelledVector(
      "text_too_long", "§16.6", refused: .limitExceeded,
      "More text than twice the bytes that the block announces.",
      #""a text that is longer than the block says""#
    ) { $0.decodedByteCount = 12 },
    ModelledVector(
      "elements_too_many", "§16.6", refused: .limitExceeded,
      "More elements, which no bit is coded for, than the block has bytes.", "[1]\n[1,1]"
    ) {
      $0.descriptors = [0, 200, 1, 2, 1, 0x31]
      $0.rows = []
    },
    ModelledVector(
      "integers_too_many", "§16.6", refused: .limitExceeded,
      "More integers than twice the bytes that the block announces.",
      rows(14) { #""2024-02-29T12:\#(10 + $0):\#(10 + $0 * 3)Z""# }
    ) { $0.decodedByteCount = 14 },
    ModelledVector(
      "controls_too_many", "§16.6", refused: .limitExceeded,
      "More presence words, which no bit is coded for, than twice the bytes of the block.",
      "{}\n{}\n{}\n{}\n"
    ) { parts in
      let fields = (0..<200).map { number in
        Field(key: Lexeme(Array("\(number)".utf8)), isOptional: true, slot: .any)
      }
      parts.template = TemplateEncoding.encode(
        Template(shapes: [Shape(fields: fields)], root: .object(0)))
      parts.descriptors = [0, 1] + [UInt8](repeating: 0, count: 200)
      parts.rows = []
    },
    ModelledVector(
      "leaves_too_many", "§16.5 §10.1", refused: .limitExceeded,
      "Columns in columns at more leaves than a block may have.", two
    ) { parts in
      parts.template = TemplateEncoding.encode(
        Template(shapes: [], root: .tuple(Array(repeating: .any, count: 113))))
      let columns = mixed(mixed(mixed([0]))) + [0, 0]
      parts.descriptors = [0] + (0..<113).flatMap { _ in columns }
      parts.codec = 5
      parts.decodedByteCount = 2000
    },
    ModelledVector(
      "announced_too_much", "§16.1 §10.1", refused: .limitExceeded,
      "A byte more than modelled blocks may announce.", two
    ) { $0.decodedByteCount = 1 << 28 + 1 },
    ModelledVector(
      "text_end_unknown", "§16.8", refused: .invalidColumn,
      "A text that ends in a way that there is not.", two
    ) { $0.rows[0] ^= 1 },
    ModelledVector(
      "other_rows", "§16.1 §7", refused: .checkMismatch, "Coded rows of other integers.", integers
    ) { $0.rows[$0.rows.count - 1] ^= 1 },
  ]

  /// All vectors.
  static let all = good + bad + stored + told + badTold
}

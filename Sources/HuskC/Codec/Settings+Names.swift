// SPDX-License-Identifier: Apache-2.0

internal import Husk

extension Settings {
  private typealias Setter = @Sendable (inout Settings, String) -> Bool

  /// The efforts that have a name and no number.
  private static let efforts: [String: Effort] = ["max": .max, "archive": .archive]

  /// What sets each setting; it says whether the value is one.
  private static let setters: [String: Setter] = [
    "layout": { set(&$0.encoding.layout, $1) },
    "level": { settings, value in
      guard let effort = efforts[value] ?? number(value, in: 1...9).map(Effort.init(level:)) else {
        return false
      }
      settings.encoding.effort = effort
      return true
    },
    "compression": { set(&$0.encoding.compression, $1) },
    "input": { set(&$0.encoding.input, $1) },
    "minify": { settings, value in
      var isOn = false
      guard set(&isOn, value) else { return false }
      settings.encoding.whitespace = isOn ? .minified : .preserved
      return true
    },
    "compress": { set(&$0.encoding.compresses, $1) },
    "envelope": { set(&$0.encoding.isEnveloped, $1) },
    "form": { set(&$0.form, $1) },
    "encrypt-fields": { settings, value in
      let paths = value.isEmpty ? nil : FieldPaths(lists: [value])
      settings.sealedFields = paths
      return value.isEmpty || paths != nil
    },
    "fields": { settings, value in
      settings.fields = value.isEmpty ? nil : FieldSelection(list: value)
      return value.isEmpty || settings.fields != nil
    },
    "rows": { settings, value in
      settings.rows = value.isEmpty ? nil : Selection.rows(of: value)
      return value.isEmpty || settings.rows != nil
    },
    "at": { settings, value in
      var selection = Selection()
      guard value.isEmpty || selection.setArray(value) else { return false }
      settings.array = value.isEmpty ? nil : value
      return true
    },
    "redact": { set(&$0.decoding.redactsFields, $1) },
    "require-seal": { set(&$0.decoding.requiresSeal, $1) },
    "threads": { set(&$0.threadCount, $1, in: 1...256) },
    "budget": { set(&$0.training.byteBudget, $1, in: 0...Int.max) },
    "min-support": { settings, value in
      // What is said holds for the messages of a model too, which otherwise tell all.
      set(&settings.training.minSupport, value, in: 1...Int.max)
        && set(&settings.training.lessonSupport, value, in: 1...Int.max)
    },
    "model": { set(&$0.training.includesMessages, $1) },
    "values": { set(&$0.training.includesValues, $1) },
    "exclude": { settings, value in
      let paths = value.isEmpty ? [] : FieldSelection.paths(ofList: value)
      settings.training.excludedFields = paths
      return FieldSelection(paths: paths) != nil
    },
    "limit.depth": { set(&$0.limits.depth, $1, in: 1...Limits.maxDepth) },
    "limit.shapes": { set(&$0.limits.shapes, $1, in: 1...Int.max) },
    "limit.templateEntries": { set(&$0.limits.templateEntries, $1, in: 1...Int.max) },
    "limit.templateByteCount": { set(&$0.limits.templateByteCount, $1, in: 1...Int.max) },
    "limit.messageTemplateByteCount": {
      set(&$0.limits.messageTemplateByteCount, $1, in: 1...Int.max)
    },
    "limit.frameByteCount": { set(&$0.limits.frameByteCount, $1, in: 1...Int.max) },
    "limit.blockRowCount": { set(&$0.limits.blockRowCount, $1, in: 1...Int.max) },
    "limit.blockByteCount": { set(&$0.limits.blockByteCount, $1, in: 1...Int.max) },
    "limit.passphraseCost": {
      set(&$0.limits.passphraseCost, $1, in: 1...Limits.maxPassphraseCost)
    },
    "limit.decodedByteCount": { set(&$0.limits.decodedByteCount, $1, in: 1...Int.max) },
    "limit.decodedRatio": { set(&$0.limits.decodedRatio, $1, in: 1...Int.max) },
  ]

  /// Sets a setting by its name.
  ///
  /// - Throws: ``Failure`` where there is no such setting, or the value is none of its values; then
  ///   nothing has changed.
  mutating func set(_ name: String, to value: String) throws(Failure) {
    guard let setter = Self.setters[name] else {
      throw .argument("there is no setting '\(name)'")
    }
    var changed = self
    guard setter(&changed, value) else {
      throw .argument("'\(value)' is no value of the setting '\(name)'")
    }
    self = changed
  }

  private static func set<Choice: RawRepresentable<String>>(
    _ choice: inout Choice, _ value: String
  ) -> Bool {
    guard let chosen = Choice(rawValue: value) else { return false }
    choice = chosen
    return true
  }

  private static func set(_ flag: inout Bool, _ value: String) -> Bool {
    guard let chosen = Bool(value) else { return false }
    flag = chosen
    return true
  }

  private static func set(
    _ number: inout Int, _ value: String, in range: ClosedRange<Int>
  ) -> Bool {
    guard let chosen = self.number(value, in: range) else { return false }
    number = chosen
    return true
  }

  private static func number(_ value: String, in range: ClosedRange<Int>) -> Int? {
    guard value.utf8.allSatisfy(ASCII.isDigit), let number = Int(value), range.contains(number)
    else { return nil }
    return number
  }
}

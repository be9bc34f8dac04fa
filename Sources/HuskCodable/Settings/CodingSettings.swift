// SPDX-License-Identifier: Apache-2.0

internal import Husk

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How values are turned into JSON or JSON into values: what encoders and decoders share.
///
/// Foundation has types of strategies for each of the two; all else is the same.
struct CodingSettings<Dates: Sendable, Binary: Sendable, Floats: Sendable, Keys: KeyStrategy>:
  Sendable
{
  var dates: Dates
  var data: Binary
  var floats: Floats
  var keys: Keys { didSet { update() } }
  var rules = CodingRules() { didSet { update() } }
  var limits = Limits()
  /// Whether names of the text are other than those of the types.
  private(set) var changesNames = false
  /// Whether some of the names are so because of aliases.
  private(set) var hasAliases = false
  /// Whether identities are in the text, so that keys which look like theirs are written otherwise.
  private(set) var preservesReferences = false

  init(dates: Dates, data: Binary, floats: Floats, keys: Keys) {
    self.dates = dates
    self.data = data
    self.floats = floats
    self.keys = keys
  }

  /// How often a value may hold another one while it is encoded or decoded, so that recursion ends.
  ///
  /// A level of the text can take two values, such as an optional in an array and what it wraps; half
  /// the levels may do so, as long as the stack of a thread suffices.
  var recursionLimit: Int { limits.depth + min(limits.depth / 2, 256) + 16 }

  /// The selection for values of a type, or `nil` where all of them is wanted.
  ///
  /// - Throws: ``HuskError/Code/invalidSelection`` where the rules make no sense.
  func selectedFields<T>(of type: T.Type) throws(HuskError) -> FieldSelection? {
    try check()
    return try rules.selection?.fields(of: type)
  }

  private func check() throws(HuskError) {
    if let path = rules.aliases.badPath {
      throw HuskError(.invalidSelection, "\(path) is no path of a member that can have an alias")
    }
    if preservesReferences, rules.selection != nil {
      throw HuskError(
        .invalidSelection,
        "references are not preserved in a selection, which may lack their objects")
    }
  }

  private mutating func update() {
    hasAliases = !rules.aliases.isEmpty
    changesNames = keys.changesKeys || hasAliases
    preservesReferences = rules.references == .preserved
  }
}

/// A strategy of keys.
protocol KeyStrategy: Sendable {
  /// Whether it does anything.
  var changesKeys: Bool { get }
}

extension JSONEncoder.KeyEncodingStrategy: KeyStrategy {
  var changesKeys: Bool { if case .useDefaultKeys = self { false } else { true } }
}

extension JSONDecoder.KeyDecodingStrategy: KeyStrategy {
  var changesKeys: Bool { if case .useDefaultKeys = self { false } else { true } }
}

typealias EncodingSettings = CodingSettings<
  JSONEncoder.DateEncodingStrategy, JSONEncoder.DataEncodingStrategy,
  JSONEncoder.NonConformingFloatEncodingStrategy, JSONEncoder.KeyEncodingStrategy
>

typealias DecodingSettings = CodingSettings<
  JSONDecoder.DateDecodingStrategy, JSONDecoder.DataDecodingStrategy,
  JSONDecoder.NonConformingFloatDecodingStrategy, JSONDecoder.KeyDecodingStrategy
>

extension EncodingSettings {
  /// What Foundation's encoder does where nothing is said.
  init() {
    self.init(dates: .deferredToDate, data: .base64, floats: .throw, keys: .useDefaultKeys)
  }

  /// A form in which every value can be written and comes back as it is.
  static let exact = EncodingSettings(
    dates: .deferredToDate, data: .base64,
    floats: .convertToString(
      positiveInfinity: ExactFloats.positive, negativeInfinity: ExactFloats.negative,
      nan: ExactFloats.nan), keys: .useDefaultKeys)
}

extension DecodingSettings {
  /// What Foundation's decoder does where nothing is said.
  init() {
    self.init(dates: .deferredToDate, data: .base64, floats: .throw, keys: .useDefaultKeys)
  }

  /// Reads what ``EncodingSettings/exact`` writes.
  static let exact = DecodingSettings(
    dates: .deferredToDate, data: .base64,
    floats: .convertFromString(
      positiveInfinity: ExactFloats.positive, negativeInfinity: ExactFloats.negative,
      nan: ExactFloats.nan), keys: .useDefaultKeys)
}

/// How numbers are written that JSON does not have, between us.
private enum ExactFloats {
  static let positive = "+infinity"
  static let negative = "-infinity"
  static let nan = "nan"
}

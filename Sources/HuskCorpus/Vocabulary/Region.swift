// SPDX-License-Identifier: Apache-2.0

/// What people and addresses of one country look like.
final class Region: Sendable {
  /// A name in its own script, and in ASCII for e-mail addresses.
  struct Spelling: Sendable {
    var native: String
    var ascii: String
  }

  /// A town with the pattern of its postal codes and its place in hundredths of a degree.
  struct Town: Sendable {
    var name: String
    var district: String?
    var postalCode: String
    var latitude: Int
    var longitude: Int
  }

  /// How the parts of a full name follow one another.
  enum NameOrder: Sendable { case givenFirst, familyFirst, familyFirstWithoutSpace }

  /// How street and house number follow one another.
  enum StreetOrder: Sendable { case numberFirst, numberLast, numberAfterComma }

  /// The letters that names are written with.
  enum Script: Sendable { case latin, other }

  /// The letters of the names: Latin ones if the first name is.
  var script: Script { givenNames[0].native.utf8.allSatisfy { $0 < 0x80 } ? .latin : .other }

  /// The code of the country (ISO 3166-1).
  let country: String
  /// The code of the language (ISO 639-1).
  let language: String
  /// The code of the currency (ISO 4217).
  let currency: String
  /// How many of 1,000 customers live there.
  let weight: Int
  /// The pattern of telephone numbers, for ``Text/filled(_:_:)``.
  let phone: String
  let nameOrder: NameOrder
  let streetOrder: StreetOrder
  let givenNames: [Spelling]
  let familyNames: [Spelling]
  let towns: [Town]
  let streets: [String]

  /// Creates a region; the lists are written as text.
  ///
  /// - Parameters:
  ///   - country: The code of the country (ISO 3166-1).
  ///   - language: The code of the language (ISO 639-1).
  ///   - currency: The code of the currency (ISO 4217).
  ///   - weight: How many of 1,000 customers live there.
  ///   - phone: The pattern of telephone numbers.
  ///   - nameOrder: How the parts of a full name follow one another.
  ///   - streetOrder: How street and house number follow one another.
  ///   - givenNames: Words `native/ascii`, or one word where both are the same.
  ///   - familyNames: The same for family names.
  ///   - towns: Lines `name; district; postal code; latitude; longitude`.
  ///   - streets: Lines.
  init(
    country: String, language: String, currency: String, weight: Int, phone: String,
    nameOrder: NameOrder = .givenFirst, streetOrder: StreetOrder = .numberLast,
    givenNames: String, familyNames: String, towns: String, streets: String
  ) {
    self.country = country
    self.language = language
    self.currency = currency
    self.weight = weight
    self.phone = phone
    self.nameOrder = nameOrder
    self.streetOrder = streetOrder
    self.givenNames = Text.words(givenNames).map(Spelling.init(parsing:))
    self.familyNames = Text.words(familyNames).map(Spelling.init(parsing:))
    self.towns = Text.lines(towns).map(Town.init(parsing:))
    self.streets = Text.lines(streets)
  }

  /// A full name in its own script.
  func fullName(given: Spelling, family: Spelling) -> String {
    switch nameOrder {
    case .givenFirst: "\(given.native) \(family.native)"
    case .familyFirst: "\(family.native) \(given.native)"
    case .familyFirstWithoutSpace: family.native + given.native
    }
  }

  /// A street with its house number.
  func street(_ name: String, number: Int) -> String {
    switch streetOrder {
    case .numberFirst: "\(number) \(name)"
    case .numberLast: "\(name) \(number)"
    case .numberAfterComma: "\(name), \(number)"
    }
  }
}

extension Region.Spelling {
  /// Reads `native/ascii`, or one word that is both.
  init(parsing text: String) {
    let parts = Text.split(text, at: "/")
    native = parts[0]
    ascii = parts.count > 1 ? parts[1] : parts[0]
  }
}

extension Region.Town {
  /// Reads `name; district; postal code; latitude; longitude`; the district may be empty.
  init(parsing line: String) {
    let parts = Text.split(line, at: ";")
    name = parts[0]
    district = parts[1].isEmpty ? nil : parts[1]
    postalCode = parts[2]
    latitude = Int(parts[3]) ?? 0
    longitude = Int(parts[4]) ?? 0
  }
}

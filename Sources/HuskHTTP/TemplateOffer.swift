// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// What a server says of a template: which it is, which URLs it is for, and where it is
/// (SPEC §15.3 Offers).
public struct TemplateOffer: Sendable, Hashable {
  /// The identity.
  public var id: TemplateID
  /// The URLs that it is for.
  public var pattern: TemplatePattern
  /// Where it is, as an address or a path of the same origin.
  public var location: String

  /// Creates an offer from its parts.
  public init(id: TemplateID, pattern: TemplatePattern, location: String) {
    self.id = id
    self.pattern = pattern
    self.location = location
  }

  /// Reads the offer that a response makes.
  ///
  /// The location becomes the whole address of the template. There is no offer where a field is
  /// missing or malformed, the template is of another origin, or the pattern does not match.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - address: The address that it came from.
  /// - Complexity: O(*n*) for *n* bytes of the two fields.
  public init?(_ fields: HTTPFields, from address: WebAddress) {
    guard let value = fields[HuskNames.useAsTemplate],
      let members = StructuredFieldParser.dictionary(value),
      case .string(let match)? = members["match"]?.value,
      case .bytes(let digest)? = members["id"]?.value,
      let pattern = TemplatePattern(match), pattern.matches(address),
      let id = TemplateID(digest: digest),
      let link = LinkField(fields["Link"]).links.first(where: {
        $0.relations.contains(HuskNames.relation)
      }),
      let location = WebAddress(link.target, relativeTo: address), location.origin == address.origin
    else { return nil }
    self.init(id: id, pattern: pattern, location: location.text)
  }

  /// Reads the file of the template that is offered (SPEC §15.6 Template resources).
  ///
  /// - Returns: The canonical bytes; nothing where it is no template file, or that of another template.
  /// - Complexity: O(*n*) for *n* bytes of the template.
  public func content(ofFile bytes: [UInt8], limits: Limits = Limits()) -> [UInt8]? {
    guard let file = try? TemplateFile(bytes, limits: limits),
      TemplateID(hashing: file.content) == id, (try? file.template(limits: limits)) != nil
    else { return nil }
    return file.content
  }

  /// The fields that make the offer.
  public var fields: HTTPFields {
    var fields = HTTPFields()
    let match = StructuredFieldPrinter.string(pattern.text)
    fields.append(
      HuskNames.useAsTemplate, "match=\(match), id=\(StructuredFieldPrinter.bytes(id.bytes))")
    fields.append("Link", "<\(location)>; rel=\"\(HuskNames.relation)\"")
    return fields
  }
}

extension TemplateID {
  /// Reads the template that an `Available-Template` field names, or nothing where it is malformed
  /// (SPEC §15.2 Requests).
  public init?(availableTemplate value: String?) {
    guard let value, case .bytes(let digest)? = StructuredFieldParser.item(value)?.value
    else { return nil }
    self.init(digest: digest)
  }

  /// The value of an `Available-Template` field.
  public var availableTemplate: String { StructuredFieldPrinter.bytes(bytes) }

  /// Reads 64 lowercase hexadecimal digits.
  public init?(hexadecimal text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Hexadecimal.value(digits[index]),
        let low = Hexadecimal.value(digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(digest: bytes)
  }
}

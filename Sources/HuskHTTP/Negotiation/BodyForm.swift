// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// How a JSON text travels as the body of a message (SPEC §15.5 Representations).
public struct BodyForm: Sendable, Hashable {
  /// What the content says that it is.
  public enum MediaType: String, Sendable, CaseIterable {
    /// JSON as it is.
    case json
    /// A file or a message of Husk.
    case husk
    /// The text layout.
    case huskText
  }

  /// What was done to the content for the way.
  public enum Coding: String, Sendable, CaseIterable {
    /// Nothing.
    case identity
    /// It was compressed (RFC 1952).
    case gzip
    /// It was made a file or a message of Husk.
    case husk
  }

  /// What the content says that it is.
  public let mediaType: MediaType
  /// What was done to it for the way.
  public let coding: Coding
  /// The template of a message; `nil` where the body needs nothing else to be decoded.
  public let template: TemplateID?

  /// JSON as it is.
  public static let plain = BodyForm(.json, .identity)

  /// Creates a form from its parts; a template counts where there is a message.
  public init(_ mediaType: MediaType, _ coding: Coding, template: TemplateID? = nil) {
    self.mediaType = mediaType
    self.coding = coding
    self.template = mediaType == .husk || coding == .husk ? template : nil
  }

  /// Whether the body is a file or a message of Husk, in either way.
  public var isHusk: Bool { mediaType == .husk || coding == .husk }

  /// The fields that describe the body.
  public var fields: HTTPFields {
    var fields = HTTPFields()
    switch mediaType {
    case .json: fields.append("Content-Type", HuskNames.jsonMediaType)
    case .husk: fields.append("Content-Type", HuskNames.mediaType)
    case .huskText: fields.append("Content-Type", HuskNames.textMediaType)
    }
    if coding != .identity { fields.append("Content-Encoding", coding.rawValue) }
    return fields
  }

  /// The media type of Husk that stands for content of another type than JSON (SPEC §15.1 Names).
  static func mediaType(standingFor type: String) -> String {
    "\(HuskNames.mediaType);content=\(StructuredFieldPrinter.string(type))"
  }

  /// The media type of the content that a body gives back once it is decoded; `nil` where its fields do not
  /// tell.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the field.
  public static func contentType(announcedBy fields: HTTPFields) -> String? {
    guard let value = fields["Content-Type"], let type = QualityList(value).choices.first
    else { return nil }
    switch type.name {
    case HuskNames.mediaType: return type.parameters["content"] ?? HuskNames.jsonMediaType
    case HuskNames.textMediaType: return HuskNames.jsonMediaType
    default: return value
    }
  }

  /// The tag of a representation in this form of content that has a tag; each form has its own.
  public func entityTag(of contentTag: String) -> EntityTag {
    var words = [contentTag]
    if mediaType != .json { words.append(mediaType.rawValue) }
    if coding != .identity { words.append("in-" + coding.rawValue) }
    if let template { words.append(String(template.description.prefix(16))) }
    return EntityTag(words.joined(separator: "-"))
  }

  /// Reads the form that fields announce; which template it takes shows in the body.
  ///
  /// - Returns: Nothing where the content is of another type, or in a coding that is not known.
  ///   Types that end in `+json` are JSON.
  /// - Complexity: O(*n*) for *n* bytes of the two fields.
  public init?(announcedBy fields: HTTPFields) {
    guard let type = QualityList(fields["Content-Type"]).choices.first?.name else { return nil }
    let mediaType: MediaType? =
      switch type {
      case HuskNames.mediaType: .husk
      case HuskNames.textMediaType: .huskText
      case HuskNames.jsonMediaType: .json
      default: type.hasSuffix("+json") ? .json : nil
      }
    let codings = QualityList(fields["Content-Encoding"]).choices.map(\.name)
      .filter { $0 != "identity" }
    guard let mediaType, codings.count <= 1 else { return nil }
    guard let name = codings.first else {
      self.init(mediaType, .identity)
      return
    }
    // An old name of gzip (RFC 9110 §8.4.1.3).
    guard let coding = Coding(rawValue: name == "x-gzip" ? "gzip" : name) else { return nil }
    self.init(mediaType, coding)
  }
}

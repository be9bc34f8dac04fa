// SPDX-License-Identifier: Apache-2.0

public import HuskCore
public import HuskHTTP

internal import Husk

/// How the body of a request is encoded, put together from steps: `.json`, `.json.husk`,
/// `.json.gzipped`.
///
/// A server that does not take a coding answers 415, and the client then sends the body without it.
public struct BodyEncoding: Sendable, Hashable {
  /// The media type of the content.
  public let mediaType: String
  /// The codings in the order in which they are applied.
  public let codings: [BodyForm.Coding]

  private init(_ mediaType: String, _ codings: [BodyForm.Coding]) {
    self.mediaType = mediaType
    self.codings = codings
  }

  /// JSON as it is.
  public static let json = BodyEncoding(HuskNames.jsonMediaType, [])

  /// The same in the content coding `husk`; nothing is needed to decode it.
  public var husk: BodyEncoding { BodyEncoding(mediaType, codings + [.husk]) }

  /// The same in the content coding `gzip`.
  public var gzipped: BodyEncoding { BodyEncoding(mediaType, codings + [.gzip]) }

  /// The same without content codings.
  var plain: BodyEncoding { BodyEncoding(mediaType, []) }

  /// The fields that describe the body.
  public var fields: HTTPFields {
    var fields: HTTPFields = ["Content-Type": mediaType]
    if !codings.isEmpty {
      fields["Content-Encoding"] = codings.map(\.rawValue).joined(separator: ", ")
    }
    return fields
  }

  /// Encodes a body.
  ///
  /// - Throws: `HuskError` where `husk` is asked for and the content is not JSON.
  /// - Complexity: O(*n*) for *n* bytes.
  public func encode(_ content: [UInt8]) throws(HuskError) -> [UInt8] {
    var body = content
    for coding in codings { body = try BodyForm(.json, coding).encode(body) }
    return body
  }
}

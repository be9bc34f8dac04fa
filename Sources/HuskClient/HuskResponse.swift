// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HuskCore
public import HuskHTTP

/// A successful answer, decoded.
public struct HuskResponse: Sendable {
  /// Where an answer came from.
  public enum Source: Sendable {
    /// The server sent it.
    case network
    /// The server said that what was kept is still right.
    case validated
    /// What was kept is still fresh; nobody was asked.
    case cache
  }

  /// The status.
  public var status: Int
  /// Where it came from, after redirections.
  public var url: URL
  /// The header fields.
  public var fields: HTTPFields
  /// The body: JSON, byte for byte, or whatever else the server sent.
  public var body: [UInt8]
  /// Where it came from.
  public var source: Source
  /// The number of bytes that the body had on the way, in whichever coding; 0 where the server sent none, and
  /// `nil` where it sent a coding in pieces, which Foundation undoes without counting them.
  public var sentByteCount: Int?
  /// The template that the body was made with.
  public var template: TemplateID?
  /// The decoder of the client.
  let decoder: JSONDecoder

  /// The media type of ``body``, which is that of the content where it came as Husk; `nil` where the server
  /// does not tell.
  public var contentType: String? { BodyForm.contentType(announcedBy: fields) }

  /// Decodes the JSON.
  ///
  /// - Parameters:
  ///   - type: What it is decoded to.
  ///   - decoder: What decodes it; `nil` stands for ``ClientOptions/decoder`` of the client.
  /// - Returns: The value.
  /// - Throws: ``HuskClientError/Code-swift.enum/unexpectedJSON`` with the place in the JSON.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder? = nil
  ) throws(HuskClientError) -> Value {
    do {
      return try (decoder ?? self.decoder).decode(type, from: Data(body))
    } catch let error as DecodingError {
      throw HuskClientError(.unexpectedJSON, url, Self.place(error))
    } catch {
      throw HuskClientError(.unexpectedJSON, url, "\(error)")
    }
  }

  private static func place(_ error: DecodingError) -> String {
    let context: DecodingError.Context
    var what: String
    switch error {
    case .keyNotFound(let key, let found):
      (context, what) = (found, "'\(key.stringValue)' is missing")
    case .valueNotFound(_, let found): (context, what) = (found, "a value is null")
    case .typeMismatch(let type, let found): (context, what) = (found, "this is no \(type)")
    case .dataCorrupted(let found): (context, what) = (found, found.debugDescription)
    @unknown default: return "\(error)"
    }
    let path = context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }.joined()
    if !path.isEmpty { what += " at \(path)" }
    return what
  }
}

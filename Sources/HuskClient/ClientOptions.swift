// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HuskCore

/// How a client works, and its limits.
public struct ClientOptions: Sendable {
  /// What keeps users apart that share a store, such as the site that is visited.
  public var partition: String
  /// How often a request that may be repeated is sent in all.
  public var attempts: Int
  /// How long the first pause between attempts is; each further one is twice as long.
  public var pause: Duration
  /// How long a template that could not be had is not asked for again.
  public var templatePause: Duration
  /// The most bytes of responses that are kept in memory for later requests.
  public var cacheByteCount: Int
  /// The limits on what responses decode to.
  public var limits: Limits
  /// What makes values of the JSON of answers, with its strategies for dates, keys and so on.
  ///
  /// Threads share it, so set it up before a client has it. ``HuskResponse/body`` is for other decoders,
  /// such as `HuskDecoder.decodeJSON(_:from:)` of HuskCodable.
  public var decoder: JSONDecoder
  /// What makes JSON of the values that are sent; likewise.
  public var encoder: JSONEncoder

  /// Creates options; every default stands here and nowhere else.
  public init(
    partition: String = "", attempts: Int = 3, pause: Duration = .milliseconds(200),
    templatePause: Duration = .seconds(30),
    cacheByteCount: Int = 16 << 20, limits: Limits = Limits(decodedByteCount: 256 << 20),
    decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) {
    self.partition = partition
    self.attempts = attempts
    self.pause = pause
    self.templatePause = templatePause
    self.cacheByteCount = cacheByteCount
    self.limits = limits
    self.decoder = decoder
    self.encoder = encoder
  }
}

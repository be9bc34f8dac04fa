// SPDX-License-Identifier: Apache-2.0

/// Where a server listens, and its limits, which are always on.
public struct ServerOptions: Sendable {
  /// The numeric address to listen on; loopback unless told.
  public var address: String
  /// The port; 0 asks the system for one that is free.
  public var port: UInt16
  /// How many threads answer.
  public var threadCount: Int
  /// The most connections at once; more have to wait.
  public var mostConnections: Int
  /// The most bytes of the body of a request.
  public var bodyByteCount: Int
  /// The most bytes of the head of a request, about.
  public var headByteCount: Int
  /// How long the head of a request may take, in whole and from the end of what was before it, unless
  /// the server is behind with reading.
  public var headTime: Duration
  /// How long the body of a request may take in whole.
  public var bodyTime: Duration
  /// How long an answer may take in whole, beside a second for each ``slowestByteCount`` of it.
  public var answerTime: Duration

  /// The bytes that a reader has to take each second.
  public static let slowestByteCount = 16_384

  /// Creates options; every default stands here and nowhere else.
  public init(
    address: String = "127.0.0.1", port: UInt16 = 0, threadCount: Int = 4,
    mostConnections: Int = 2048, bodyByteCount: Int = 16 << 20, headByteCount: Int = 32 << 10,
    headTime: Duration = .seconds(15), bodyTime: Duration = .seconds(60),
    answerTime: Duration = .seconds(60)
  ) {
    self.address = address
    self.port = port
    self.threadCount = threadCount
    self.mostConnections = mostConnections
    self.bodyByteCount = bodyByteCount
    self.headByteCount = headByteCount
    self.headTime = headTime
    self.bodyTime = bodyTime
    self.answerTime = answerTime
  }
}

/// Why a server does not start.
public struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, for people.
  public let description: String

  /// Creates an error from words.
  public init(_ description: String) {
    self.description = description
  }
}

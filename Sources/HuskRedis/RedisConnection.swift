// SPDX-License-Identifier: Apache-2.0

internal import CHiredis
package import Husk

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to one server, and all that is done with pointers of hiredis.
@safe package final class RedisConnection {
  /// Why there is no answer.
  package struct Failure: Error {
    /// Whether the connection broke, so that another one may do better.
    let isLost: Bool
    /// The error as users see it.
    package let error: TemplateStoreError

    init(isLost: Bool = false, _ code: TemplateStoreError.Code, _ context: String) {
      self.isLost = isLost
      error = TemplateStoreError(code, context)
    }
  }

  private let context: UnsafeMutablePointer<redisContext>
  private let address: RedisAddress

  /// Connects to a server.
  package init(_ address: RedisAddress, _ timeouts: RedisTimeouts) throws(Failure) {
    self.address = address
    let context = unsafe redisConnectWithTimeout(
      address.host, Int32(address.port), timeval(milliseconds: timeouts.connectMilliseconds))
    guard let context = unsafe context else {
      throw Failure(.failure, "no memory for a connection to Redis")
    }
    guard unsafe context.pointee.err == 0 else {
      let reason = unsafe Self.message(of: context)
      unsafe redisFree(context)
      throw Failure(
        .unavailable, "Redis at \(address) cannot be reached (\(reason)); is the server running?")
    }
    unsafe husk_keep_quiet(context.pointee.fd)
    _ = unsafe redisSetTimeout(context, timeval(milliseconds: timeouts.commandMilliseconds))
    unsafe self.context = context
  }

  deinit { unsafe redisFree(context) }

  /// Sends a command and waits for the answer.
  ///
  /// After a failure the connection is of no use any more.
  package func command(_ words: [[UInt8]]) throws(Failure) -> RedisReply {
    try send(words)
    var answer: UnsafeMutableRawPointer?
    guard unsafe redisGetReply(context, &answer) == REDIS_OK, let answer = unsafe answer
    else { throw failure(unsafe context.pointee.err, errno) }
    defer { unsafe freeReplyObject(answer) }
    return unsafe RedisReply(answer.assumingMemoryBound(to: redisReply.self).pointee)
  }

  private func send(_ words: [[UInt8]]) throws(Failure) {
    var bytes = Array("*\(words.count)\r\n".utf8)
    for word in words {
      bytes += "$\(word.count)\r\n".utf8
      bytes += word
      bytes += "\r\n".utf8
    }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        return unsafe husk_send(context.pointee.fd, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        offset += count
      } else if errno != EINTR {
        throw failure(REDIS_ERR_IO, errno)
      }
    }
  }

  private func failure(_ kind: Int32, _ number: Int32) -> Failure {
    if kind == REDIS_ERR_IO, number == EAGAIN || number == EWOULDBLOCK || number == ETIMEDOUT {
      return Failure(.unavailable, "Redis at \(address) does not answer in time")
    }
    let reason =
      unsafe kind == REDIS_ERR_IO
      ? String(cString: strerror(number)) : Self.message(of: context)
    let isLost = kind == REDIS_ERR_IO || kind == REDIS_ERR_EOF
    return Failure(
      isLost: isLost, .unavailable, "the connection to Redis at \(address) is lost (\(reason))")
  }

  private static func message(of context: UnsafeMutablePointer<redisContext>) -> String {
    unsafe withUnsafeBytes(of: context.pointee.errstr) { buffer in
      unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension RedisReply {
  fileprivate init(_ reply: redisReply) {
    let text = unsafe Array(UnsafeRawBufferPointer(start: reply.str, count: reply.len))
    switch unsafe reply.type {
    case REDIS_REPLY_STRING: self = .bytes(text)
    case REDIS_REPLY_STATUS: self = .status(String(decoding: text, as: UTF8.self))
    case REDIS_REPLY_ERROR: self = .error(String(decoding: text, as: UTF8.self))
    case REDIS_REPLY_INTEGER: self = unsafe .integer(reply.integer)
    case REDIS_REPLY_ARRAY:
      self = unsafe .array(
        (0..<reply.elements).map { index in
          guard let element = unsafe reply.element[index] else { return .null }
          return unsafe RedisReply(element.pointee)
        })
    default: self = .null
    }
  }
}

extension timeval {
  fileprivate init(milliseconds: Int) {
    self.init()
    tv_sec = .init(milliseconds / 1000)
    tv_usec = .init(milliseconds % 1000 * 1000)
  }
}

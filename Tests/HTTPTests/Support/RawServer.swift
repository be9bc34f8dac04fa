// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server that answers a request with whatever bytes a test likes, and the next ones with others.
final class RawServer: Sendable {
  /// The port that it listens on.
  let port: UInt16
  private let listener: Int32

  /// Listens on a port of this machine that is free.
  init(answering bytes: [UInt8], then others: [[UInt8]] = []) throws {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        let isBound = unsafe bind(listener, $0, length) == 0 && listen(listener, 1) == 0
        return unsafe isBound && getsockname(listener, $0, &length) == 0
      }
    }
    guard result else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      for bytes in [bytes] + others {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
          guard unsafe read(connection, &byte, 1) == 1 else { break }
          head.append(byte)
        }
        _ = unsafe bytes.withUnsafeBytes { unsafe write(connection, $0.baseAddress, $0.count) }
        close(connection)
      }
    }
  }

  deinit { close(listener) }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection on which a test sends whatever it likes.
final class RawConnection {
  private let socket: Int32

  /// The number of its descriptor.
  var descriptor: Int32 { socket }

  /// Connects to a port of this machine; nothing is waited for longer than `patience` in seconds.
  init(port: UInt16, patience: Int = 10) throws {
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = unsafe Self.openSocket()
    #endif
    var time = timeval(tv_sec: patience, tv_usec: 0)
    unsafe setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
  }

  #if !canImport(Glibc)
    private static func openSocket() -> Int32 { socket(AF_INET, SOCK_STREAM, 0) }
  #endif

  /// Lets the process have so many descriptors, if the system does.
  static func allowDescriptors(_ count: Int) -> Bool {
    var limits = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(kind, &limits) == 0 else { return false }
    guard limits.rlim_cur < rlim_t(count) else { return true }
    limits.rlim_cur = min(rlim_t(count), limits.rlim_max)
    return unsafe setrlimit(kind, &limits) == 0 && limits.rlim_cur >= rlim_t(count)
  }

  deinit { close(socket) }

  /// Sends bytes; says whether all of them went out.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Foundation.send(socket, buffer.baseAddress, buffer.count, flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends text.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Says that nothing more is sent.
  func finish() { shutdown(socket, Int32(SHUT_WR)) }

  /// Waits until something has come, and leaves it there; says whether something did.
  func awaitByte() -> Bool {
    var byte: UInt8 = 0
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK)) == 1
  }

  /// Receives what comes until the other side ends, or nothing comes for too long.
  func receiveAll() -> String { String(decoding: receiveBytes(), as: UTF8.self) }

  /// Receives bytes in the same way.
  func receiveBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { area in
        unsafe recv(socket, area.baseAddress, area.count, 0)
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for open files that do not wait by themselves, as whoever opened them may have wished.
package enum FileReadiness {
  /// Waits until a read returns at once, be it with an error.
  package static func waitForInput(of descriptor: Int32) {
    _ = isReady(descriptor, for: POLLIN, within: -1)
  }

  /// Waits until a write returns at once, be it with an error.
  package static func waitForRoom(of descriptor: Int32) {
    _ = isReady(descriptor, for: POLLOUT, within: -1)
  }

  /// Whether a read would return at once, be it with an error.
  package static func hasInput(_ descriptor: Int32) -> Bool {
    isReady(descriptor, for: POLLIN, within: 0)
  }

  private static func isReady(
    _ descriptor: Int32, for event: some BinaryInteger, within milliseconds: Int32
  ) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&request, 1, milliseconds) != 0
  }
}

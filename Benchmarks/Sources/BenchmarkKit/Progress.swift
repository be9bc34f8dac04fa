// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A line on a terminal that says what is being done; nothing is written anywhere else.
package struct Progress {
  private let isOnTerminal = isatty(STDERR_FILENO) == 1

  /// Creates a line that says nothing yet.
  package init() {}

  /// Replaces the line.
  package func show(_ text: String) {
    put("\r\u{1B}[K" + text)
  }

  /// Removes the line.
  package func clear() {
    put("\r\u{1B}[K")
  }

  private func put(_ text: String) {
    guard isOnTerminal else { return }
    let bytes = Array(text.utf8)
    // Nothing is lost when a line about progress is.
    unsafe _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A stream of bytes in, another one out: what ``StreamEncoder`` and ``StreamDecoder`` share.
///
/// A coder waits for no input, so that it serves files, pipes, sockets and asynchronous sequences
/// alike. It keeps what it was given, so ask ``next()`` until it returns `nil` before each
/// ``append(_:)``.
public protocol StreamCoder: ~Copyable {
  /// How far the stream has got.
  var progress: StreamProgress { get }

  /// Takes input that has arrived, of any size; some hundred kilobytes at a time are good.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  mutating func append(_ bytes: [UInt8])

  /// Says that no more input will arrive.
  mutating func finish()

  /// Returns the next piece of output, or `nil` where more input is needed, or after
  /// ``finish()`` where the output is complete.
  ///
  /// - Throws: ``HuskError`` once everything before the fault has been returned. The output is not
  ///   complete then, and further calls throw the same error.
  mutating func next() throws(HuskError) -> [UInt8]?
}

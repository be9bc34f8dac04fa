// SPDX-License-Identifier: Apache-2.0

/// Reads the frames of one or more files from a feed, in order (SPEC §9 Container).
///
/// It holds the frame that is being read and no other, so it needs little memory for inputs of any
/// size.
package struct ContainerReader<Feed: ByteFeed & ~Copyable>: ~Copyable {
  /// How many bytes are asked for at once.
  private static var stepByteCount: Int { 1 << 16 }

  private var feed: Feed
  private var parser: FrameParser

  /// Creates a reader of what a feed gives.
  package init(_ feed: consuming Feed, limits: Limits) {
    self.feed = feed
    parser = FrameParser(limits: limits)
  }

  /// Reads the next frame; the end frames of all files are among them.
  ///
  /// - Returns: The frame, or `nil` at the end of the input.
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*n*) for the *n* bytes of the frame.
  package mutating func next() throws(HuskError) -> Frame? {
    while true {
      if let frame = try parser.next() { return frame }
      if parser.isFinished { return nil }
      try parser.read(from: &feed, atMost: Self.stepByteCount)
    }
  }
}

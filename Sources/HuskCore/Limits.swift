// SPDX-License-Identifier: Apache-2.0

/// Every limit of the codec, always on (SPEC §10 Limits).
///
/// Each has a default that real data stays far below; an input that exceeds one is refused with
/// ``HuskError/Code/limitExceeded`` and a message that names the limit.
public struct Limits: Sendable, Equatable {
  /// The deepest nesting of arrays and objects that is accepted, in levels.
  public var depth: Int
  /// The most shapes a template may have.
  public var shapes: Int
  /// The most fields, tuple positions, alternatives and dictionary entries a template may have.
  public var templateEntries: Int
  /// The most bytes that one call decodes to.
  public var decodedByteCount: Int

  /// Creates limits; every default stands here and nowhere else.
  public init(
    depth: Int = 512,
    shapes: Int = 65_536,
    templateEntries: Int = 4_194_304,
    decodedByteCount: Int = 1 << 32
  ) {
    self.depth = depth
    self.shapes = shapes
    self.templateEntries = templateEntries
    self.decodedByteCount = decodedByteCount
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What ``Husk/inspect(_:options:)`` finds in an encoded file.
public struct Inspection: Sendable {
  /// The layout of the file.
  public var layout: Husk.Layout
  /// The format version written in the file.
  public var formatVersion: Int
  /// The size of the file, in bytes.
  public var encodedByteCount: Int
  /// The size of the text it decodes to, in bytes.
  public var decodedByteCount: Int
  /// The number of JSON texts in it.
  public var textCount: Int
  /// The number of values in the flat array.
  public var valueCount: Int
  /// The number of gaps (runs of whitespace) that the gap model did not predict.
  public var gapSurpriseCount: Int
  /// The template.
  public var template: Template
  /// How many objects of each shape there are, by shape index.
  public var shapeCounts: [Int]
}

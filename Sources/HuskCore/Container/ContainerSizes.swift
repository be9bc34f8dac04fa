// SPDX-License-Identifier: Apache-2.0

/// The bytes that files have beside their blocks.
package struct ContainerSizes: Sendable, Equatable {
  /// Templates of files, or references to them, with their frames.
  package var templates = 0
  /// Indexes, with their frames.
  package var indexes = 0
  /// Frames that are skipped.
  package var skipped = 0
  /// What opens sealed frames and fields.
  package var encryption = 0
  /// The checks of the framing.
  package var checks = 0
  /// The starts of files, and their ends but for the checks.
  package var frame = 0

  /// Creates the sizes of nothing.
  package init() {}

  /// Adds a frame; those of blocks are counted elsewhere.
  mutating func add(_ header: FrameHeader, _ type: FrameType?) {
    let byteCount = header.byteCount + header.payloadByteCount
    switch type {
    case .template, .reference: templates += byteCount
    case .index: indexes += byteCount
    case .end: frame += byteCount
    case .block: break
    case .encryption, .fields: encryption += byteCount
    case nil: skipped += byteCount
    }
  }
}

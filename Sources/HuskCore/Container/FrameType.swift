// SPDX-License-Identifier: Apache-2.0

/// What a frame holds (SPEC §9.2 Frames); the raw values are those of the wire.
///
/// Types 0 to 15 are critical: a reader that does not know one must stop. Types 16 to 31 are
/// ancillary: a reader that does not know one skips it.
package enum FrameType: UInt8, Sendable, CaseIterable {
  /// A template (SPEC §9.3 Template frames).
  case template = 1
  /// The name of a template that is kept elsewhere (SPEC §9.3 Template frames).
  case reference = 2
  /// A block of rows (SPEC §9.4 Block frames).
  case block = 3
  /// What opens sealed frames (SPEC §14.4 Sealed files).
  case encryption = 4
  /// Which fields of the blocks are sealed (SPEC §14.8 Sealed fields).
  case fields = 6
  /// The end of the file (SPEC §9.6 End frames).
  case end = 5
  /// Where blocks begin (SPEC §9.5 Index frames).
  case index = 16

  /// The types that a reader skips where it does not know them.
  package static let ancillary: ClosedRange<UInt8> = 16...31
}

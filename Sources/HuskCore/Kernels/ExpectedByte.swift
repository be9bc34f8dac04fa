// SPDX-License-Identifier: Apache-2.0

/// What a match says of the byte to come (SPEC §13.8 Text model).
struct ExpectedByte {
  /// The byte behind a 1, or 0 where nothing matches.
  var byte = 0
  /// How far it is believed, in the logistic domain, before the byte.
  var trust = 0
  /// The lesson that says that.
  var lesson = 0

  /// The bit behind those of `partial`, or -1 where they are others.
  @inline(__always) func bit(_ partial: Int, _ position: Int) -> Int {
    byte &>> (8 &- position) == partial ? byte &>> (7 &- position) & 1 : -1
  }
}

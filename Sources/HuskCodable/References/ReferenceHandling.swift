// SPDX-License-Identifier: Apache-2.0

/// What becomes of an object of a class that several others hold.
public enum ReferenceHandling: Sendable {
  /// It is written, and made anew, wherever it is held.
  case byValue
  /// It is written once, and one object comes back.
  ///
  /// The text says `{"$id":1,…}` where an object is written and `{"$ref":1}` where it is held again.
  /// Keys that begin with `$` have one more `$` in front. Both ends must be set to it.
  case preserved
}

// SPDX-License-Identifier: Apache-2.0

public import Husk

/// JSON Merge Patch (RFC 7396): what changed in a document, as a document.
///
///     let patch = try MergePatch.make(from: old, to: new)
///     let copy = try MergePatch.apply(patch, to: old)     // means what new does
///
/// Both work on JSON texts. Where a patch is applied, every byte of the members that it does not
/// name comes back: whitespace, spelling of numbers and strings, and order.
public enum MergePatch {
  /// Applies a patch to a text.
  ///
  /// New members follow the others, with the whitespace that those have.
  ///
  /// - Parameters:
  ///   - patch: The patch, one JSON text.
  ///   - json: What it is applied to, one JSON text.
  ///   - limits: The limits in force.
  /// - Returns: The text that comes out.
  /// - Throws: `HuskError` where one of them is not JSON, or beyond a limit.
  /// - Complexity: O(*n*) for *n* bytes of both.
  public static func apply(
    _ patch: [UInt8], to json: [UInt8], limits: Limits = Limits()
  ) throws(HuskError) -> [UInt8] {
    var application = PatchApplication(
      target: try PatchText(json, limits: limits), patch: try PatchText(patch, limits: limits))
    return application.run()
  }

  /// Makes the patch that turns one text into another.
  ///
  /// Applied to the first, it gives a text with the meaning of the second; order and whitespace are
  /// those of the first.
  ///
  /// - Parameters:
  ///   - old: The text before, one JSON text.
  ///   - new: The text after, one JSON text.
  ///   - limits: The limits in force.
  /// - Returns: The patch; `{}` where nothing changed.
  /// - Throws: `HuskError` where one of them is not JSON, or beyond a limit; `invalidValue` where a
  ///   member is to become null, which a merge patch cannot say.
  /// - Complexity: O(*n*) for *n* bytes of both.
  public static func make(
    from old: [UInt8], to new: [UInt8], limits: Limits = Limits()
  ) throws(HuskError) -> [UInt8] {
    var difference = PatchDifference(
      old: try PatchText(old, limits: limits), new: try PatchText(new, limits: limits))
    return try difference.run()
  }
}

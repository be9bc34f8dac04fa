// SPDX-License-Identifier: Apache-2.0

public import HuskCore

extension PathMask {
  /// Opens a mask now, by the clock of the system.
  ///
  /// - Returns: The string.
  /// - Throws: ``HuskError``, as ``PathMask/open(_:at:)`` does.
  public func open(_ mask: String) throws(HuskError) -> String {
    try open(mask, at: TemplateClock.system.now)
  }
}

// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// How a directory is served.
public struct SiteOptions: Sendable {
  /// Who may see what.
  public var access: AccessRule
  /// How long a template may be used, in seconds; `nil` is for ever.
  public var templateAge: Int64?
  /// For how many seconds documents are fresh; 0 has them validated each time.
  public var freshSeconds: Int64
  /// What goes into templates.
  public var training: TrainingOptions
  /// The limits on what is encoded and decoded for clients.
  public var limits: Limits

  /// Creates options; every default stands here and nowhere else.
  public init(
    access: AccessRule = AccessRule(), templateAge: Int64? = 604_800, freshSeconds: Int64 = 0,
    training: TrainingOptions = TrainingOptions(),
    limits: Limits = Limits(decodedByteCount: 64 << 20)
  ) {
    self.access = access
    self.templateAge = templateAge
    self.freshSeconds = freshSeconds
    self.training = training
    self.limits = limits
  }
}

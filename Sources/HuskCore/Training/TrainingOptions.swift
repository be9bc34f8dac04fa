// SPDX-License-Identifier: Apache-2.0

/// What goes into a template that is learnt from messages.
public struct TrainingOptions: Sendable {
  /// About how many bytes the template may have.
  public var byteBudget: Int
  /// In how many messages a value must stand before it goes into the template.
  public var minSupport: Int
  /// Whether the template brings whole messages, which teach a model: messages become smaller, and take
  /// longer to encode and decode.
  ///
  /// Values of single messages are in it then, unless ``lessonSupport`` is more than 1.
  public var includesMessages: Bool
  /// In how many messages a value must stand before the messages of the template tell it.
  public var lessonSupport: Int
  /// Whether values go into the template at all.
  public var includesValues: Bool
  /// Fields of which no value goes into the template, as paths such as `user.name`, which are written and
  /// followed as those of ``FieldSelection`` are; `a` stands for all that is in `a` too.
  ///
  /// Where keys are data, a path that names one excludes what all of them lead to there. A
  /// ``TemplateTrainer`` refuses what is no path; a path that leads nowhere excludes nothing, and is
  /// among ``TemplateTrainer/absentFields``.
  public var excludedFields: [String]
  /// The limits in force.
  public var limits: Limits

  /// Creates options; every default stands here and nowhere else.
  public init(
    byteBudget: Int = 65_536, minSupport: Int = 3, includesMessages: Bool = false,
    lessonSupport: Int = 1, includesValues: Bool = true, excludedFields: [String] = [],
    limits: Limits = Limits()
  ) {
    self.byteBudget = byteBudget
    self.minSupport = max(minSupport, 1)
    self.includesMessages = includesMessages
    self.lessonSupport = max(lessonSupport, 1)
    self.includesValues = includesValues
    self.excludedFields = excludedFields
    self.limits = limits
  }

  /// The steps of the paths of the fields that are excluded.
  ///
  /// - Throws: ``HuskError/Code/invalidSelection`` where one is no path.
  func excludedPaths() throws(HuskError) -> Set<[[UInt8]]> {
    var paths: Set<[[UInt8]]> = []
    for field in excludedFields {
      guard let steps = FieldSelection.steps(of: field) else {
        throw HuskError(
          .invalidSelection, "'\(field)' is no path of a field to exclude, such as user.name")
      }
      paths.insert(steps)
    }
    return paths
  }
}

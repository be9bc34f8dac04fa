// SPDX-License-Identifier: Apache-2.0

public import Husk

extension SQLiteTemplateStore {
  /// Opens the store of the user at ``defaultPath()``, and creates it where there is none.
  public convenience init(clock: TemplateClock = .system) throws(TemplateStoreError) {
    try self.init(clock: clock, environment: SystemFiles.environment)
  }

  /// Opens the store of a user, given the variables of an environment.
  package convenience init(
    clock: TemplateClock, environment: (String) -> String?
  ) throws(TemplateStoreError) {
    let path = try Self.defaultPath(environment: environment)
    if let directory = SystemFiles.parent(of: path) {
      try SystemFiles.createPrivateDirectories(directory)
    }
    try self.init(path: path, clock: clock)
  }

  /// The path of the store of the user: `husk/templates.db` in `$XDG_CACHE_HOME`, or in `~/.cache`
  /// where that is not set.
  ///
  /// - Throws: `TemplateStoreError/Code/invalidLocation` where `HOME` is not set either.
  public static func defaultPath() throws(TemplateStoreError) -> String {
    try defaultPath(environment: SystemFiles.environment)
  }

  /// The path of the store of the user, given the variables of an environment.
  package static func defaultPath(
    environment: (String) -> String?
  ) throws(TemplateStoreError) -> String {
    // The XDG specification wants relative paths ignored.
    if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return "\(cache)/husk/templates.db"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw TemplateStoreError(
        .invalidLocation,
        "neither XDG_CACHE_HOME nor HOME says where to keep templates; name a file")
    }
    return "\(home)/.cache/husk/templates.db"
  }
}

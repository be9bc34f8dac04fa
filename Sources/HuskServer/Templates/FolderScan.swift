// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the JSON documents below a directory.
struct FolderScan {
  /// The most names that are looked at.
  private static let mostNames = 100_000
  /// How deep directories may nest.
  private static let mostDepth = 16

  private let root: Int32
  private var left = Self.mostNames
  /// The documents, in order.
  private(set) var documents: [SitePath] = []

  /// Looks at everything below a directory that is open.
  ///
  /// Links are not followed, and hidden files not looked at.
  init(_ root: Int32) {
    self.root = root
    visit([])
  }

  private mutating func visit(_ directory: [String]) {
    let (files, folders) = names(directory)
    documents += files.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      SitePath("/" + (directory + [name]).map(SitePath.escaped).joined(separator: "/"))
    }
    guard directory.count < Self.mostDepth else { return }
    for folder in folders.sorted() { visit(directory + [folder]) }
  }

  /// The names of the files and of the directories in a directory.
  private mutating func names(_ directory: [String]) -> (files: [String], folders: [String]) {
    var descriptor = unsafe openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for component in directory {
      let next = unsafe openat(
        descriptor, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor >= 0 { close(descriptor) }
      descriptor = next
    }
    guard descriptor >= 0 else { return ([], []) }
    guard let stream = unsafe fdopendir(descriptor) else {
      close(descriptor)
      return ([], [])
    }
    defer { unsafe closedir(stream) }
    var files: [String] = []
    var folders: [String] = []
    while left > 0, let entry = unsafe readdir(stream) {
      left -= 1
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name.hasPrefix(".") { continue }
      var info = stat()
      guard unsafe fstatat(descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      switch info.st_mode & S_IFMT {
      case S_IFREG: files.append(name)
      case S_IFDIR: folders.append(name)
      default: break
      }
    }
    return (files, folders)
  }
}

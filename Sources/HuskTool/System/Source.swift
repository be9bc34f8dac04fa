// SPDX-License-Identifier: Apache-2.0

/// Where the bytes of a command come from: a file, or standard input.
package struct Source: ~Copyable {
  /// What messages call it.
  package let name: String
  /// What the system knows about the file, or `nil` for standard input.
  package let status: FileStatus?

  private let file: FileDescriptor?
  private let io: any ToolIO

  /// Opens what an operand names.
  ///
  /// - Parameters:
  ///   - operand: A path; `-` is standard input, and so is `nil` unless a person types there.
  ///   - io: The standard streams to use.
  /// - Throws: ``ToolError`` where the file cannot be read.
  package init(_ operand: String?, io: any ToolIO) throws(ToolError) {
    guard let path = operand, path != "-" else {
      if operand == nil && io.inputIsTerminal {
        throw .usage(
          "no input was named, and standard input is a terminal",
          hint: "name a file, pipe text into husk, or name '-' to type it")
      }
      name = Self.standardInputName
      status = nil
      file = nil
      self.io = io
      return
    }
    let descriptor = try ToolError.naming(path) { () throws(SystemError) in
      try FileDescriptor(io.locate(path), .reading)
    }
    let found = try ToolError.naming(path) { () throws(SystemError) in
      let status = try descriptor.status()
      if status.kind == .directory { throw .isDirectory }
      return status
    }
    name = path
    status = found
    file = consume descriptor
    self.io = io
  }

  /// Whether it is a file that a path names, after which another can be named.
  ///
  /// A device or a pipe, or what standard input is, has no such name.
  package var hasFileName: Bool { status?.kind == .regular && !Self.isStandardInput(name) }

  /// Whether an operand means standard input.
  package static func isStandardInput(_ operand: String) -> Bool {
    operand == "-" || operand == "/dev/stdin"
  }

  /// How many bytes are read at a time.
  private static let stepByteCount = 1 << 18

  /// Reads some bytes; none are left where there are none.
  package borrowing func read() throws(ToolError) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try ToolError.naming(name) { () throws(SystemError) in
      switch file {
      case .some(let file):
        try file.read(appendingTo: &bytes, atMost: Self.stepByteCount)
      case .none: try io.readInput(appendingTo: &bytes, atMost: Self.stepByteCount)
      }
    }
    return bytes
  }

  /// The number of bytes to read, where that is known beforehand.
  package var byteCount: Int? { status?.kind == .regular ? status?.byteCount : nil }

  /// The file, to be read in any order, where it is a regular one that a path names.
  borrowing func randomAccess() throws(ToolError) -> RandomAccessFile? {
    guard let byteCount else { return nil }
    return try ToolError.naming(name) { () throws(SystemError) in
      switch file {
      case .some(let file): RandomAccessFile(try file.duplicated(), byteCount: byteCount)
      case .none: nil
      }
    }
  }

  private static let standardInputName = "(stdin)"
}

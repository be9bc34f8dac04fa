// SPDX-License-Identifier: Apache-2.0

extension Reference {
  /// The frames of an input that are not skipped, a line for each, as test vectors list them.
  package func frames(of input: [UInt8]) throws -> String {
    try ContainerFile.readAll(input, self).map { try listing($0) }.joined(separator: "\n")
  }

  private func listing(_ file: ContainerFile) throws -> String {
    var lines: [String] = []
    if let frame = file.template, frame.kind == .template {
      let (codec, count, data) = try TemplateFrame.parts(
        frame.payload, byteLimit: limits.templateByteCount)
      let codecName = ["none", "deflate", "gzip", "zstd", "brotli", "modelled"][Int(codec)]
      lines.append("template \(codecName) \(count) \(digits(data))")
    } else if let frame = file.template {
      let name = try TemplateFrame.Name(frame.payload)
      let text = name.name.isEmpty ? "-" : String(decoding: name.name, as: UTF8.self)
      lines.append("reference \(digits(name.id)) \(name.version) \(text)")
    }
    for block in file.blocks {
      let header = block.header
      let check = (0..<4).reversed().map { UInt8(truncatingIfNeeded: header.check >> ($0 * 8)) }
      lines.append(
        "block \(header.rows) \(header.decoded) \(digits(check)) \(digits(block.content))")
    }
    return (lines + ["end"]).joined(separator: "\n")
  }

  private func digits(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "-" : Hexadecimal.digits(bytes)
  }

  /// What compressed bytes become (SPEC §9.8 Compression).
  package func decompress(_ bytes: [UInt8], codec: UInt8, count: Int) throws -> [UInt8] {
    try Compression.decompress(bytes, codec: codec, count: count)
  }
}

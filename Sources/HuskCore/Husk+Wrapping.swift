// SPDX-License-Identifier: Apache-2.0

extension Husk {
  /// Seals what has no frames of its own.
  ///
  /// - Throws: as ``Sealing/begin()`` does.
  package static func seal(
    _ encoded: [UInt8], _ sealing: Sealing?
  ) throws(HuskError) -> [UInt8] {
    guard let sealing else { return encoded }
    return try SealedMessage.seal(encoded, sealing)
  }

  /// Seals what has no frames of its own, and puts it in an envelope, as the options ask.
  ///
  /// - Throws: as ``Sealing/begin()`` does.
  package static func wrap(
    _ encoded: [UInt8], _ options: EncodeOptions
  ) throws(HuskError) -> [UInt8] {
    let sealed = try seal(encoded, options.sealing)
    return options.isEnveloped ? Envelope.wrap(sealed) : sealed
  }

  /// Opens what is sealed as a whole, and seals it again; an envelope stays one.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func reseal(
    _ bytes: [UInt8], _ sealing: Sealing, _ options: DecodeOptions
  ) throws(HuskError) -> [UInt8] {
    let content = try unwrap(bytes, options)
    var sealed: [UInt8] = []
    if content.starts(with: FileMagic.bytes.prefix(2)) {
      var files = FileResealer(options.keys, sealing, limits: options.limits)
      files.append(content)
      files.finish()
      while let bytes = try files.next() { sealed += bytes }
    } else {
      sealed = try seal(content, sealing)
    }
    return Envelope.isEnvelope(bytes) ? Envelope.wrap(sealed) : sealed
  }

  /// Takes encoded bytes out of their envelope and opens them, as far as they are in one and sealed
  /// as a whole (SPEC §14 Encryption).
  ///
  /// - Returns: A message, a file, or a document in the text layout.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func unwrap(
    _ bytes: [UInt8], _ options: DecodeOptions
  ) throws(HuskError) -> [UInt8] {
    var bytes = bytes
    if Envelope.isEnvelope(bytes) {
      bytes = try Envelope.unwrap(bytes)
      guard !Envelope.isEnvelope(bytes) else {
        throw HuskError(.invalidEnvelope, "an envelope is in another one")
      }
    }
    // Files are sealed frame by frame, and who reads their frames opens them.
    if bytes.starts(with: FileMagic.bytes.prefix(2)) { return bytes }
    guard SealedMessage.isSealed(bytes) else {
      try options.sealPolicy.acceptUnsealed(at: 0)
      return bytes
    }
    let opened = try SealedMessage.open(bytes, with: options.keys, limits: options.limits)
    guard !SealedMessage.isSealed(opened), !Envelope.isEnvelope(opened),
      !opened.starts(with: FileMagic.bytes.prefix(2))
    else { throw HuskError(.invalidFrame, "what is sealed is sealed or wrapped again") }
    return opened
  }
}

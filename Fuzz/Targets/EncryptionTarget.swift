// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is something sealed, or what the target seals with a key that it has, so that what is
  /// inside is reached: messages, files, fields, envelopes, key files and masks.
  static let encryption = FuzzTarget("encryption", upTo: 4096) { material in
    EncryptionTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    switch input.choice(of: 8) {
    case 0: try EncryptionTarget.decode(input.all())
    case 1: try EncryptionTarget.sealedMessage(input.all())
    case 2: try EncryptionTarget.decode(Envelope.wrap(input.all()))
    case 3: try EncryptionTarget.sealedFile(&input)
    case 4: try EncryptionTarget.sealedFields(&input)
    case 5: try EncryptionTarget.keyring(input.all())
    case 6: try EncryptionTarget.mask(input.all())
    default: try EncryptionTarget.envelope(input.all())
    }
  }
}

private enum EncryptionTarget {
  private static let options: DecodeOptions = {
    var options = DecodeOptions.fuzzing
    options.keys = Keyring(SampleKeys.first)
    // With words to try, headers that ask for them are read to the end.
    if let passphrase = Passphrase(bytes: Array("words".utf8)) { options.keys.add(passphrase) }
    options.fieldKeys = Keyring(SampleKeys.first)
    return options
  }()

  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    var sealing = EncodeOptions.fuzzing()
    sealing.key = SampleKeys.first
    sealing.salts = SampleKeys.salts()
    var message = sealing
    message.layout = .row
    var wrapped = sealing
    wrapped.isEnveloped = true
    let sealed =
      material.sections("sealed", of: "encryption") + material.encoded([sealing, message, wrapped])
    let open = material.encoded([.fuzzing(.row), .fuzzing(.text)])
    let fields = FuzzRecord.making {
      $0.all([4])
      $0.part(FieldFileBuilder.twoPaths)
      $0.part(Array(#"{"a":null}"#.utf8))
      $0.part(
        FieldFileBuilder.plaintext(of: #"{"a":1}"#, values: #"{"a":[1]}"#))
      $0.all([0])
    }
    return sealed.map { [0] + $0 } + open.map { [1] + $0 }
      + FileScript.seeds(material).map { [3, 0, 0, 0] + $0 } + [fields]
      + material.sections("keys", of: "encryption").map { [5] + $0 }
      + material.sections("mask", of: "mask").map { [6] + $0 } + sealed.map { [7] + $0 }
  }

  static func decode(_ bytes: [UInt8]) throws(Finding) {
    if bytes.starts(with: FileMagic.bytes.prefix(2)) {
      try FileChecks.compare(bytes, options: options)
    }
    let whole = outcome { () throws(HuskError) in try Husk.decode(bytes, options: options) }
    if case .failure(let error) = whole { try Finding.unlessClear(error, count: .max) }
    _ = outcome { () throws(HuskError) in
      try Husk.reseal(bytes, Sealing(SampleKeys.second, SampleKeys.salts()), options)
    }
  }

  /// Seals anything: opened it must be what decoding it as it is gives.
  static func sealedMessage(_ content: [UInt8]) throws(Finding) {
    let sealed = try Finding.unlessGiven("sealing") { () throws(HuskError) in
      try SealedMessage.seal(content, Sealing(SampleKeys.first, SampleKeys.salts()))
    }
    let opened = try Finding.unlessGiven("opening") { () throws(HuskError) in
      try SealedMessage.open(sealed, with: options.keys, limits: .fuzzing)
    }
    try Finding.unless(opened == content, "what was sealed opens to something else")
    let first = outcome { () throws(HuskError) in try Husk.decode(sealed, options: options) }
    // What has a seal or an envelope of its own is not decoded inside of another.
    guard !SealedMessage.isSealed(content), !Envelope.isEnvelope(content),
      !content.starts(with: FileMagic.bytes.prefix(2))
    else {
      if case .success = first { throw Finding("what is sealed twice is decoded") }
      return
    }
    let second = outcome { () throws(HuskError) in try Husk.decode(content, options: options) }
    try Finding.unlessSame(first, second, "sealed and open")
  }

  /// Seals a file frame by frame, and damages it.
  static func sealedFile(_ input: inout FuzzInput) throws(Finding) {
    let offset = input.number()
    let difference = input.byte()
    let file = FileScript.files(&input)
    let made = try Finding.unlessRefused(of: file.count) { () throws(HuskError) in try seal(file) }
    guard var sealed = made, !sealed.isEmpty else { return }
    let open = outcome { () throws(HuskError) in try Husk.decode(file, options: options) }
    let same = try FileChecks.compare(sealed, options: options)
    try Finding.unlessSame(open, same, "a file, open and sealed")
    readIndex(of: sealed)
    guard case .success(let text) = open, difference != 0 else { return }
    sealed[offset % sealed.count] ^= difference
    readIndex(of: sealed)
    let damaged = outcome { () throws(HuskError) in try Husk.decode(sealed, options: options) }
    if case .success(let other) = damaged {
      try Finding.unless(other == text, "a damaged sealed file decodes to something else")
    }
  }

  /// Reads a sealed file from its end, and some of its blocks.
  private static func readIndex(of file: [UInt8]) {
    _ = outcome { () throws(HuskError) in
      let index = try ContainerIndex(reading: file, limits: .fuzzing, policy: options.sealPolicy)
      for number in index.files.indices { _ = try index.template(of: number, in: file) }
      _ = try index.blocks(holding: 1..<3, in: file)
      _ = try index.blocks(in: file)
      return []
    }
  }

  private static func seal(_ file: [UInt8]) throws(HuskError) -> [UInt8] {
    var reader = ContainerReader(whole: file, limits: .fuzzing, policy: SealPolicy())
    var sealed: [UInt8] = []
    let sealing = Sealing(SampleKeys.first, SampleKeys.salts())
    var writer = ContainerWriter([UInt8](), seal: try sealing.begin())
    while let frame = try reader.next() {
      switch frame {
      case .fields(let fields): writer.writeFields(fields)
      case .template(let template): writer.write(template)
      case .reference(let reference): writer.write(reference)
      case .block(let header, let content): writer.write(header, content: content)
      case .end:
        let done = writer
        sealed += done.finish()
        writer = ContainerWriter([], seal: try sealing.begin())
      }
    }
    return sealed
  }

  static func sealedFields(_ input: inout FuzzInput) throws(Finding) {
    var builder = FieldFileBuilder(paths: input.part())
    builder.fieldsFrame()
    var ordinal = 0
    repeat {
      let shown = String(decoding: input.part(), as: UTF8.self)
      let plaintext = input.part()
      let isLast = input.byte() & 1 == 0 || input.isEmpty || ordinal > 5
      builder.block(shows: shown, plaintext, ordinal: ordinal, isLast: isLast)
      ordinal += 1
      if isLast { break }
    } while true
    try decode(builder.ended())
    var redacting = options
    redacting.redactsFields = true
    try FileChecks.compare(builder.ended(), options: redacting)
    redacting.fieldKeys = Keyring()
    try FileChecks.compare(builder.ended(), options: redacting)
  }

  static func keyring(_ text: [UInt8]) throws(Finding) {
    let keyring = try Finding.unlessRefused(of: text.count) { () throws(HuskError) in
      try Keyring(text: text)
    }
    guard let keyring else { return }
    let again = try? Keyring(text: keyring.text)
    try Finding.unless(again == keyring, "a key file does not come back")
  }

  static func mask(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    let mask = PathMask(Keyring(SampleKeys.first), context: "orders")
    // Nobody has the key but this target, which made no mask with such a context so far.
    let forged = try? PathMask(Keyring(SampleKeys.first), context: "no seed").open(text, at: 0)
    try Finding.unless(forged == nil, "a mask that nobody made opens")
    let sealed = try Finding.unlessGiven("sealing a mask") { () throws(HuskError) in
      try mask.seal(text, expiry: bytes.count % 2 == 0 ? nil : 7)
    }
    let same = try Finding.unlessGiven("opening a mask") { () throws(HuskError) in
      try mask.open(sealed, at: 5)
    }
    try Finding.unless(Array(same.utf8) == Array(text.utf8), "a mask opens to something else")
  }

  static func envelope(_ bytes: [UInt8]) throws(Finding) {
    let wrapped = Envelope.wrap(bytes)
    try Finding.unless(Envelope.isEnvelope(wrapped), "an envelope is not recognised")
    let same = try Finding.unlessGiven("unwrapping") { () throws(HuskError) in
      try Envelope.unwrap(wrapped)
    }
    try Finding.unless(same == bytes, "an envelope holds something else")
    guard Envelope.isEnvelope(bytes) else { return }
    let content = try Finding.unlessRefused(of: bytes.count) { () throws(HuskError) in
      try Envelope.unwrap(bytes)
    }
    guard let content else { return }
    try Finding.unless(
      (try? Envelope.unwrap(Envelope.wrap(content))) == content, "content does not come back")
  }
}

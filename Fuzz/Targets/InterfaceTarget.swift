// SPDX-License-Identifier: Apache-2.0

import CHusk
import HuskCore
import HuskTestKit

extension FuzzTarget {
  /// The input is a series of calls of the interface in C, with whatever a program may hand over.
  ///
  /// The address sanitizer sees what is freed twice, lost or read beyond its end; a call that fails
  /// has to say why, and what was encoded has to come back.
  static let interface = FuzzTarget("interface", upTo: 4096) { material in
    InterfaceTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    var calls = InterfaceTarget()
    defer { calls.free() }
    while !input.isEmpty { try calls.call(&input) }
  }
}

@safe private struct InterfaceTarget {
  private static let names = [
    "layout", "level", "compression", "input", "minify", "compress", "envelope", "encrypt-fields",
    "form", "fields", "rows", "at", "redact", "require-seal", "threads", "budget", "min-support",
    "values", "exclude", "limit.depth", "nothing",
  ]
  private static let values = [
    "auto", "column", "text", "row", "1", "6", "max", "none", "zstd", "brotli", "gzip", "json",
    "ndjson", "true", "false", "a,b.c", "1:3", ":2", "items", "bare", "embedded", "",
  ]
  private static let secrets = [
    "keys", "seal-key", "field-keys", "seal-field-key", "passphrase", "x",
  ]
  private static let limits: [(String, Int)] = [
    ("decodedByteCount", Limits.fuzzing.decodedByteCount), ("depth", Limits.fuzzing.depth),
    ("blockByteCount", Limits.fuzzing.blockByteCount), ("passphraseCost", 1),
    ("frameByteCount", Limits.fuzzing.frameByteCount),
    ("templateByteCount", Limits.fuzzing.templateByteCount),
    ("messageTemplateByteCount", Limits.fuzzing.messageTemplateByteCount),
    ("blockRowCount", Limits.fuzzing.blockRowCount),
  ]

  private typealias Function = (
    OpaquePointer?, UnsafePointer<UInt8>?, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, UnsafeMutablePointer<Int>?,
    UnsafeMutablePointer<OpaquePointer?>?
  ) -> husk_status

  private var codec = unsafe husk_codec_new()
  private var template: OpaquePointer?

  init() {
    for (name, value) in Self.limits {
      _ = unsafe husk_codec_set(codec, "limit.\(name)", "\(value)", nil)
    }
  }

  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    let encoded = material.encoded([.fuzzing(), .fuzzing(.row)])
    let calls = { (number: UInt8, bytes: [UInt8]) in
      FuzzRecord.making {
        $0.all([number])
        $0.part(bytes)
      }
    }
    let settings = (0..<UInt8(names.count)).map { name in
      [0, name, name % UInt8(values.count)] as [UInt8]
    }
    let stream = { (direction: UInt8, pieces: UInt8, bytes: [UInt8]) in
      [5, direction, pieces] + calls(0, bytes).dropFirst()
    }
    var seeds: [[UInt8]] = []
    for text in material.documents {
      seeds += settings.map { $0 + calls(1, text) }
      seeds.append(calls(4, text) + calls(1, text))
      seeds += [stream(0, 1, text), stream(2, 1, text)]
    }
    for bytes in encoded { seeds += [calls(2, bytes), calls(3, bytes), stream(1, 1, bytes)] }
    seeds += material.sections("file", of: "template-file").map { calls(6, $0) }
    seeds += material.sections("keys", of: "encryption").map { [7, 1] + calls(0, $0).dropFirst() }
    return seeds
  }

  mutating func free() {
    unsafe husk_template_free(template)
    unsafe husk_codec_free(codec)
  }

  mutating func call(_ input: inout FuzzInput) throws(Finding) {
    switch input.choice(of: 9) {
    case 0:
      let name = input.pick(Self.names)
      // One that is known is more likely to be good; two digits would start many threads.
      let choice = input.choice(of: Self.values.count + 1)
      let value = choice < Self.values.count ? Self.values[choice] : text(input.part())
      guard name != "threads" || value.utf8.count < 2 else { return }
      var error: OpaquePointer?
      try unsafe check(husk_codec_set(codec, name, value, &error), error)
    case 1: try encode(input.part())
    case 2: _ = try unsafe give(input.part(), husk_decode)
    case 3: _ = try unsafe give(input.part(), husk_inspect)
    case 4: try train(input.part())
    case 5: try stream(&input)
    case 6: try load(input.part())
    case 7:
      let name = input.pick(Self.secrets)
      let secret = input.part()
      var error: OpaquePointer?
      try unsafe check(husk_codec_set_secret(codec, name, secret, secret.count, &error), error)
    default: try save()
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
  }

  /// Checks that a call that failed says why, and frees what it said.
  ///
  /// - Returns: Whether it worked.
  @discardableResult
  private func check(_ status: husk_status, _ error: OpaquePointer?) throws(Finding) -> Bool {
    defer { unsafe husk_error_free(error) }
    guard status != 0 else {
      try Finding.unless(unsafe error == nil, "an error of a call that worked")
      return true
    }
    try Finding.unless(unsafe error != nil, "no error of a call that failed")
    let code = unsafe husk_error_code(error).map { unsafe String(cString: $0) } ?? ""
    let message = unsafe husk_error_message(error).map { unsafe String(cString: $0) } ?? ""
    try Finding.unless(!code.isEmpty && !message.isEmpty, "an error that says nothing")
    return false
  }

  /// What a function gives for some bytes, or nothing where it fails.
  private func give(_ bytes: [UInt8], _ function: Function) throws(Finding) -> [UInt8]? {
    var result: UnsafeMutablePointer<UInt8>?
    var count = 0
    var error: OpaquePointer?
    let status = unsafe function(codec, bytes, bytes.count, &result, &count, &error)
    return try unsafe take(result, count, check(status, error))
  }

  /// Copies a result, and frees it.
  private func take(
    _ result: UnsafeMutablePointer<UInt8>?, _ count: Int, _ hasWorked: Bool
  ) throws(Finding) -> [UInt8]? {
    guard let result = unsafe result else {
      try Finding.unless(!hasWorked && count == 0, "a call that worked gives nothing")
      return nil
    }
    defer { unsafe husk_free(result) }
    try Finding.unless(hasWorked, "a call that failed gives something")
    return unsafe [UInt8](UnsafeBufferPointer(start: result, count: count))
  }

  private func encode(_ json: [UInt8]) throws(Finding) {
    guard let encoded = try unsafe give(json, husk_encode) else { return }
    // With what was set it may be refused, or come back in part.
    _ = try unsafe give(encoded, husk_decode)
    _ = try unsafe give(encoded, husk_inspect)
  }

  private mutating func train(_ json: [UInt8]) throws(Finding) {
    var made: OpaquePointer?
    var error: OpaquePointer?
    let status = unsafe husk_template_train(codec, json, json.count, &made, &error)
    if try unsafe check(status, error) { try unsafe set(made) }
  }

  private mutating func load(_ file: [UInt8]) throws(Finding) {
    var made: OpaquePointer?
    var error: OpaquePointer?
    let status = unsafe husk_template_load(codec, file, file.count, &made, &error)
    if try unsafe check(status, error) { try unsafe set(made) }
  }

  private mutating func set(_ made: OpaquePointer?) throws(Finding) {
    unsafe husk_template_free(template)
    unsafe template = made
    var error: OpaquePointer?
    try unsafe check(husk_codec_set_template(codec, template, &error), error)
  }

  private func save() throws(Finding) {
    guard unsafe template != nil else { return }
    var result: UnsafeMutablePointer<UInt8>?
    var count = 0
    var error: OpaquePointer?
    let status = unsafe husk_template_save(template, &result, &count, &error)
    _ = try unsafe take(result, count, check(status, error))
    let id = unsafe husk_template_id(template).map { unsafe String(cString: $0) } ?? ""
    try Finding.unless(id.utf8.count == 64, "a template without an identity")
  }

  private func stream(_ input: inout FuzzInput) throws(Finding) {
    var stream: OpaquePointer?
    var error: OpaquePointer?
    let direction = husk_direction(input.choice(of: 5))
    let status = unsafe husk_stream_new(codec, direction, &stream, &error)
    guard try unsafe check(status, error) else { return }
    defer { unsafe husk_stream_free(stream) }
    for _ in 0..<input.choice(of: 8) {
      let piece = input.part()
      unsafe error = nil
      try unsafe check(husk_stream_append(stream, piece, piece.count, &error), error)
      guard try unsafe drain(stream) else { return }
    }
    unsafe error = nil
    try unsafe check(husk_stream_finish(stream, &error), error)
    _ = try unsafe drain(stream)
  }

  /// Takes what a stream has; returns whether it did not fail.
  private func drain(_ stream: OpaquePointer?) throws(Finding) -> Bool {
    while true {
      var result: UnsafeMutablePointer<UInt8>?
      var count = 0
      var error: OpaquePointer?
      let status = unsafe husk_stream_next(stream, &result, &count, &error)
      guard try unsafe check(status, error) else { return false }
      guard let piece = unsafe result else { return true }
      unsafe husk_free(piece)
    }
  }
}

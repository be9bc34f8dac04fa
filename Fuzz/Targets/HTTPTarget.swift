// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskHTTP
import HuskTestKit

extension FuzzTarget {
  /// The input is header lines, structured fields, addresses, or a body with a coding.
  ///
  /// Whatever stands in a request, the answer must be a form that a client understands, and no field
  /// of it may hold a byte that ends a line.
  static let http = FuzzTarget("http", upTo: 2048) { material in
    HTTPTarget.seeds(material)
  } run: { input throws(Finding) in
    var input = FuzzInput(input)
    switch input.choice(of: 6) {
    case 0: try HTTPTarget.answer(&input)
    case 1: try HTTPTarget.reading(input.all())
    case 2: HTTPTarget.structured(String(decoding: input.all(), as: UTF8.self))
    case 3: try HTTPTarget.addresses(&input)
    case 4: try HTTPTarget.gzip(input.all())
    default: try HTTPTarget.body(&input)
    }
  }
}

private enum HTTPTarget {
  private static let coder: SharedMessageCoder? = (try? SampleMessages.template()).map {
    SharedMessageCoder($0, limits: .fuzzing)
  }

  static func seeds(_ material: SeedMaterial) -> [[UInt8]] {
    let requests = material.sections("request", of: "http")
    let responses = ["response", "answer"].flatMap { material.sections($0, of: "http") }
    let patterns = material.sections("pattern", of: "http").map { pattern in
      FuzzRecord.making {
        $0.all([3])
        $0.part(pattern)
        $0.all(Array("https://example.org/api/orders?page=2".utf8))
      }
    }
    let values = [
      #"a=1;b="x", c=(:AA==: tok 1.5);d"#, "sugar, tea;q=0.5", "max-age=60, public", #"W/"x""#,
    ]
    let bodies = material.documents.map(Gzip.compress)
    return requests.flatMap { [[0, 0] + $0, [0, 1] + $0] } + responses.map { [1] + $0 }
      + (values.map { Array($0.utf8) } + requests).map { [2] + $0 } + patterns
      + bodies.map { [4] + $0 } + bodies.map { [5, 1] + $0 }
      + material.encoded([.fuzzing(), .fuzzing(.text)]).map { [5, 3] + $0 }
  }

  private static func fields(_ bytes: [UInt8]) -> HTTPFields {
    var fields = HTTPFields()
    for line in bytes.split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      fields.append(
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: line[colon...].dropFirst(), as: UTF8.self))
    }
    return fields
  }

  private static func resource(_ number: Int) -> NegotiatedResource? {
    guard let coder, let pattern = TemplatePattern("/api/orders*") else { return nil }
    let offer = TemplateOffer(id: coder.templateID, pattern: pattern, location: "/templates/1")
    let content: NegotiatedResource.Content =
      switch number {
      case 0: .json
      case 1: .sequence(mediaType: "application/x-ndjson")
      default: .other(mediaType: "text/css")
      }
    return NegotiatedResource(
      content, contentTag: "tag", offer: number == 0 ? offer : nil,
      cacheControl: CacheControl(maxAge: 60))
  }

  static func answer(_ input: inout FuzzInput) throws(Finding) {
    guard let resource = resource(input.choice(of: 3)) else { return }
    let answer = HuskNegotiator().answer(fields(input.all()), about: resource)
    try checkLines(answer.fields)
    guard answer.status == .ok, case .json = resource.content else { return }
    let read = BodyForm(announcedBy: answer.fields)
    try Finding.unless(
      read == answer.form, "an answer is not read as the form that it has: \(answer.fields)")
  }

  private static func checkLines(_ fields: HTTPFields) throws(Finding) {
    for line in fields.lines {
      try Finding.unless(
        line.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a field with a control byte")
    }
  }

  static func reading(_ bytes: [UInt8]) throws(Finding) {
    guard let address = WebAddress("https://example.org/api/orders?page=2") else { return }
    let fields = fields(bytes)
    let reading = HuskNegotiator().reading(fields, from: address)
    try Finding.unless(reading.freshSeconds >= 0, "fresh for less than no time")
    guard let offer = reading.offer else { return }
    let again = TemplateOffer(offer.fields, from: address)
    try Finding.unless(again == offer, "an offer does not come back: \(offer)")
    try checkLines(offer.fields)
    _ = offer.pattern.matches(address)
    _ = offer.content(ofFile: bytes, limits: .fuzzing)
  }

  static func structured(_ value: String) {
    _ = StructuredFieldParser.item(value)
    _ = StructuredFieldParser.dictionary(value)
    _ = CacheControl(value).fieldValue
    _ = QualityList(value).quality(of: "gzip")
    _ = EntityTag(parsing: value)?.fieldValue
    _ = EntityTag("tag").isNamed(in: value)
    _ = TemplateID(availableTemplate: value)
  }

  static func addresses(_ input: inout FuzzInput) throws(Finding) {
    let pattern = TemplatePattern(String(decoding: input.part(), as: UTF8.self))
    let text = String(decoding: input.all(), as: UTF8.self)
    let base = WebAddress("https://example.org/a/b/c?d")
    guard let address = WebAddress(text, relativeTo: base) else { return }
    try Finding.unless(
      WebAddress(address.text) == address, "an address does not come back: \(text)")
    _ = pattern?.matches(address)
  }

  static func gzip(_ body: [UInt8]) throws(Finding) {
    if let plain = try? Gzip.decompress(body, limit: 1 << 16) {
      try Finding.unless(plain.count <= 1 << 16, "more than the limit is decompressed")
    }
    let same = try Finding.unlessGiven("decompressing") { () throws(HuskError) in
      try Gzip.decompress(Gzip.compress(body), limit: body.count)
    }
    try Finding.unless(same == body, "a body does not come back")
  }

  static func body(_ input: inout FuzzInput) throws(Finding) {
    let form = BodyForm(
      input.pick(BodyForm.MediaType.allCases), input.pick(BodyForm.Coding.allCases),
      template: nil)
    let body = input.all()
    let json = try Finding.unlessRefused { () throws(HuskError) in
      try form.decode(body, limits: .fuzzing) { _ throws(HuskError) in
        guard let coder else { throw HuskError(.unknownTemplate, "none is here") }
        return coder
      }
    }
    guard let json, form.isHusk else { return }
    try Finding.unless(
      json.count <= Limits.fuzzing.decodedByteCount, "more than the limit is decoded")
  }
}

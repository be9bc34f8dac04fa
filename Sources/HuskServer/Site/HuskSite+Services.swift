// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
internal import HuskHTTP

extension HuskSite {
  /// The types of sequences that are taken.
  private static let sequenceTypes: Set = ["application/x-ndjson", "application/jsonl"]

  private static let namedTypes = sequenceTypes.union([
    HuskNames.mediaType, HuskNames.textMediaType, HuskNames.jsonMediaType,
  ])

  /// Why a body is not taken.
  private struct Refusal: Error {
    var response: ServerResponse
  }

  /// `POST /encode`: JSON or a sequence in, in any coding; Husk out, or another form that the client prefers.
  func encode(_ request: ServerRequest) -> ServerResponse {
    do throws(Refusal) {
      let json = try json(request, standard: .plain)
      var fields = request.fields
      fields["If-None-Match"] = nil
      // Who names neither Husk nor JSON, as programs do that take anything, is here for Husk.
      let accepted = Set(QualityList(fields["Accept"]).choices.map(\.name))
      if accepted.isDisjoint(with: Self.namedTypes) { fields["Accept"] = HuskNames.mediaType }
      var resource = NegotiatedResource(contentTag: "")
      if let type = Self.sequenceType(request) { resource.content = .sequence(mediaType: type) }
      if let id = TemplateID(availableTemplate: fields[HuskNames.availableTemplate]),
        json.count <= GroupTraining.mostMessageByteCount, let isPrivate = groups.isPrivate(id),
        !isPrivate || options.access.isAuthorized(request)
      {
        resource.templates = [id]
      }
      return try answer(json, fields, resource)
    } catch { return error.response }
  }

  /// `POST /decode`: Husk in, JSON out.
  func decode(_ request: ServerRequest) -> ServerResponse {
    do throws(Refusal) {
      let json = try json(request, standard: BodyForm(.husk, .identity))
      var fields = request.fields
      fields["If-None-Match"] = nil
      let type = Self.sequenceType(request) ?? HuskNames.jsonMediaType
      return try answer(
        json, fields, NegotiatedResource(.other(mediaType: type), contentTag: ""))
    } catch { return error.response }
  }

  /// The type of what a request holds, or what its Husk stands for, where that is a sequence.
  private static func sequenceType(_ request: ServerRequest) -> String? {
    let type = BodyForm.contentType(announcedBy: request.fields)
    let name = QualityList(type).choices.first?.name
    return name.flatMap { sequenceTypes.contains($0) ? $0 : nil }
  }

  private func answer(
    _ json: [UInt8], _ request: HTTPFields, _ resource: NegotiatedResource
  ) throws(Refusal) -> ServerResponse {
    var answer = HuskNegotiator().answer(request, about: resource)
    guard answer.status == .ok else {
      throw Refusal(
        response: .problem(406, "No form of it is acceptable", fields: answer.fields))
    }
    answer.fields["ETag"] = nil
    answer.fields["Cache-Control"] = "no-store"
    do throws(HuskError) {
      let coder = answer.form.template.flatMap { try? groups.coder($0) }
      let body = try answer.form.encode(json, coder: coder)
      return ServerResponse(
        200, fields: answer.fields, body: .bytes(body), note: answer.form.word)
    } catch { throw Self.refusal(error) }
  }

  /// The JSON text of a request, whose body may be in any form.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - standard: The form of a body that does not say what it is.
  /// - Returns: The text.
  /// - Throws: The answer that says what is wrong.
  private func json(
    _ request: ServerRequest, standard: BodyForm
  ) throws(Refusal) -> [UInt8] {
    var fields = request.fields
    switch QualityList(fields["Content-Type"]).choices.first?.name {
    // What programs send that were not told what they send.
    case nil, "application/x-www-form-urlencoded", "application/octet-stream":
      fields["Content-Type"] = standard.fields["Content-Type"]
    case let type? where Self.sequenceTypes.contains(type):
      fields["Content-Type"] = HuskNames.jsonMediaType
    default: break
    }
    guard let form = BodyForm(announcedBy: fields) else {
      throw Refusal(
        response: .problem(
          415, "The body is in a form that is not taken",
          "JSON and Husk are taken, in the codings gzip and husk",
          fields: ["Accept-Encoding": "gzip, husk"]))
    }
    do throws(HuskError) {
      return try form.decode(request.body, limits: options.limits) { id throws(HuskError) in
        guard let full = groups.known(id, isAuthorized: options.access.isAuthorized(request)),
          let coder = try? groups.coder(full)
        else { throw HuskError(unknownTemplate: id) }
        return coder
      }
    } catch { throw Self.refusal(error) }
  }

  private static func refusal(_ error: HuskError) -> Refusal {
    switch error.code {
    case .limitExceeded:
      Refusal(response: .problem(413, "The body is too large", error.description))
    case .unknownTemplate:
      Refusal(
        response: .problem(
          415, "The template of the body is not known here", error.description,
          fields: ["Accept-Encoding": "gzip, husk"]))
    default: Refusal(response: .problem(400, "The body cannot be read", error.description))
    }
  }
}

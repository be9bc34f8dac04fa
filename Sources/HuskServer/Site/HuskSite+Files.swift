// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore
internal import HuskHTTP
internal import Synchronization

extension HuskSite {
  private static let notFound = ServerResponse.problem(404, "There is nothing here")

  /// Answers a request for a file.
  func file(_ request: ServerRequest) -> ServerResponse {
    guard let path = SitePath(request.path), let file = folder.open(path) else {
      return Self.notFound
    }
    var cacheControl = CacheControl()
    cacheControl.isPrivate = options.access.isPrivate(request.path)
    if options.freshSeconds > 0 {
      cacheControl.maxAge = options.freshSeconds
    } else {
      cacheControl.isNoCache = true
    }
    guard let content = MediaTypes.content(ending: path.ending) else {
      return plain(file, request, MediaTypes.type(ending: path.ending), cacheControl)
    }
    guard let document = folder.document(file) else {
      return plain(file, request, Self.mediaType(content), cacheControl)
    }
    var resource = NegotiatedResource(
      content, contentTag: document.tag, cacheControl: cacheControl)
    if case .json = content, document.bytes.count <= GroupTraining.mostMessageByteCount,
      let group = groups.group(of: path)
    {
      let now = groups.now
      resource.offer = group.offer(at: now)
      resource.templates = group.usable(at: now).map(\.id)
    }
    return respond(to: request, document, resource)
  }

  private func respond(
    to request: ServerRequest, _ document: Document, _ resource: NegotiatedResource
  ) -> ServerResponse {
    var bodies: [BodyForm: [UInt8]] = [:]
    do throws(HuskError) {
      let answer = try HuskNegotiator().answer(request.fields, about: resource) {
        form throws(HuskError) in
        let body = try self.body(document.bytes, tag: document.tag, form)
        bodies[form] = body
        return body.count
      }
      guard answer.status != .notAcceptable else {
        return .problem(406, "No form of it is acceptable", fields: answer.fields)
      }
      // It was made already where there was a choice.
      var made = bodies[answer.form]
      if made == nil { made = try body(document.bytes, tag: document.tag, answer.form) }
      let body = made ?? []
      guard answer.status == .ok else {
        return ServerResponse(
          304, fields: answer.fields, body: .unsent(byteCount: body.count), note: answer.form.word)
      }
      count(request, answer.form, document, body)
      return ServerResponse(
        200, fields: answer.fields, body: .bytes(body), note: answer.form.word)
    } catch {
      // What is called JSON and is none is sent as it is.
      var other = resource
      other.content = .other(mediaType: Self.mediaType(resource.content))
      if case .other = resource.content {
        return .problem(500, "The file cannot be encoded", error.description)
      }
      return respond(to: request, document, other)
    }
  }

  private func count(
    _ request: ServerRequest, _ form: BodyForm, _ document: Document, _ body: [UInt8]
  ) {
    guard request.method == "GET" else { return }
    metrics.withLock { metrics in
      metrics.count(
        form: form.word, textByteCount: document.bytes.count, bodyByteCount: body.count)
      guard form.isHusk else { return }
      let isNamed = request.fields[HuskNames.availableTemplate] != nil
      metrics.count(form.template != nil ? .hit : isNamed ? .unusable : .none)
    }
  }

  private static func mediaType(_ content: NegotiatedResource.Content) -> String {
    switch content {
    case .json: HuskNames.jsonMediaType
    case .sequence(let type), .other(let type): type
    }
  }

  /// Sends a file as it is, from where it is.
  private func plain(
    _ file: OpenFile, _ request: ServerRequest, _ type: String, _ cacheControl: CacheControl
  ) -> ServerResponse {
    let identity = file.identity
    let tag = EntityTag(
      "\(identity.number)-\(identity.byteCount)-\(identity.seconds)-\(identity.nanoseconds)")
    var fields: HTTPFields = ["Content-Type": type, "ETag": tag.fieldValue]
    fields["Cache-Control"] = cacheControl.fieldValue
    if tag.isNamed(in: request.fields["If-None-Match"]) {
      fields["Content-Type"] = nil
      return ServerResponse(
        304, fields: fields, body: .unsent(byteCount: file.byteCount), note: "file")
    }
    return ServerResponse(200, fields: fields, body: .file(file), note: "file")
  }

  /// Answers a request for a template.
  func template(_ request: ServerRequest) -> ServerResponse {
    guard let id = TemplateID(hexadecimal: request.path.dropFirst(TemplateGroup.location.count)),
      let isPrivate = groups.isPrivate(id)
    else { return Self.notFound }
    if isPrivate, !options.access.isAuthorized(request) { return AccessRule.refusal }
    guard let published = try? groups.published(id) else { return Self.notFound }
    var cacheControl = CacheControl(maxAge: published.maxAge)
    cacheControl.isImmutable = true
    cacheControl.isPrivate = published.isPrivate
    cacheControl.isPublic = !published.isPrivate
    let tag = EntityTag(id.description)
    var fields: HTTPFields = ["ETag": tag.fieldValue]
    fields["Cache-Control"] = cacheControl.fieldValue
    if tag.isNamed(in: request.fields["If-None-Match"]) {
      return ServerResponse(
        304, fields: fields, body: .unsent(byteCount: published.file.count), note: "template")
    }
    fields["Content-Type"] = HuskNames.templateMediaType
    metrics.withLock { $0.countTemplate() }
    return ServerResponse(200, fields: fields, body: .bytes(published.file), note: "template")
  }
}

extension BodyForm {
  /// What logs and metrics call it.
  var word: String {
    var word = mediaType == .json ? coding.rawValue : mediaType.rawValue
    if mediaType == .huskText, coding == .gzip { word += "-gzip" }
    if mediaType == .husk { word = "husk-type" }
    return template == nil ? word : word + "-template"
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HuskCore
internal import HuskHTTP

extension HuskClient {
  /// What a client is ready to take, from the smallest to what every server has.
  private enum Readiness: CaseIterable {
    /// Messages that need a template.
    case template
    /// Husk that needs nothing else.
    case husk
    /// JSON.
    case json
    /// Whatever there is, where the server has neither.
    case anything
  }

  /// Sends a request and decodes the answer; where it cannot be decoded, asks for less.
  ///
  /// - Parameters:
  ///   - request: The request without the fields of negotiation.
  ///   - target: Where it goes.
  ///   - kept: An earlier answer, which the server may say is still right.
  /// - Returns: The answer.
  /// - Throws: ``HuskClientError``.
  func exchange(
    _ request: OutgoingRequest, _ target: RequestTarget, validating kept: ResponseCache.Entry?
  ) async throws(HuskClientError) -> HuskResponse {
    let isSafe = request.method == "GET" || request.method == "HEAD"
    var failure: HuskClientError?
    for readiness in Readiness.allCases {
      let isRefused = failure?.code == .status(406)
      guard isRefused == (readiness == .anything) else { continue }
      let coder =
        readiness == .template ? templates.coder(for: target.address, in: target.scope) : nil
      // Without a template the first two are the same.
      if readiness == .template && coder == nil { continue }
      var outgoing = request
      switch readiness {
      case .json: outgoing.fields["Accept"] = HuskNames.jsonMediaType
      case .anything: outgoing.fields["Accept"] = "*/*"
      case .template, .husk:
        let fields = HuskNegotiator().request(by: .mediaType, template: coder?.templateID)
        for line in fields.lines where request.fields[line.name] == nil {
          outgoing.fields.append(line.name, line.value)
        }
      }
      if failure == nil, let tag = kept?.entityTag {
        outgoing.fields["If-None-Match"] = tag.fieldValue
      }
      let incoming: IncomingResponse
      do throws(HuskClientError) { incoming = try await sendRepeatedly(outgoing) } catch {
        guard error.code == .status(406), isSafe, !isRefused, request.fields["Accept"] == nil
        else { throw error }
        failure = error
        continue
      }
      do throws(HuskError) {
        return try response(incoming, target, coder, kept)
      } catch {
        if let coder { templates.forget(coder.templateID, in: target.scope) }
        failure = HuskClientError(.invalidBody, request.url, error.description)
        // What is not safe has had its effect; asking again would have it twice.
        guard isSafe else { break }
      }
    }
    throw failure ?? HuskClientError(.invalidBody, request.url)
  }

  /// Reads an answer.
  ///
  /// - Throws: ``HuskError`` where the body cannot be decoded.
  private func response(
    _ incoming: IncomingResponse, _ target: RequestTarget, _ coder: SharedMessageCoder?,
    _ kept: ResponseCache.Entry?
  ) throws(HuskError) -> HuskResponse {
    guard let address = WebAddress(incoming.url.absoluteString) else {
      throw HuskError(.invalidMember, "the answer has no address")
    }
    let reading = HuskNegotiator().reading(incoming.fields, from: address)
    // Credentials do not follow to another origin, so what comes from there is of no scope of ours.
    if address.origin == target.address.origin, let offer = reading.offer {
      var target = target
      target.address = address
      fetch(offer, for: target)
    }
    if incoming.status == 304, var response = kept?.response {
      var fields = response.fields
      fields.merge(incoming.fields)
      (response.fields, response.source, response.sentByteCount) = (fields, .validated, 0)
      return response
    }
    var body = incoming.body
    var template: TemplateID?
    if let form = reading.form, form.isHusk || form.mediaType == .huskText {
      body = try form.decode(body, limits: options.limits) { id throws(HuskError) in
        guard let coder, coder.templateID.bytes.starts(with: id) else {
          throw HuskError(unknownTemplate: id, "the server took one that was not named to it")
        }
        template = coder.templateID
        return coder
      }
    }
    return HuskResponse(
      status: incoming.status, url: incoming.url, fields: incoming.fields, body: body,
      source: .network, sentByteCount: incoming.sentByteCount, template: template,
      decoder: options.decoder)
  }

  /// Sends a request, and again where that may help and can do no harm.
  private func sendRepeatedly(
    _ request: OutgoingRequest
  ) async throws(HuskClientError) -> IncomingResponse {
    let isRepeatable = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(request.method)
    let attempts = isRepeatable ? max(options.attempts, 1) : 1
    var pause = options.pause
    for attempt in 1...attempts {
      do throws(HuskClientError) {
        return try await sendOnce(request)
      } catch {
        guard error.isPassing, attempt < attempts else { throw error }
      }
      do { try await Task.sleep(for: pause) } catch {
        throw HuskClientError(.cancelled, request.url)
      }
      pause *= 2
    }
    throw HuskClientError(.unreachable, request.url)
  }

  private func sendOnce(
    _ request: OutgoingRequest
  ) async throws(HuskClientError) -> IncomingResponse {
    let incoming = try await transport.send(request)
    if 200..<300 ~= incoming.status || incoming.status == 304 { return incoming }
    throw HuskClientError(
      .status(incoming.status), request.url, Problem.title(incoming) ?? "")
  }
}

/// What a server says of an error as JSON (RFC 9457).
private struct Problem: Decodable {
  var title: String?
  var detail: String?

  /// The words of a response, where it has some.
  static func title(_ response: IncomingResponse) -> String? {
    guard response.fields["Content-Type"]?.hasPrefix("application/problem+json") == true,
      let problem = try? JSONDecoder().decode(Problem.self, from: Data(response.body))
    else { return nil }
    return [problem.title, problem.detail].compactMap { $0 }.joined(separator: ", ")
  }
}

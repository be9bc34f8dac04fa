// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HuskHTTP

/// Where a request goes, and with whom it shares templates.
struct RequestTarget: Sendable {
  var address: WebAddress
  var scope: TemplateScope
  /// The fields that say who asks.
  var credentials = HTTPFields()

  /// Reads the address.
  init(_ url: URL, _ fields: HTTPFields, partition: String) throws(HuskClientError) {
    guard let address = WebAddress(url.absoluteString) else {
      throw HuskClientError(.invalidURL, url, "it takes http or https, and no user name")
    }
    self.address = address
    scope = TemplateScope(
      origin: address.origin, partition: partition,
      credentials: Self.names.map { fields[$0] })
    for name in Self.names { credentials[name] = fields[name] }
  }

  private static let names = ["Authorization", "Cookie"]
}

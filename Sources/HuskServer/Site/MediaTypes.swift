// SPDX-License-Identifier: Apache-2.0

internal import HuskHTTP

/// What files are, by the ending of their name.
enum MediaTypes {
  /// What can be negotiated about a file; `nil` where it is sent as it is.
  static func content(ending: String) -> NegotiatedResource.Content? {
    switch ending {
    case "json": .json
    case "ndjson", "jsonl": .sequence(mediaType: "application/x-ndjson")
    case "geojson": .sequence(mediaType: "application/geo+json")
    default: texts[ending].map { .other(mediaType: $0) }
    }
  }

  /// The media type of what is sent as it is.
  static func type(ending: String) -> String { others[ending] ?? "application/octet-stream" }

  private static let texts = [
    "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "md": "text/markdown; charset=utf-8", "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8", "xml": "application/xml",
  ]

  private static let others = [
    "gif": "image/gif", "gz": "application/gzip", "husk": HuskNames.mediaType,
    "ico": "image/x-icon",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "pdf": "application/pdf", "png": "image/png",
    "wasm": "application/wasm", "webp": "image/webp", "woff2": "font/woff2",
    "zip": "application/zip",
  ]
}

// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import Synchronization

/// A decoder of documents that one thread at a time uses; others make one of their own.
final class KeptDecoder: Sendable {
  private let options: DecodeOptions
  private let decoder: Mutex<DocumentDecoder>

  init(_ options: DecodeOptions) {
    self.options = options
    decoder = Mutex(DocumentDecoder(options: options))
  }

  func decode(_ bytes: [UInt8]) throws(HuskError) -> [UInt8] {
    let result = decoder.withLockIfAvailable { decoder in
      Result { () throws(HuskError) in try decoder.decode(bytes) }
    }
    return if let result { try result.get() } else { try Husk.decode(bytes, options: options) }
  }
}

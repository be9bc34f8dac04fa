// SPDX-License-Identifier: Apache-2.0

internal import Husk
import Synchronization

/// What a `husk_codec` is: settings and memory, for one call at a time.
final class Codec: Sendable {
  /// The settings, and what was made for them.
  private let state = Mutex(CodecState())

  /// What is set at the moment.
  var settings: Settings { state.withLock { $0.settings } }

  /// Changes what is set.
  func change(_ body: @Sendable (inout Settings) throws(Failure) -> Void) throws(Failure) {
    try state.withLock { state throws(Failure) in try state.change(body) }
  }

  /// Encodes a document or a message.
  func encode(_ json: [UInt8]) throws(Failure) -> [UInt8] {
    try state.withLock { state throws(Failure) in try state.encode(json) }
  }

  /// The fields to seal that the last document had not, which stay where they are until the next call.
  var unsealedFields: CText { state.withLock { $0.listUnsealedFields() } }

  /// Decodes a document or a message.
  func decode(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    try state.withLock { state throws(Failure) in try state.decode(bytes) }
  }

  /// Describes a document or a message as JSON.
  func inspect(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    let settings = settings
    return try Failure.ofCodec { () throws(HuskError) in
      try EncodedDescription.json(
        bytes, options: settings.decodeOptions, messages: settings.messageDecoder())
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CHusk
internal import Husk

/// Why a call failed, before it is put into a handle.
struct Failure: Error {
  /// What kind of failure it is.
  let status: husk_status
  /// The name of what is wrong.
  let code: String
  /// The message for people.
  let message: String
  /// The offset of the byte at fault, or -1.
  var offset = -1
  /// The line of the offset, or 0.
  var line = 0
  /// The column in bytes, or 0.
  var column = 0

  /// The failure of a call that is wrong itself.
  static func argument(_ message: String) -> Failure {
    Failure(status: husk_status(HUSK_INVALID_ARGUMENT), code: "invalidArgument", message: message)
  }

  /// The failure of a file.
  static func file(_ message: String) -> Failure {
    Failure(status: husk_status(HUSK_FILE_FAILURE), code: "file", message: message)
  }

  /// The failure of a store that has not what was asked for.
  static func unknownTemplate(_ what: String) -> Failure {
    Failure(
      status: husk_status(HUSK_STORE_FAILURE), code: HuskError.Code.unknownTemplate.rawValue,
      message: "the store has no template \(what)")
  }

  /// What is said where there is no memory.
  static let memory = Failure(
    status: husk_status(HUSK_NO_MEMORY), code: "noMemory",
    message: "there is not enough memory for the result")

  private init(status: husk_status, code: String, message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The failure of the codec.
  init(_ error: HuskError) {
    self.init(
      status: husk_status(HUSK_INVALID_INPUT), code: error.code.rawValue,
      message: error.description)
    offset = error.offset ?? -1
    line = error.position?.line ?? 0
    column = error.position?.column ?? 0
  }

  /// The failure of a template store.
  init(_ error: TemplateStoreError) {
    self.init(
      status: husk_status(HUSK_STORE_FAILURE), code: "store.\(error.code.rawValue)",
      message: error.description)
  }

  /// Does what the codec can refuse.
  static func ofCodec<Result>(
    _ body: () throws(HuskError) -> Result
  ) throws(Failure) -> Result {
    do throws(HuskError) { return try body() } catch { throw Failure(error) }
  }

  /// Does what a store can refuse.
  static func ofStore<Result>(
    _ body: () throws(TemplateStoreError) -> Result
  ) throws(Failure) -> Result {
    do throws(TemplateStoreError) { return try body() } catch { throw Failure(error) }
  }
}

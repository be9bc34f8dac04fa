// SPDX-License-Identifier: Apache-2.0

/// A stack for what nests deeply (SPEC §10.2 Security considerations).
///
/// A message of some dozen bytes can nest as deeply as the limits let it, and whoever decodes it may do so
/// on a thread with little room. What walks down a document or a template counts its levels, and goes on
/// elsewhere from a certain one on; hardly any document that people make nests so deeply.
package enum DeepStack {
  /// The levels for which any stack has room.
  package static let levelCount = 12

  /// The size of such a stack, in bytes; memory that is not used costs nothing.
  ///
  /// Without optimization a level can take 32 KB.
  private static let byteCount = 1 << 27

  /// Does something on a stack with room for the deepest document where it stands at ``levelCount``, while
  /// the thread that calls waits; elsewhere, and where the system has no thread to give, on the stack there is.
  ///
  /// - Throws: What `body` throws.
  @inline(__always) package static func descend<Value, Failure>(
    to level: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if level != levelCount { return try body() }
    return try run(body)
  }

  @inline(never) private static func run<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    let isDone = SystemThread.run(onStackOf: byteCount) { () in
      do throws(Failure) {
        result = .success(try body())
      } catch { result = .failure(error) }
    }
    guard isDone, let result else { return try body() }
    return try result.get()
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Stacks for what nests deeply (SPEC §10.2 Security considerations).
///
/// A message of some dozen bytes can nest as deeply as the limits let it, and whoever decodes it may do so
/// on a thread with little room. What walks documents or templates begins on a stack that has room for the
/// usual limits, and looks now and then whether there still is some. One thread for a walk is what a small
/// stack costs: if each part that nests deeply had its own, few bytes could ask for millions.
package enum DeepStack {
  /// What a walk within the usual limits may take, in bytes.
  private static let walkByteCount = 6 << 20
  /// What so many levels may take, and what they call, in bytes; without optimization a level takes 32 KB.
  private static let (levelCount, levelsByteCount) = (8, 1 << 18)
  /// The size of the stacks that are made, in bytes; memory that is not used costs nothing.
  private static let byteCount = 1 << 25

  /// Does a whole walk: here, or where the stack is small on another one, while the thread that calls waits.
  ///
  /// Where the system has no thread to give, it is done here.
  ///
  /// - Throws: What `body` throws.
  @inline(__always) package static func walk<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if SystemThread.stackLeft >= walkByteCount { return try body() }
    return try run(body)
  }

  /// Does what stands at a level of a walk, likewise, which is elsewhere only under unusual limits, and in
  /// builds without optimization.
  ///
  /// - Throws: What `body` throws.
  @inline(__always) package static func descend<Value, Failure>(
    to level: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if level & (levelCount - 1) != 0 || SystemThread.stackLeft >= levelsByteCount {
      return try body()
    }
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

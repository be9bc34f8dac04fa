// SPDX-License-Identifier: Apache-2.0

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates memory for `count` elements that are all the same.
  static func allocateFilled(_ count: Int, _ element: Pointee) -> UnsafeMutablePointer {
    let start = allocate(capacity: count)
    unsafe start.initialize(repeating: element, count: count)
    return unsafe start
  }

  /// Allocates a copy of an array.
  static func allocateCopy(_ array: [Pointee]) -> UnsafeMutablePointer {
    let start = allocate(capacity: array.count)
    for index in array.indices { unsafe (start + index).initialize(to: array[index]) }
    return unsafe start
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A table as it was.
@safe struct KeptTable<Element: BitwiseCopyable>: ~Copyable {
  private let copy: UnsafeMutablePointer<Element>
  private let count: Int

  /// Copies a table of `count` elements.
  @unsafe init(_ table: UnsafeMutablePointer<Element>, count: Int) {
    unsafe copy = .allocate(capacity: count)
    unsafe copy.initialize(from: table, count: count)
    self.count = count
  }

  deinit { unsafe copy.deallocate() }

  /// Makes a table what it was.
  @unsafe func restore(_ table: UnsafeMutablePointer<Element>) {
    unsafe table.update(from: copy, count: count)
  }
}

/// The small tables of ``MixingModel`` as they were; most of them change with each symbol.
struct KeptTables: ~Copyable {
  let maps: KeptTable<UInt32>
  let trustMaps: KeptTable<UInt32>
  let weights: KeptTable<Int16>
  let finalWeights: KeptTable<Int32>
  let bitCount: Int
}

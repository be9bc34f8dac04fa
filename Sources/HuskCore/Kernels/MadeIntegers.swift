// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// The `count` sums of `first` and the differences before each value; overflow wraps around.
  ///
  /// There must be at least one.
  package mutating func sums(_ first: Int64, _ differences: IntegerView, _ count: Int)
    -> IntegerView
  {
    unsafe made(.sums(first, differences, count, in: pieceRoom))
  }

  /// The entry of each index; one that is not below `entryCount` is noticed when it is taken.
  package mutating func entries(
    _ entries: IntegerView, _ entryCount: Int, at indices: IntegerView, _ count: Int
  ) -> IntegerView {
    unsafe made(.entries(entries, entryCount, at: indices, count, in: pieceRoom))
  }

  /// Each value as often as its length says, plus one; that it does not make `count` is noticed at the
  /// place where it shows.
  package mutating func runs(
    _ values: IntegerView, _ lengths: IntegerView, _ runCount: Int, _ count: Int
  ) -> IntegerView {
    unsafe made(.runs(values, lengths, runCount, count, in: pieceRoom))
  }

  /// The sums of the differences in each of `groupCount` groups, before which stands `first`; overflow wraps
  /// around.
  ///
  /// The lowest bits of keys tell the groups, of which there are a power of two then; or, where there are none, the
  /// places.
  package mutating func groups(
    _ groupCount: Int, of keys: IntegerView?, from first: Int64, _ differences: IntegerView,
    _ count: Int
  ) -> IntegerView {
    unsafe made(
      .groups(groupCount, of: keys, from: first, differences, count, in: pieceRoom))
  }

  /// The sums of `remainder` and the product of `factor` and each quotient; overflow wraps around.
  package mutating func multiples(
    of factor: Int64, plus remainder: Int64, _ quotients: IntegerView, _ count: Int
  ) -> IntegerView {
    unsafe made(.multiples(of: factor, plus: remainder, quotients, count, in: pieceRoom))
  }

  /// The sums of the differences and the integers of a column, or what is made of those of two, at the same places;
  /// overflow wraps around.
  package mutating func relative(
    to source: IntegerView, _ second: (role: SecondSource, source: IntegerView)?,
    _ differences: IntegerView, _ count: Int
  ) -> IntegerView {
    unsafe made(.relative(to: source, second, differences, count, in: pieceRoom))
  }

  private mutating func made(_ maker: IntegerMaker) -> IntegerView {
    let place = unsafe pieceRoom.pointee.allocate(1, of: IntegerMaker.self)
    unsafe place.initialize(to: maker)
    return unsafe IntegerView(UnsafePointer(place))
  }

  /// The integers at places of their own, or `nil` where they are not what their column says.
  ///
  /// - Complexity: O(`count`).
  package mutating func standing(_ view: IntegerView, _ count: Int) -> IntegerView? {
    guard let maker = unsafe view.maker else { return view }
    let target = unsafe allocate(count, of: Int64.self)
    let copy = unsafe IntegerMaker.copy(maker)
    guard unsafe count == 0 || IntegerMaker.make(copy, count, at: target) else { return nil }
    unsafe IntegerPieces.makeLittleEndian(target, count)
    return unsafe IntegerView(target, stride: 8, offset: view.offset)
  }
}

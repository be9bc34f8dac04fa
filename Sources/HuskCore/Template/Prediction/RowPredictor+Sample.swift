// SPDX-License-Identifier: Apache-2.0

extension RowPredictor {
  /// In how many places elements are tried, and how far from each they are looked for.
  private static let (placeCount, placeByteCount) = (16, 1 << 16)
  /// The most values that are taken on the way, beside those of an element.
  private static let mostTried = 1 << 16

  /// Whether elements that are not in the sample which the template was made of are as that predicts them.
  ///
  /// Some in a row are looked for in a few places, and all of the last ones, up to where the sample goes on.
  /// Values that were taken are forgotten.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - source: The text that it is a sample of.
  /// - Returns: Whether they are.
  /// - Complexity: O(*n*) for *n* bytes of those places and elements.
  package mutating func foresees(_ sample: ContainerSample, _ source: ByteSource) -> Bool {
    guard let slot = plan.elementSlot(at: sample.path, isObject: sample.isObject, source) else {
      return false
    }
    defer { start() }
    let (omitted, byteCount) = (sample.omitted, sample.text.count / Self.placeCount)
    let last = max(omitted.upperBound - sample.text.count / 2, omitted.lowerBound)
    let places = (1..<Self.placeCount).map {
      omitted.lowerBound + omitted.count * $0 / Self.placeCount
    }
    return places.allSatisfy { foresees(sample, slot, source, $0..<$0 + byteCount) }
      && foresees(sample, slot, source, last..<omitted.upperBound)
  }

  /// Whether all elements from a place to another are as predicted, as soon as two in a row are.
  private mutating func foresees(
    _ sample: ContainerSample, _ slot: Int, _ source: ByteSource, _ place: Range<Int>
  ) -> Bool {
    start()
    values.keepsOrder = true
    func next(_ comma: Int) -> Int? {
      takeElement(slot, source, behind: comma, sample.isObject, sample.path.count + 1)
    }
    let bracket = source.skipWhitespace(sample.omitted.upperBound)
    for offset in place.lowerBound..<min(place.lowerBound + Self.placeByteCount, bracket) {
      guard let first = next(offset), first < bracket, var end = next(first) else { continue }
      while end < min(place.upperBound, bracket) {
        guard let behind = next(end) else { return false }
        end = behind
      }
      return place.upperBound < sample.omitted.upperBound || end == bracket
    }
    return false
  }

  /// Takes the element, or the value of the member, behind a comma that may stand at an offset.
  ///
  /// - Returns: The offset behind the element and the whitespace that follows, or `nil` where it is not as
  ///   predicted.
  private mutating func takeElement(
    _ slot: Int, _ source: ByteSource, behind comma: Int, _ isObject: Bool, _ depth: Int
  ) -> Int? {
    guard source[comma] == ASCII.comma,
      values.valueOrder.count + values.controlOrder.count < Self.mostTried
    else { return nil }
    var offset = source.skipWhitespace(comma + 1)
    if isObject {
      guard let value = source.valueOffset(ofMemberAt: offset) else { return nil }
      offset = value
    }
    return takeValue(slot, source, at: offset, depth: depth).map { source.skipWhitespace($0) }
  }
}

extension TemplatePlan {
  /// The slot of the elements of an array, or of the values of a map, that the keys of some members lead to;
  /// `nil` where there is none.
  fileprivate func elementSlot(
    at path: [ByteRange], isObject: Bool, _ source: ByteSource
  ) -> Int? {
    var slot = Self.root
    for key in path {
      let next = alternatives(of: slot).lazy.compactMap { valueSlot(of: key, in: $0, source) }
      guard let next = next.first else { return nil }
      slot = next
    }
    for alternative in alternatives(of: slot) {
      switch nodes[alternative] {
      case .array(let element) where !isObject: return element
      case .map(let keys) where isObject: return keys + 1
      default: continue
      }
    }
    return nil
  }

  private func alternatives(of slot: Int) -> Range<Int> {
    guard case .oneOf(let first, let count) = nodes[slot] else { return slot..<slot + 1 }
    return first..<first + count
  }

  private func valueSlot(of key: ByteRange, in slot: Int, _ source: ByteSource) -> Int? {
    switch nodes[slot] {
    case .object(let shape):
      let fields = shapes[shape].fields
      let field = (0..<fields.count).first { fields.isKey(of: $0, key, source) }
      return field.map { fields[$0].slot }
    case .map(let keys): return keys + 1
    default: return nil
    }
  }
}

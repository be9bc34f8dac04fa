// SPDX-License-Identifier: Apache-2.0

/// Whose the bytes of the sections of a block are.
struct SectionDivision {
  /// What bytes are spent on.
  enum Owner: Equatable {
    /// The column with this number.
    case column(Int)
    /// The gaps of the block.
    case gaps
    /// What belongs to nothing else.
    case heads
  }

  /// The sizes of all sections, as they are and as they stand in the block.
  var sections: [(raw: Int, encoded: Int)] = []
  private var last = StreamSource.Mark()
  /// What each owner has in descriptors, numbers and text, before they are compressed.
  private var parts: [[(owner: Owner, byteCount: Int)]] = [[], [], []]
  /// What each owner has in each of the other sections: mostly one has all of it.
  private var large: [[(owner: Owner, byteCount: Int)]] = []
  /// Whether the last of those holds the numbers that slots share.
  private var sharesLarge = false

  /// Gives `owner` all that was taken since this was last called.
  mutating func give(_ owner: Owner, upTo mark: StreamSource.Mark) {
    parts[1].append((owner, mark.numbers - last.numbers))
    parts[2].append((owner, mark.text - last.text))
    large += repeatElement([(owner, Int.max)], count: mark.large - last.large)
    giveDescriptors(owner, upTo: mark)
  }

  /// Gives `owner` the descriptors that were taken since this was last called, behind which are streams that are shared.
  ///
  /// What each has of those is given later.
  mutating func giveDescriptors(ofShared owner: Owner, upTo mark: StreamSource.Mark) {
    sharesLarge = mark.large > last.large
    if sharesLarge { large.append([]) }
    giveDescriptors(owner, upTo: mark)
  }

  /// Gives `owner` the descriptors, and nothing else, that were taken since this was last called.
  mutating func giveDescriptors(_ owner: Owner, upTo mark: StreamSource.Mark) {
    parts[0].append((owner, mark.descriptors - last.descriptors))
    last = mark
  }

  /// Gives `owner` so many bytes of a shared stream.
  mutating func give(_ owner: Owner, _ byteCount: Int, of content: StreamSet.Class) {
    if content == .numbers, sharesLarge {
      large[large.count - 1].append((owner, byteCount))
    } else {
      parts[1 + content.rawValue].append((owner, byteCount))
    }
  }

  /// Divides the bytes of the block: a part of a section gets as much of what it is compressed to.
  ///
  /// Nothing is lost to rounding: what parts get adds up to the section.
  func divide() -> [(owner: Owner, byteCount: Int)] {
    var result: [(owner: Owner, byteCount: Int)] = []
    for (section, parts) in zip(sections, parts + large) {
      var raw = 0
      var given = 0
      for part in parts {
        raw += part.byteCount
        let end = Self.scale(raw, by: section.encoded, over: section.raw)
        result.append((part.owner, end - given))
        given = end
      }
      result.append((.heads, section.encoded - given))
    }
    return result
  }

  /// `value` times `numerator`, over `denominator`, or `numerator` where `value` is all of it.
  private static func scale(_ value: Int, by numerator: Int, over denominator: Int) -> Int {
    guard value < denominator else { return numerator }
    let product = UInt64(value).multipliedFullWidth(by: UInt64(numerator))
    return Int(UInt64(denominator).dividingFullWidth(product).quotient)
  }
}

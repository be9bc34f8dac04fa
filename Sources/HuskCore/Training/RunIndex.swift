// SPDX-License-Identifier: Apache-2.0

/// Tells in how many messages runs of bytes stand.
///
/// Each window of four bytes knows how many messages it stands in, and goes from its last place back to the
/// ones before. A run is looked for at the places of that window of it which has the fewest.
struct RunIndex: ~Copyable {
  /// A text with the message it stands in.
  struct Text {
    var message: Int32
    var range: ByteRange
  }

  /// Runs have at least so many bytes.
  static let window = 4
  /// Runs are looked for in so many bytes of the last texts.
  private static let searchedByteCount = 4 << 20
  /// So many places at most are looked at for a run: one that is found at none of them counts as rare.
  private static let mostPlaces = 1 << 16

  private let source: ByteSource
  /// The texts that have a window, in the order in which they stand.
  private let texts: [Text]
  private var windows = IntegerTable()
  /// In how many messages each window stands.
  private(set) var supports: [Int32] = []
  /// How many places each window has, and the number of the last of them, or -1.
  private var placeCounts: [Int32] = []
  private var lastPlaces: [Int32] = []
  /// Where each place is, and the number of the one before it that has the same window, or -1.
  private var places = Buffer<Int32>()
  private var earlierPlaces = Buffer<Int32>()

  /// Goes through texts.
  ///
  /// - Complexity: O(*n* log *n*) for *n* texts, and O(*m*) for *m* bytes of them.
  init(_ texts: [Text], _ source: ByteSource) {
    self.source = source
    // A message counts once, in however many slots a run stands.
    self.texts = texts.filter { $0.range.count >= Self.window }
      .sorted { $0.range.offset < $1.range.offset }
    var unsearched = self.texts.reduce(0) { $0 + $1.range.count } - Self.searchedByteCount
    var lastMessages: [Int32] = []
    for text in self.texts {
      let isSearched = unsearched <= 0
      unsearched -= text.range.count
      for offset in text.range.offset...text.range.end - Self.window {
        let number = windows.insert(Int64(source.halfWord(at: offset)))
        if number == supports.count {
          supports.append(0)
          placeCounts.append(0)
          lastPlaces.append(-1)
          lastMessages.append(-1)
        }
        if lastMessages[number] != text.message {
          lastMessages[number] = text.message
          supports[number] += 1
        }
        guard isSearched else { continue }
        earlierPlaces.append(lastPlaces[number])
        lastPlaces[number] = Int32(truncatingIfNeeded: places.count)
        placeCounts[number] += 1
        places.append(Int32(truncatingIfNeeded: offset))
      }
    }
  }

  /// The numbers of the windows of some bytes, without those that stand nowhere.
  func windows(of bytes: [UInt8]) -> [Int32] {
    guard bytes.count >= Self.window else { return [] }
    let copy = PaddedBytes(bytes)
    return (0...bytes.count - Self.window).compactMap {
      windows.find(Int64(copy.source.halfWord(at: $0))).map { Int32(truncatingIfNeeded: $0) }
    }
  }

  /// In how many messages the window at an offset stands.
  func support(ofWindowAt offset: Int) -> Int {
    windows.find(Int64(source.halfWord(at: offset))).map { Int(supports[$0]) } ?? 0
  }

  /// Whether a run of at least ``window`` bytes stands in so many of the messages that are searched.
  ///
  /// - Complexity: O(*n* + *m*) for *n* bytes of the run and *m* places of one of its windows, of which
  ///   some are compared byte by byte.
  func stands(_ run: ByteRange, inMany support: Int) -> Bool {
    guard let (distance, number) = rarestWindow(of: run) else { return false }
    var place = Int(lastPlaces[number])
    var looked = 0
    var found = 0
    var lastMessage: Int32 = -1
    while place >= 0, looked < Self.mostPlaces, found < support {
      let start = Int(places[place]) - distance
      place = Int(earlierPlaces[place])
      looked += 1
      guard start >= 0, start + run.count <= source.count,
        source.areEqual(ByteRange(offset: start, count: run.count), run),
        let text = text(at: start), text.range.end >= start + run.count,
        text.message != lastMessage
      else { continue }
      // Places go backwards, and so do messages.
      lastMessage = text.message
      found += 1
    }
    return found >= support
  }

  /// The window of a run that has the fewest places, and how far it is from the start of the run.
  private func rarestWindow(of run: ByteRange) -> (distance: Int, number: Int)? {
    var rarest: (distance: Int, number: Int)?
    for offset in run.offset...run.end - Self.window {
      guard let number = windows.find(Int64(source.halfWord(at: offset))) else { return nil }
      if let known = rarest, placeCounts[known.number] <= placeCounts[number] { continue }
      rarest = (offset - run.offset, number)
    }
    return rarest
  }

  /// The text that a place is in.
  private func text(at offset: Int) -> Text? {
    var (low, high) = (0, texts.count)
    while low < high {
      let middle = (low + high) / 2
      if texts[middle].range.offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, texts[low - 1].range.end > offset else { return nil }
    return texts[low - 1]
  }
}

// SPDX-License-Identifier: Apache-2.0

extension Survey {
  /// How many tokens of a place are looked at, about.
  private static let sampleTokenCount = 1 << 12
  /// How many are at most, as much as a part of all tokens or in any case: what is noted of each takes more memory than
  /// the token.
  private static let (largestPart, leastOfAll) = (16, 1 << 19)
  /// How many tokens of all texts are, and of each in any case.
  private static let (textTokenCount, leastOfText) = (1 << 14, 1 << 9)

  /// Marks the places whose arrays are tuples.
  ///
  /// - Complexity: O(*p*) for *p* places.
  mutating func findTuples(isSample: Bool) {
    for place in 0..<places.count {
      let counts = places[place].counts
      if counts.haveTuples {
        if isSample, !counts.haveCertainTuples { continue }
        places[place].tupleCount = counts.uniformCount
      } else if !isSample, counts.flatArrays.haveTuples(amongOthers: counts.arrayCount) {
        places[place].tupleCount = counts.flatArrays.usual.length
        places[place].hasFlatTuples = true
      }
    }
  }

  /// Marks the places whose arrays hold objects that are other things at each position, and whether texts are.
  ///
  /// - Complexity: O(*p* + *a*) for *p* places and *a* arrays, and for each place that may be one the tokens of a
  ///   sample and of an array.
  mutating func findShapesByPosition(_ tape: borrowing TokenTape) {
    for place in 0..<places.count {
      let counts = places[place].counts
      guard 2...PositionStyles.mostPositions ~= counts.uniformCount, counts.newestArray >= 0,
        counts.elementKinds.areAlike, counts.elementKinds.haveContainers
      else { continue }
      guard positionsDiffer(at: place, tape) else { continue }
      places[place].tupleCount = counts.uniformCount
      places[place].hasShapesByPosition = true
    }
    hasShapesByText = textsDiffer(tape)
  }

  private func positionsDiffer(at place: Int, _ tape: borrowing TokenTape) -> Bool {
    let counts = places[place].counts
    var styles = PositionStyles(source)
    let most = max(tape.count / Self.largestPart, Self.leastOfAll)
    var tokenCount = 0
    var array = Int(counts.newestArray)
    while array >= 0 {
      var index = Int(nestedArrays[array].start)
      tokenCount += tape[index].extent
      index += 1
      if styles.lookCount < Self.sampleTokenCount {
        for position in 0..<counts.uniformCount {
          styles.lookLimit = styles.lookCount + most / counts.uniformCount
          index = styles.add(tape, at: index, position: position)
        }
      }
      array = Int(nestedArrays[array].older)
    }
    return styles.differ(
      areMany: counts.arrayCount >= PositionStyles.manyArrays, allCount: tokenCount)
  }

  /// Whether the texts of a document, of which there are few, are objects that are other things each, as the series
  /// of a chart are.
  private func textsDiffer(_ tape: borrowing TokenTape) -> Bool {
    let counts = places[Places.root].counts
    guard 2...PositionStyles.mostPositions ~= tape.textCount, counts.objectCount == tape.textCount,
      !places[Places.root].isMap
    else { return false }
    var styles = PositionStyles(source)
    var index = 0
    let mostOfText = max(Self.textTokenCount / tape.textCount, Self.leastOfText)
    for text in 0..<tape.textCount {
      styles.lookLimit = styles.lookCount + mostOfText
      index = styles.add(tape, at: index, position: text)
    }
    return styles.differ(areMany: false, allCount: tape.count)
  }
}

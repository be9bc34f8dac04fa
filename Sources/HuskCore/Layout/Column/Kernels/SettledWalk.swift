// SPDX-License-Identifier: Apache-2.0

/// A walk over the tokens of a text without whitespace, as far as they stand where gaps are settled.
///
/// Tokens between which there is no whitespace are copied in one go.
@safe struct SettledWalk {
  /// What of the text is still to be copied.
  var start = 0
  var end = 0
  /// Where to copy it.
  var out: UnsafeMutableRawPointer
  /// The number of open containers, the last token, and how many gaps are as predicted.
  var depth = 0
  var last = GapNeighbor.boundary
  var left = 0

  private let text: ByteView
  private let classes: UnsafePointer<ByteClass>
  private let containers: UnsafeMutablePointer<GapWeaver.Container>
  private let limit: UnsafeMutableRawPointer

  /// Prepares to walk through a text that ``PaddedBytes/padding`` zeros follow.
  init(
    _ text: ByteView, classes: UnsafePointer<ByteClass>,
    _ containers: UnsafeMutablePointer<GapWeaver.Container>, _ limit: UnsafeMutableRawPointer
  ) {
    self.text = text
    unsafe self.classes = unsafe classes
    unsafe self.containers = unsafe containers
    unsafe self.limit = unsafe limit
    unsafe out = unsafe limit
  }

  /// Goes on to the first token that does not, or for which there is no room.
  ///
  /// Tokens are believed: of another text than a valid one, something else is written.
  mutating func run(_ settled: SettledGaps, _ source: ByteSource, _ learnt: GapWeaver.LearntGaps) {
    guard depth < SettledGaps.depths else { return }
    let (bytes, classes, limit) = unsafe (text.base, classes, limit)
    let (key, scalar) = (GapNeighbor.key.rawValue, GapNeighbor.scalar.rawValue)
    let mostLeft = min(left, SettledGaps.unsettled - 1)
    var (start, end, last, left) = (start, end, last.rawValue, mostLeft)
    var out = unsafe out
    // All of the depth, so that nothing has to be multiplied: beyond the last one nothing is settled.
    var leads = unsafe settled.leads + depth &* SettledGaps.stride
    var container = unsafe containers + (depth &- 1)
    var isInner = last == GapNeighbor.openObject.rawValue || last == GapNeighbor.openArray.rawValue
    while end < source.count {
      let token = unsafe NextToken(
        of: source, at: end, classes, mayBeKey: container.pointee.isObject && last != key)
      let isBroken = unsafe isInner ? container.pointee.isInBroken : container.pointee.isBroken
      let lead = unsafe leads + SettledGaps.index(last, token.neighbor, isBroken: isBroken)
      let gapCount = unsafe lead.pointee.gapCount
      let fits = unsafe left >= gapCount && lead.pointee.mark == token.mark && token.end > end
      guard _fastPath(fits) else { break }
      if unsafe !lead.pointee.isBare {
        let (count, leadCount) = unsafe (end &- start, Int(lead.pointee.count))
        guard unsafe limit - out >= count &+ leadCount else { break }
        unsafe ByteCopying.copyShort(bytes + start, out, count)
        unsafe ByteCopying.copyShort(lead.pointee.bytes, out + count, leadCount)
        unsafe out += count &+ leadCount
        start = token.offset
      }
      end = token.end
      left &-= gapCount
      if unsafe lead.pointee.learns {
        unsafe learnt.learn(settled.learntGaps + (lead - settled.leads))
      }
      if isInner { unsafe container.pointee.isBroken = lead.pointee.breaksLine }
      isInner = token.opens
      if isInner {
        unsafe container += 1
        unsafe container.pointee = GapWeaver.Container(
          isInBroken: (container - 1).pointee.isBroken,
          isObject: token.neighbor == GapNeighbor.openObject.rawValue)
        unsafe leads += SettledGaps.stride
      } else if token.closes {
        unsafe container -= 1
        unsafe leads -= SettledGaps.stride
      } else if last == scalar && token.neighbor == scalar, unsafe lead.pointee.isBare {
        let passed = unsafe Self.passNumbers(
          source, from: end, upTo: left, lead, leads, container.pointee)
        (end, left) = (passed.end, left &- passed.gapCount)
        // The second time there is something to learn, and never again.
        if unsafe _slowPath(lead.pointee.learns && passed.gapCount > 0) {
          unsafe learnt.learn(settled.learntGaps + (lead - settled.leads))
        }
      }
      last = token.neighbor
    }
    unsafe (self.start, self.end, self.out) = (start, end, out)
    self.left &-= mostLeft &- left
    depth = unsafe container - containers + 1
    // It is the number of one, as it comes from the table of classes.
    self.last = GapNeighbor(rawValue: last) ?? .boundary
  }

  /// A token, and what stands before it.
  private struct NextToken {
    /// A comma, a colon, or 0.
    let mark: UInt8
    let offset: Int
    private(set) var end: Int
    private(set) var neighbor: UInt8
    let opens: Bool
    let closes: Bool

    /// Finds the token that stands at `start`, or behind a comma or colon there.
    @inline(__always) init(
      of source: ByteSource, at start: Int, _ classes: UnsafePointer<ByteClass>, mayBeKey: Bool
    ) {
      mark = unsafe classes[Int(source[start])].mark
      offset = start &+ (mark == 0 ? 0 : 1)
      let first = source[offset]
      let byteClass = unsafe classes[Int(first)]
      (opens, closes) = (byteClass.opens, byteClass.closes)
      neighbor = byteClass.neighbor
      end = offset &+ 1
      if first == ASCII.quote {
        if mayBeKey { neighbor = GapNeighbor.key.rawValue }
        end = source.scanString(offset)
      } else if neighbor == GapNeighbor.scalar.rawValue {
        end = source.scalarEnd(from: offset)
      }
    }
  }

  /// Passes numbers behind an element of an array, and arrays of such; `lead` stands before each of them.
  @inline(__always) private static func passNumbers(
    _ source: ByteSource, from start: Int, upTo limit: Int, _ lead: UnsafePointer<SettledGaps.Lead>,
    _ leads: UnsafePointer<SettledGaps.Lead>, _ array: GapWeaver.Container
  ) -> (end: Int, gapCount: Int) {
    // Texts outside of containers may be numbers, too.
    guard unsafe lead.pointee.mark == ASCII.comma else { return (start, 0) }
    return source.passNumbers(
      from: start, upTo: limit, passesArrays: unsafe areArraysBare(leads, array))
  }

  /// Whether nothing stands around scalars and brackets in an array and others that follow it, and nothing is
  /// to be learnt from that.
  @inline(__always) private static func areArraysBare(
    _ leads: UnsafePointer<SettledGaps.Lead>, _ array: GapWeaver.Container
  ) -> Bool {
    func isBare(
      _ last: GapNeighbor, _ next: GapNeighbor, depth: Int, isBroken: Bool
    ) -> Bool {
      let lead =
        unsafe leads + depth &* SettledGaps.stride
        + SettledGaps.index(last.rawValue, next.rawValue, isBroken: isBroken)
      return unsafe lead.pointee.isBare && !lead.pointee.learns
        && lead.pointee.gapCount != SettledGaps.unsettled
    }
    return !array.isBroken && isBare(.scalar, .closeArray, depth: 0, isBroken: false)
      && isBare(.closeArray, .openArray, depth: -1, isBroken: array.isInBroken)
      && isBare(.openArray, .scalar, depth: 0, isBroken: array.isInBroken)
      && isBare(.scalar, .scalar, depth: 0, isBroken: false)
  }
}

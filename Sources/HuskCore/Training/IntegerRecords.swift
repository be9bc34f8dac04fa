// SPDX-License-Identifier: Apache-2.0

/// The integers that the forms of slots find, and what stood elsewhere in the same messages.
struct IntegerRecords {
  /// The integers of one part of a form.
  struct Series {
    /// Of values that are not listed, and of those that are.
    var others: [Int64] = []
    var listed: [Int64] = []
    /// The messages that they stand in.
    var otherMessages: [Int32] = []
    var listedMessages: [Int32] = []
    /// The last integer of other slots, where those that are not listed stand.
    var references: [Int: [Int64]] = [:]
  }

  /// How many slots are looked at, of those met last before.
  private static let reach = 40
  /// So many integers of a part are looked at.
  private static let sampleCount = 6000

  /// For each slot and form the series of its parts.
  private(set) var series: [[[Series]]]
  /// For each slot how often each form was met among values that are not listed, none at the end.
  private(set) var formCounts: [[Int]]

  /// Takes apart what stands at each slot.
  ///
  /// - Complexity: O(*n*) for *n* records.
  init(_ records: borrowing TrainingRecords, _ slots: [SlotModel], _ isListed: (Int) -> Bool) {
    series = slots.map { $0.forms.map { _ in [] } }
    formCounts = slots.map { Array(repeating: 0, count: $0.forms.count + 1) }
    var matcher = FormMatcher(slots)
    var registers = MessageRegisters(slots)
    var last = [Int64?](repeating: nil, count: slots.count)
    var recent: [Int] = []
    var message: Int32 = -1
    let source = records.source
    for record in records.slots.indices where records.kinds[record] != .head {
      if records.messages[record] != message {
        message = records.messages[record]
        for slot in recent { last[slot] = nil }
        recent.removeAll(keepingCapacity: true)
        registers.forget()
      }
      let slot = Int(records.slots[record])
      guard records.kinds[record] == .scalar else {
        if !slots[slot].forms.isEmpty || formCounts[slot].count == 1 {
          formCounts[slot][slots[slot].forms.count] += 1
        }
        continue
      }
      let token = Token(word: records.words[record])
      let listed = isListed(record)
      let form = matcher.match(token.range, at: slot, source, registers)
      if registers.copies(slot), source[token.offset] == ASCII.quote {
        registers.note(
          source.bytes(ByteRange(offset: token.offset + 1, count: token.extent - 2)), at: slot)
      }
      if !listed { formCounts[slot][form ?? slots[slot].forms.count] += 1 }
      guard let form, matcher.integers.count > 0 else { continue }
      if series[slot][form].isEmpty {
        series[slot][form] = Array(repeating: Series(), count: matcher.integers.count)
      }
      for part in 0..<matcher.integers.count {
        let value = matcher.integers[part]
        if listed {
          series[slot][form][part].listed.append(value)
          series[slot][form][part].listedMessages.append(message)
        } else if series[slot][form][part].others.count < Self.sampleCount {
          for other in recent.suffix(Self.reach) {
            guard let reference = last[other] else { continue }
            series[slot][form][part].references[other, default: []].append(reference)
          }
          series[slot][form][part].others.append(value)
          series[slot][form][part].otherMessages.append(message)
        }
        if let place = recent.lastIndex(of: slot) { recent.remove(at: place) }
        recent.append(slot)
        last[slot] = value
      }
    }
  }

  /// The models of the parts of a form, none of which counts from an integer of fewer messages than
  /// `minSupport`, or, where that is `nil`, from any but 0.
  func models(_ slot: Int, _ form: Int, minSupport: Int?) -> [IntegerModel] {
    series[slot][form].map { part in
      // Where nearly all are listed, those that are say more than the few others.
      let isFew = part.others.count < 4
      let values = isFew ? part.others + part.listed : part.others
      guard !values.isEmpty else { return IntegerModel() }
      let messages = isFew ? part.otherMessages + part.listedMessages : part.otherMessages
      let bases = minSupport.map { IntegerBases(values, messages, minSupport: $0) }
      return IntegerFitting(values, isFew ? [:] : part.references, bases: bases).model
    }
  }
}

extension ValueForm {
  /// The same form with other models of its integers.
  func replacing(_ models: [IntegerModel]) -> ValueForm {
    guard !models.isEmpty else { return self }
    switch self {
    case .number(let scale, _): return .number(scale: scale, models[0])
    case .string(let parts):
      var next = models.makeIterator()
      return .string(
        parts.map { part in
          switch part {
          case .digits(let width, let model):
            .digits(width: width, next.next() ?? model)
          case .hexadecimal(let width, let isUppercase, let model):
            .hexadecimal(width: width, isUppercase: isUppercase, next.next() ?? model)
          case .moment(let unit, let separators, let model):
            .moment(unit, separators: separators, next.next() ?? model)
          default: part
          }
        })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Puts what was gathered by the slots of a graph into the order of a template.
///
/// A slot is known to have alternatives only when the whole document has been seen. So the walk
/// notes what it meets, and the tags are put in afterwards.
struct SlotOrder: ~Copyable {
  /// What one event of the walk comes to.
  private struct Effect {
    /// The slot of the tag that says which alternative the value is, or -1.
    var tagSlot: Int32 = -1
    var tag: UInt32 = 0
    /// The slot of the value or of the controls that follow, or -1.
    var slot: Int32 = -1
    /// The number of controls.
    var controlCount: Int32 = 0
  }

  private var slots: Buffer<Effect>
  private var alternatives: Buffer<Effect>
  private let slotCount: Int
  /// Whether any value has a tag or a control.
  private var hasControls = false

  /// Finds the slots of `plan`, which was made from `graph`, for those of `graph`.
  ///
  /// - Complexity: O(*s*) for *s* slots.
  init(_ graph: borrowing SlotGraph, _ plan: TemplatePlan) {
    slots = Buffer(repeating: Effect(), count: graph.nodes.count)
    alternatives = Buffer(repeating: Effect(), count: graph.alternatives.count)
    slotCount = plan.nodes.count
    for (number, shape) in graph.shapeOrder.enumerated() {
      let first = Int(graph.firstFields[shape])
      let entry = plan.shapes.entries[number]
      for field in entry.first..<entry.end {
        relate(first + field - entry.first, to: plan.shapes.fields[field].slot, graph, plan)
      }
    }
    relate(SlotGraph.root, to: TemplatePlan.root, graph, plan)
  }

  /// Relates a slot of the graph, and those inside, to a slot of the plan.
  private mutating func relate(
    _ slot: Int, to planned: Int, _ graph: borrowing SlotGraph, _ plan: TemplatePlan, depth: Int = 0
  ) {
    DeepStack.descend(to: depth) { relateInside(slot, to: planned, graph, plan, depth: depth + 1) }
  }

  private mutating func relateInside(
    _ slot: Int, to planned: Int, _ graph: borrowing SlotGraph, _ plan: TemplatePlan, depth: Int
  ) {
    guard case .oneOf(let first, let count) = plan.nodes[planned] else {
      let (effect, alternative) = relateOne(slot, to: planned, graph, plan, depth)
      set(effect, slot, alternative)
      return
    }
    hasControls = true
    var object = Int(graph.nodes[slot].firstObject)
    for tag in 0..<count {
      var (effect, alternative) = relateOne(slot, to: first + tag, graph, plan, depth)
      if case .object = plan.nodes[first + tag] {
        alternative = object
        object = Int(graph.alternatives[object].next)
      }
      effect.tagSlot = Int32(truncatingIfNeeded: planned)
      effect.tag = UInt32(truncatingIfNeeded: tag)
      set(effect, slot, alternative)
    }
  }

  private mutating func set(_ effect: Effect, _ slot: Int, _ alternative: Int) {
    if alternative >= 0 { alternatives[alternative] = effect } else { slots[slot] = effect }
  }

  /// Relates one alternative; its number is -1 where it is that of the scalars.
  private mutating func relateOne(
    _ slot: Int, to planned: Int, _ graph: borrowing SlotGraph, _ plan: TemplatePlan, _ depth: Int
  ) -> (Effect, alternative: Int) {
    let node = graph.nodes[slot]
    var effect = Effect(slot: Int32(truncatingIfNeeded: planned))
    switch plan.nodes[planned] {
    case .object(let shape):
      effect.controlCount = Int32(plan.shapes.entries[shape].presenceWordCount)
      if effect.controlCount > 0 { hasControls = true }
      return (effect, Int(node.firstObject))
    case .array(let element):
      effect.controlCount = 1
      hasControls = true
      let inner = Int(graph.alternatives[Int(node.array)].slot)
      relate(inner, to: element, graph, plan, depth: depth)
      return (effect, Int(node.array))
    case .tuple(let first, let count):
      let inner = Int(graph.alternatives[Int(node.tuple)].slot)
      for position in 0..<count {
        relate(inner + position, to: first + position, graph, plan, depth: depth)
      }
      return (effect, Int(node.tuple))
    case .map(let keys):
      effect.controlCount = 1
      hasControls = true
      let inner = Int(graph.alternatives[Int(node.map)].slot)
      slots[inner] = Effect(slot: Int32(truncatingIfNeeded: keys))
      relate(inner + 1, to: keys + 1, graph, plan, depth: depth)
      return (effect, Int(node.map))
    case .any, .constant, .enumeration, .oneOf:
      return (effect, -1)
    }
  }
}

extension SlotOrder {
  /// Rearranges the values and controls, and adds the tags.
  ///
  /// - Complexity: O(*v*) for *v* values and controls.
  mutating func arrange(_ values: inout SlotValues) {
    var order = Buffer<Int32>(repeating: -1, count: slotCount)
    for slot in 0..<slots.count where slots[slot].slot >= 0 {
      order[Int(slots[slot].slot)] = Int32(truncatingIfNeeded: slot)
    }
    values.values.rearrange(order)
    order.removeAll()
    order.append(repeating: -1, count: slotCount)
    for number in 0..<alternatives.count where alternatives[number].controlCount > 0 {
      order[Int(alternatives[number].slot)] = Int32(truncatingIfNeeded: number)
    }
    values.controls.rearrange(order)
    replay(&values)
  }

  private func replay(_ values: inout SlotValues) {
    // What has no controls is in order.
    guard hasControls else { return }
    let count = values.events.count
    values.controlOrder.reserve(count)
    var index = 0
    while index < count {
      let event = Int(values.events[index])
      index &+= 1
      if event >= Int(SlotValues.runEvent) {
        let slot = event & ~Int(SlotValues.runEvent)
        addTags(of: slots[slot], count: Int(values.events[index]), &values)
        index &+= 1
        continue
      }
      let effect = event >= 0 ? slots[event] : alternatives[~event]
      if effect.tagSlot >= 0 {
        values.controls[Int(effect.tagSlot)].append(effect.tag)
        values.controlOrder.append(effect.tagSlot)
      }
      if event < 0 {
        for _ in 0..<effect.controlCount { values.controlOrder.append(effect.slot) }
      }
    }
  }

  /// Adds the tags of several values of a slot.
  private func addTags(of effect: Effect, count: Int, _ values: inout SlotValues) {
    guard effect.tagSlot >= 0 else { return }
    values.controls[Int(effect.tagSlot)].append(repeating: effect.tag, count: count)
    values.controlOrder.append(repeating: effect.tagSlot, count: count)
  }
}

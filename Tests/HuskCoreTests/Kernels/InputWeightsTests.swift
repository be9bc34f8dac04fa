// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("The weights of a mixer's inputs (SPEC §16.4 Mixing)", .seeded)
struct InputWeightsTests {
  private typealias Numbers = UnsafeMutablePointer<Int16>

  /// Weights or inputs: as far as they may go in the first rounds, and then any.
  private static func fill(_ numbers: Numbers, _ generator: inout SeededGenerator, _ round: Int) {
    for index in 0..<InputWeights.count {
      unsafe numbers[index] =
        round < 20
        ? generator.pick([-16_383, -3071, -1, 0, 1, 3071, 16_383])
        : Int16(generator.within(-16_383...16_383))
    }
  }

  @Test func eightAtATimeComeToTheSame() {
    var generator = SeededGenerator()
    let memory = Numbers.allocate(capacity: 3 * InputWeights.count)
    defer { unsafe memory.deallocate() }
    let inputs = unsafe memory
    let weights = unsafe memory + InputWeights.count
    let others = unsafe weights + InputWeights.count
    for round in 0..<300 {
      unsafe Self.fill(inputs, &generator, round)
      unsafe Self.fill(weights, &generator, round)
      unsafe others.update(from: weights, count: InputWeights.count)
      let sum = unsafe InputWeights.plainSum(weights, inputs)
      #expect(unsafe InputWeights.vectorSum(weights, inputs) == sum)
      let step = Int16(round < 2 ? 65_534 * round - 32_767 : generator.within(-32_767...32_767))
      unsafe InputWeights.trainPlainly(weights, inputs, step)
      unsafe InputWeights.trainVectors(others, inputs, step)
      for index in 0..<InputWeights.count { #expect(unsafe others[index] == weights[index]) }
    }
  }

  @Test func eightAreWrittenInOrder() {
    let inputs = Numbers.allocate(capacity: 8)
    defer { unsafe inputs.deallocate() }
    unsafe InputWeights.put(
      InputWeights.row(1, -2, .max, .min), InputWeights.row(-1, 0, 256, 7), to: inputs)
    #expect((0..<8).map { unsafe inputs[$0] } == [1, -2, .max, .min, -1, 0, 256, 7])
  }
}

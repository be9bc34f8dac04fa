// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Gap model (SPEC §5.2 Prediction)")
struct GapModelTests {
  /// Takes a model past neighbours with the gaps in front of them.
  private func pass(_ model: inout GapModel, _ steps: [(GapNeighbor, Int)]) {
    for (neighbor, gap) in steps { model.learn(gap, breaksLine: gap == 1, before: neighbor) }
  }

  @Test func predictsNothingAtFirst() {
    var model = GapModel()
    #expect(model.predict(before: .openArray) == GapModel.empty)
    pass(&model, [(.openArray, 0)])
    for next in [GapNeighbor.scalar, .openObject, .openArray, .closeArray] {
      #expect(model.predict(before: next) == GapModel.empty)
    }
  }

  @Test func predictsALineEndBetweenTexts() {
    for last in [GapNeighbor.scalar, .closeArray] {
      var model = GapModel()
      pass(&model, last == .scalar ? [(.scalar, 0)] : [(.openArray, 0), (.closeArray, 0)])
      #expect(model.separatesTexts(before: .openObject))
      #expect(model.predict(before: .openObject) == GapModel.lineFeed)
      #expect(model.predict(before: .boundary) == GapModel.empty)
      #expect(!model.separatesTexts(before: .boundary))
    }
  }

  @Test func whatIsLearntAtOneDepthIsAGuessForOthers() {
    var model = GapModel()
    pass(&model, [(.openArray, 0), (.scalar, 0), (.comma, 0), (.scalar, 7)])
    #expect(model.predict(before: .comma) == 0)
    pass(&model, [(.comma, 0)])
    #expect(model.predict(before: .scalar) == 7)
    pass(&model, [(.openArray, 0), (.scalar, 0), (.comma, 0)])
    #expect(model.predict(before: .scalar) == 7)
  }

  @Test func depthsAreToldApart() {
    var model = GapModel()
    pass(&model, [(.openArray, 0), (.scalar, 0), (.comma, 0), (.scalar, 7)])
    pass(&model, [(.comma, 0), (.openArray, 0), (.scalar, 0), (.comma, 0), (.scalar, 8)])
    pass(&model, [(.comma, 0)])
    #expect(model.predict(before: .scalar) == 8)
    pass(&model, [(.scalar, 8), (.closeArray, 0), (.comma, 0)])
    #expect(model.predict(before: .scalar) == 7)
  }

  @Test func oneMissIsForgivenAndTheSecondReplaces() {
    var model = GapModel()
    func next(_ gap: Int) { pass(&model, [(.comma, 0), (.scalar, gap)]) }
    func prediction() -> Int {
      var copy = model
      copy.learn(0, breaksLine: false, before: .comma)
      return copy.predict(before: .scalar)
    }
    pass(&model, [(.openArray, 0), (.scalar, 0)])
    next(5)
    #expect(prediction() == 5)
    next(6)
    #expect(prediction() == 5)
    next(5)
    #expect(prediction() == 5)
    next(6)
    #expect(prediction() == 5)
    next(7)
    #expect(prediction() == 7)
  }

  @Test func brokenContainersAreToldApart() {
    var model = GapModel()
    // An array with a line end behind its bracket, and one without.
    pass(&model, [(.openArray, 0), (.scalar, 1), (.comma, 0), (.scalar, 1), (.closeArray, 1)])
    pass(&model, [(.openArray, 1), (.scalar, 0), (.comma, 0)])
    #expect(model.predict(before: .scalar) == GapModel.empty)
    pass(&model, [(.scalar, 0), (.closeArray, 0), (.openArray, 1), (.scalar, 1), (.comma, 0)])
    #expect(model.predict(before: .scalar) == 1)
  }

  @Test func depthIsThatOfTheLineThatWouldStart() {
    var model = GapModel()
    #expect(model.depth(before: .openArray) == 0)
    pass(&model, [(.openArray, 0), (.openObject, 0)])
    #expect(model.depth(before: .key) == 2)
    #expect(model.depth(before: .closeObject) == 1)
    pass(&model, [(.closeObject, 0)])
    #expect(model.depth(before: .closeArray) == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskTestKit
import Testing

@Suite("Sealed messages and envelopes (SPEC §14.5 Sealed messages)")
struct SealedMessageTests {
  private let keys = Keyring(SampleKeys.first)
  private let json = Array(#"{"a":[1,2,{"b":"text"}], "c":null}"#.utf8)

  private func isDecoded(_ bytes: [UInt8]) throws -> Bool {
    guard try Husk.decode(bytes, options: DecodeOptions(keys: keys)) == json else { return false }
    var decoder = StreamDecoder(options: DecodeOptions(keys: keys, requiresSeal: true))
    var output: [UInt8] = []
    for byte in bytes { decoder.append([byte]) }
    decoder.finish()
    while let text = try decoder.next() { output += text }
    return output == json
  }

  @Test(arguments: Layout.allCases, [false, true])
  func comeBackFromEveryLayout(layout: Layout, isEnveloped: Bool) throws {
    let options = SampleKeys.options(layout, isEnveloped: isEnveloped)
    #expect(try isDecoded(Husk.encode(json: json, options: options)))
    var encoder = StreamEncoder(options: options)
    encoder.append(json)
    encoder.finish()
    var output: [UInt8] = []
    while let bytes = try encoder.next() { output += bytes }
    #expect(try output == Husk.encode(json: json, options: options))
  }

  @Test(arguments: Layout.allCases)
  func comeBackFromAnEnvelopeUnsealed(layout: Layout) throws {
    let bytes = try Husk.encode(
      json: json, options: EncodeOptions(layout: layout, isEnveloped: true))
    #expect(try Husk.decode(bytes) == json)
    #expect(throws: HuskError.self) {
      try Husk.decode(bytes, options: DecodeOptions(requiresSeal: true))
    }
  }

  @Test func takeFewBytesMore() throws {
    for layout in [Layout.text, .row] {
      let open = try Husk.encode(json: json, options: EncodeOptions(layout: layout))
      let sealed = try Husk.encode(json: json, options: SampleKeys.options(layout))
      #expect(sealed.count - open.count == 43)
    }
  }

  @Test(arguments: [Layout.text, .row])
  func canNotBeChanged(layout: Layout) throws {
    let options = DecodeOptions(keys: keys)
    let sealed = try Husk.encode(json: json, options: SampleKeys.options(layout))
    for index in sealed.indices {
      for bit in 0..<8 {
        var damaged = sealed
        damaged[index] ^= 1 << UInt8(bit)
        #expect(throws: HuskError.self) { try Husk.decode(damaged, options: options) }
      }
      let cut = Array(sealed[..<index])
      #expect(throws: HuskError.self) { try Husk.decode(cut, options: options) }
    }
    #expect(throws: HuskError(.authenticationFailed, at: 27, "")) {
      try Husk.decode(sealed + [0], options: options)
    }
    #expect(throws: HuskError(.missingKey, at: 3, "")) { try Husk.decode(sealed) }
  }

  @Test func areSequences() throws {
    let template = try SampleMessages.template()
    let texts: [UInt8] = (0..<20).flatMap { (number: Int) -> [UInt8] in
      SampleMessages.message(number) + [0x0A]
    }
    for form in MessageForm.allCases {
      var encoder = MessageStreamEncoder(template, form: form, key: SampleKeys.first)
      encoder.append(texts)
      encoder.finish()
      var bytes: [UInt8] = []
      while let output = try encoder.next() { bytes += output }
      let messages = MessageDecoder(
        template, options: DecodeOptions(keys: keys, requiresSeal: true)
      ) { id throws(HuskError) in throw HuskError(unknownTemplate: id) }
      var decoder = MessageStreamDecoder(messages)
      decoder.append(bytes)
      decoder.finish()
      var output: [UInt8] = []
      while let text = try decoder.next() { output += text }
      #expect(output == texts)
    }
  }

  @Test(arguments: [false, true])
  func sequencesAreSealedAgain(endsLine: Bool) throws {
    let template = try SampleMessages.template()
    let texts = Array((0..<20).map(SampleMessages.message).joined(separator: [0x0A]))
    var encoder = MessageStreamEncoder(template, form: .bare, key: SampleKeys.first)
    let bytes = encoder.run(texts + (endsLine ? [0x0A] : [])).bytes
    var keys = Keyring(SampleKeys.first)
    keys.add(SampleKeys.second)
    guard var resealer = MessageStreamResealer(keys) else { preconditionFailure("a key is active") }
    let again = resealer.run(bytes).bytes
    #expect(again.count == bytes.count && again != bytes)
    #expect(resealer.progress.rowCount == 20)
    let options = DecodeOptions(keys: Keyring(SampleKeys.second), requiresSeal: true)
    let messages = MessageDecoder(template, options: options) { id throws(HuskError) in
      throw HuskError(unknownTemplate: id)
    }
    var decoder = MessageStreamDecoder(messages)
    #expect(decoder.run(again).bytes == texts + (endsLine ? [0x0A] : []))
    guard var strict = MessageStreamResealer(Keyring(SampleKeys.second)) else { return }
    #expect(strict.run(bytes).error?.code == .missingKey)
  }

  @Test(arguments: [
    (#"{"data":"%"}"#, true), (" {\n\"data\" :\t\"%\" } \n", true), (#"{"data":"%"}x"#, false),
    (#"{"data":"%""#, false), (#"{"data":"%"#, false), (#"{"data":"!%"}"#, false),
    (#"{"data":"%","a":1}"#, false), (#"{"data":"%A"}"#, false), (#"{"data":["%"]}"#, false),
  ])
  func envelopesAreWrittenInManyWays(form: String, isGood: Bool) throws {
    for json in ["1", "12", "123", #""??>>~~\u00ff""#] {
      let wrapped = try Husk.encode(
        json: Array(json.utf8), options: EncodeOptions(layout: .row, isEnveloped: true))
      let data = String(decoding: wrapped.dropFirst(9).dropLast(2), as: UTF8.self)
      let bare = data.replacing("=", with: "")
      let forms = [
        data, bare, bare.replacing("+", with: "-").replacing("/", with: "_"),
        data.replacing("/", with: #"\/"#).replacing("=", with: #"\u003d"#),
        data.map { "\($0)\n " }.joined(), data.map { #"\r\n\#($0)\t"# }.joined(),
      ]
      for data in forms {
        let text = Array(form.replacing("%", with: data).utf8)
        if isGood {
          #expect(try Husk.decode(text) == Array(json.utf8))
        } else if form != #"{"data":"%A"}"# || data == forms[0] && data.hasSuffix("=") {
          let error = #expect(throws: HuskError.self) { try Husk.decode(text) }
          #expect(error?.code == .invalidEnvelope)
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// Small messages share a template, which both sides keep in a store.

import Husk

// What an API has answered so far.
let answers = (0..<200).map { number in
  #"{"orderId":"A-\#(48_000 + number)","status":"\#(number % 5 == 0 ? "open" : "shipped")","#
    + #""total":\#(number % 90).50,"currency":"EUR"}"#
}

// The sender learns a template once and keeps it, for a week.
let store: any TemplateStore = MemoryTemplateStore()
var trainer = TemplateTrainer(options: TrainingOptions(excludedFields: ["orderId"]))
for answer in answers { try trainer.add(Array(answer.utf8)) }
let template = try trainer.train()
let record = try store.put(
  template.content, named: "orders", expires: store.clock.now + 7 * 86_400)
print("template \(record.name)@\(record.version) is kept")

// A coder takes some time to make, so it is kept too.
var coder = MessageCoder(template)
let answer = Array(
  #"{"orderId":"A-49017","status":"open","total":12.50,"currency":"EUR"}"#.utf8)
let message = try coder.encode(answer)
print("\(answer.count) bytes of JSON are a message of \(message.count) bytes")

// The receiver looks templates up by the identity that a message names.
let decoder = MessageDecoder(store: store)
print("every byte is back: \(try decoder.decode(message) == answer)")

// What the template has never seen is encoded all the same.
let surprise = Array(#"{"orderId":"A-49018","status":["lost"],"gift":true}"#.utf8)
print("a surprise is back too: \(try decoder.decode(coder.encode(surprise)) == surprise)")

// Who lacks the template is told which one it takes.
do {
  _ = try MessageDecoder(store: MemoryTemplateStore()).decode(message)
} catch {
  print("without the store: \(error.code)")
}

// Before it encodes again, a template that has expired is refreshed or replaced.
if let latest = try store.latestTemplate(named: "orders"), latest.isExpired(at: store.clock.now) {
  _ = try store.setExpiry(store.clock.now + 7 * 86_400, of: latest.entry)
}

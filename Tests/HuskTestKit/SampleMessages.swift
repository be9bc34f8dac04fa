// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Messages of one kind, with values of all sorts, to learn a template from.
package enum SampleMessages {
  /// A message; messages of neighbouring numbers are alike.
  package static func message(_ number: Int) -> [UInt8] {
    let level = ["info", "info", "warn", "error"][number % 4]
    let host = "web-\(number % 3)"
    let time = "2024-05-\(10 + number % 20)T08:\(10 + number % 50):27.\(100 + number % 900)Z"
    var json = #"{"id":\#(100_000 + number * 3),"level":"\#(level)","at":"\#(time)""#
    json += #","host":"\#(host)","from":"mail@\#(host).example","took":\#(number % 90).25"#
    if number % 3 == 0 { json += #","user":{"name":"user\#(number % 7)","admin":false}"# }
    let words = ["connection", "request", "timeout", "retry"]
    json +=
      #","text":"the \#(words[number % 4]) of \#(words[number % 3]) \#(number * 7919 % 1000)""#
    json += #","tags":[\#((0..<number % 4).map { "\"t\($0)\"" }.joined(separator: ","))]"#
    json += #","key":"\#(String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16))"}"#
    return Array(json.utf8)
  }

  /// A template that is learnt from some messages.
  package static func template(
    _ count: Int = 80, options: TrainingOptions = TrainingOptions(byteBudget: 4096)
  ) throws(HuskError) -> MessageTemplate {
    try template((0..<count).map(message), options: options)
  }

  /// A template that is learnt from messages.
  package static func template(
    _ messages: [[UInt8]], options: TrainingOptions = TrainingOptions(byteBudget: 4096)
  ) throws(HuskError) -> MessageTemplate {
    var trainer = TemplateTrainer(options: options)
    for message in messages { try trainer.add(message) }
    return try trainer.train()
  }
}

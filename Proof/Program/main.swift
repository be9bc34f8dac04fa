// SPDX-License-Identifier: Apache-2.0

import Foundation

// Tries a family of faults, and prints what came of it as tables in Markdown; exits 1 where a promise does
// not hold, and says which one.
//
// Usage: husk-proof FAMILY [--share N] [--memory BYTES]
//        N tries one of N cases; BYTES is what decoders may allocate beyond four times their input
//        husk-proof --list names the families

var settings = Settings()
var words = CommandLine.arguments.dropFirst()
let name = words.popFirst() ?? ""
if name == "--list" {
  for proof in Proof.allCases { print(proof.rawValue) }
  exit(0)
}
while let option = words.popFirst() {
  let number = words.popFirst().flatMap { Int($0) } ?? 0
  switch option {
  case "--share" where number > 0: settings.share = number
  case "--memory" where number > 0: settings.memory = number
  default: leave("usage: husk-proof FAMILY [--share N] [--memory BYTES]", status: 2)
  }
}
guard let proof = Proof(rawValue: name) else {
  leave("no family of faults is called '\(name)'; husk-proof --list names them", status: 2)
}
do {
  let report = try await proof.run(settings)
  print(report.text, terminator: "")
  if !report.broken.isEmpty {
    let lines = report.broken.prefix(20).map { "  \($0)" }.joined(separator: "\n")
    leave("\(name): \(report.broken.count) promises are broken\n\(lines)", status: 1)
  }
} catch { leave("\(name): \(error)", status: 1) }

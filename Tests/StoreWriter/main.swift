// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskStores

// Stores templates under a name, and prints version and identity of each once it is stored.
//
// Usage: StoreWriter LOCATION NAME TAG COUNT
//        An empty LOCATION is the store of the user. The content is TAG and a number.

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[4]) else { exit(2) }
do {
  let location = try TemplateStoreLocation(arguments[1].isEmpty ? nil : arguments[1])
  let store = try location.open()
  for number in 0..<count {
    let content = Array("\(arguments[3]) \(number)".utf8)
    let record = try store.put(content, named: arguments[2], expires: nil)
    try FileHandle.standardOutput.write(contentsOf: Data("\(record.version) \(record.id)\n".utf8))
  }
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
  exit(1)
}

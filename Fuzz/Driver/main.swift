// SPDX-License-Identifier: Apache-2.0

// husk-fuzz TARGET [ARGUMENT of libFuzzer]...    runs a target
// husk-fuzz --list                               lists the targets and the sizes of their inputs
// husk-fuzz --seeds TARGET FOLDER                writes the inputs that a target starts from
//
// libFuzzer is called as a library, so that its `main`, which SwiftPM would have to be kept from
// replacing, is not needed, and one program serves all targets.

import CLibFuzzer
import Foundation
import HuskFuzz

/// The target that runs; what libFuzzer calls cannot capture anything.
nonisolated(unsafe) var target: FuzzTarget?

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("husk-fuzz: \(message)\n".utf8))
  exit(2)
}

func target(named name: String?) -> FuzzTarget {
  guard let name, let target = FuzzTarget.named(name) else {
    fail("no such target: \(name ?? "none is named"); husk-fuzz --list lists them")
  }
  return target
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "--list":
  for target in FuzzTarget.all { print(target.name, target.byteLimit) }
case "--seeds":
  let seeds = target(named: arguments.dropFirst(2).first).seeds(SeedMaterial())
  guard let folder = arguments.dropFirst(3).first else { fail("no folder is named") }
  for (number, seed) in seeds.enumerated() {
    try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
  }
case let name:
  unsafe target = target(named: name)
  var count = CommandLine.argc - 1
  // The name of the target takes the place of that of the program.
  var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
    unsafe CommandLine.unsafeArgv + 1
  let status = unsafe LLVMFuzzerRunDriver(&count, &pointer) { bytes, count in
    let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    do throws(Finding) {
      try unsafe target?.run(input)
    } catch { fatalError("finding: \(error)") }
    return 0
  }
  exit(status)
}

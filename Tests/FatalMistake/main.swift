// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTool

// Makes a mistake that ends the process, or is ended by a signal; ends well if it is not.
//
// Usage: FatalMistake MISTAKE [FILE]

switch CommandLine.arguments.dropFirst().first {
case "work-for-a-full-pipeline":
  var pipeline = OrderedPipeline<Int, Int, Int>(
    threadCount: 1, makeWorker: { 0 }, work: { _, number in number })
  pipeline.append(1)
  pipeline.append(2)
case "reading-beyond-the-padding":
  let padded = PaddedBytes([1])
  print(padded.source[1 + PaddedBytes.padding])
case "closing-what-is-not-open":
  var writer = DocumentWriter(gaps: GapList(), byteLimit: 1, depthLimit: 1)
  try writer.close()
case "signal-with-a-protected-file":
  Interrupts.install()
  Interrupts.protect(CommandLine.arguments[2])
  kill(getpid(), SIGTERM)
  sleep(60)
default: exit(2)
}

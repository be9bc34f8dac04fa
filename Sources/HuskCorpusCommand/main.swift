// SPDX-License-Identifier: Apache-2.0

import HuskCorpus

do {
  switch try CorpusCommand.parse(Array(CommandLine.arguments.dropFirst())) {
  case .say(let text): try FileDescriptor.standardOutput.write(Array(text.utf8))
  case .generate(let request): try request.write(to: FileDescriptor.standardOutput.write)
  }
} catch let error as CorpusCommand.UsageError {
  fail(error.message, status: 2)
} catch {
  fail("\(error)", status: 1)
}

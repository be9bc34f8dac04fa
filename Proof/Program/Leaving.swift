// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says where messages go what went wrong, and leaves.
func leave(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("husk-proof: \(message)\n".utf8))
  exit(status)
}

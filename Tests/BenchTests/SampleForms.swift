// SPDX-License-Identifier: Apache-2.0

import HuskBench

/// The forms of others by name.
enum SampleForms {
  static let trees: [String: any TreeForm] = [
    "jsonh": JSONH(), "hpack-0": HPack(level: 0), "hpack-1": HPack(level: 1),
    "hpack-2": HPack(level: 2), "hpack-3": HPack(level: 3), "hpack-4": HPack(level: 4),
    "cjson": CJSON(),
  ]

  static let all: [String: any PeerForm] = {
    var forms: [String: any PeerForm] = ["msgpack": MessagePack(), "cbor": CBOR()]
    for (name, form) in trees { forms[name] = form }
    return forms
  }()
}

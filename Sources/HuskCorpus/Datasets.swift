// SPDX-License-Identifier: Apache-2.0

/// Every dataset there is.
package enum Datasets {
  /// The datasets in the order in which they are listed.
  package static let all: [any Dataset.Type] = [
    Customers.self, Orders.self, Telemetry.self, Catalogue.self, Logs.self, Beacons.self, Chat.self,
    SyntaxTrees.self, Places.self, Embeddings.self,
  ]

  /// The dataset of a name, or `nil` if there is none.
  package static func named(_ name: String) -> (any Dataset.Type)? {
    all.first { $0.name == name }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A collection of places and routes between them in GeoJSON (RFC 7946).
///
/// A feature is a point, a line whose points follow one another, or an area around a town.
package struct Places: Dataset {
  package static let name = "places"
  package static let summary =
    "a GeoJSON collection: points, lines and areas with coordinates that follow one another"
  package static let fileExtension = "json"
  package static let whitespace = JSONWriter.Whitespace.none

  private let seed: UInt64

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    self.seed = seed
  }

  package var endByteCount: Int { 3 }

  package mutating func writeStart(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", "FeatureCollection")
    writer.key("features")
    writer.beginArray()
  }

  package mutating func writeEnd(recordCount: Int, to writer: inout JSONWriter) {
    writer.end()
    writer.end()
    writer.newline()
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    var random = Random(seed: seed, topic: .place, index: index)
    let region = Regions.all[random.weighted(Regions.weights)]
    let town = random.pickSkewed(region.towns)
    // Millionths of a degree.
    var place = (
      longitude: town.longitude * 10_000 + random.within(-40_000...40_000),
      latitude: town.latitude * 10_000 + random.within(-40_000...40_000)
    )
    let kind = random.weighted([5, 3, 2])
    writer.object { writer in
      writer.member("type", "Feature")
      writer.member("id", "f\(index + 1)")
      writer.object("properties") { writer in
        writer.member("kind", ["stop", "route", "zone"][kind])
        writer.member("town", town.name)
        writer.member("country", region.country)
        if kind == 1 { writer.member("lengthM", 200 + random.skewed(9_000)) }
        if kind == 2 { writer.member("population", nullable: nil) }
      }
      writer.object("geometry") { writer in
        writer.member("type", ["Point", "LineString", "Polygon"][kind])
        writer.key("coordinates")
        switch kind {
        case 0: Self.write(place, to: &writer)
        case 1:
          writer.array { writer in
            for _ in 0..<4 + random.skewed(24) {
              Self.write(place, to: &writer)
              place.longitude += random.within(-900...1_400)
              place.latitude += random.within(-1_100...900)
            }
          }
        default: Self.writeZone(around: place, &random, to: &writer)
        }
      }
    }
  }

  /// Writes a ring of corners, which ends where it starts.
  private static func writeZone(
    around place: (longitude: Int, latitude: Int), _ random: inout Random,
    to writer: inout JSONWriter
  ) {
    let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    let corners = directions.map { direction in
      let distance = 2_000 + random.below(3_000)
      return (
        longitude: place.longitude + direction.0 * distance,
        latitude: place.latitude + direction.1 * distance
      )
    }
    writer.array { writer in
      writer.array { writer in
        for corner in corners + [corners[0]] { write(corner, to: &writer) }
      }
    }
  }

  private static func write(
    _ place: (longitude: Int, latitude: Int), to writer: inout JSONWriter
  ) {
    writer.array { writer in
      writer.decimal(place.longitude, scale: 6)
      writer.decimal(place.latitude, scale: 6)
    }
  }
}

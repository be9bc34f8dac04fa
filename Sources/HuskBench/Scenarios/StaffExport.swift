// SPDX-License-Identifier: Apache-2.0

import HuskCorpus

/// An export of a database: many alike records, most of whose values are among few.
enum StaffExport {
  private static let departments = [
    "Customer Relations", "Purchasing and Logistics", "Research and Development",
    "Quality Assurance", "Accounting", "Facility Management", "Human Resources", "Field Service",
  ]
  private static let offices = [
    "Northern Region Main Office", "Harbour Branch", "Old Town Branch", "Airport Branch",
    "Western Region Warehouse", "Eastern Region Main Office",
  ]
  private static let grades = ["G1", "G2", "G3", "G4", "S1", "S2"]
  private static let states = ["active", "on leave", "left", "retired"]

  /// A minified array of records that has a number of bytes, or as few more as can be.
  static func document(minifiedByteCount byteCount: Int) -> [UInt8] {
    var writer = JSONWriter(whitespace: .none)
    var random = Random(seed: 2011)
    writer.beginArray()
    var number = 10_000
    while writer.byteCount < byteCount - 1 {
      number += 1 + random.skewed(4)
      write(number, &random, to: &writer)
    }
    writer.end()
    return writer.bytes
  }

  private static func write(_ number: Int, _ random: inout Random, to writer: inout JSONWriter) {
    let department = random.skewed(departments.count)
    writer.object { writer in
      writer.member("employeeNumber", number)
      writer.member("departmentName", departments[department])
      writer.member("departmentLeader", 10_000 + 37 * department)
      writer.member("officeName", random.pickSkewed(offices))
      writer.member("salaryGrade", random.pickSkewed(grades))
      writer.member("employmentState", random.pickSkewed(states))
      writer.member("isFullTime", random.chance(perMille: 800))
      writer.member("annualLeaveDays", random.pickSkewed([30, 28, 25, 20]))
      writer.member("trainingLevel", random.skewed(5))
      writer.member("hasCompanyCar", random.chance(perMille: 120))
      writer.member("costCentre", "CC-\(100 + 10 * department + random.skewed(3))")
      writer.member("preferredLanguage", random.pickSkewed(["en", "de", "fr", "es"]))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskBench
import HuskCore
import HuskStores
import HuskTestKit

/// Has the tool write where there is no space left, or where it may not write.
///
/// The disk is one in memory, of which all but some kilobytes are taken; where that cannot be mounted, a
/// limit of the size of files stands for it.
struct DiskProof {
  private let settings: Settings
  private let place: Workspace
  private let text = Workspace.lines(byteCount: 600_000)

  init(_ settings: Settings) throws {
    self.settings = settings
    place = try Workspace()
  }

  /// Tries full disks, then places that are read-only.
  func run() async throws -> Report {
    do {
      let report = try await tryAll()
      try await unmount()
      return report
    } catch {
      try await unmount()
      throw error
    }
  }

  private func tryAll() async throws -> Report {
    var report = Report()
    var table = Table("", columns: ["where, and what"] + OutputTally.columns)
    try place.write(text, "text.ndjson")
    try await place.need("\"$husk\" encode -1 --codec none text.ndjson -o text.husk; mkdir disk")
    let file = place.read("text.husk") ?? []
    let commands: [(name: String, arguments: String, whole: [UInt8], before: [UInt8]?)] = [
      ("encode", "encode -1 --codec none text.ndjson", file, nil),
      ("encode -f", "encode -f -1 --codec none text.ndjson", file, Array("before".utf8)),
      ("decode", "decode text.husk", text, nil),
      ("decode -f", "decode -f text.husk", text, Array("before".utf8)),
    ]
    let isMounted = try await mount()
    for command in commands {
      let what = isMounted ? "a full disk" : "a limit of the size of files"
      let tally = try await tries(command, isMounted)
      add("\(what), `husk \(command.name)`", tally, &table, &report)
    }
    if isMounted {
      for (way, script) in [
        ("a disk that is read-only", "mount -o remount,ro disk"),
        ("a directory of somebody else", "mount -o remount,rw disk; chmod 755 disk"),
      ] {
        for command in commands {
          try await place.need("mount -o remount,rw disk; rm -f disk/*")
          if let before = command.before { try place.write(before, "disk/out") }
          try await place.need(script)
          var tally = OutputTally()
          let user = way.hasPrefix("a directory") ? "setpriv --reuid 65534 --clear-groups " : ""
          let (ending, errors) = try await place.run(
            "\(user)\"$husk\" \(command.arguments) -o disk/out")
          tally.judge(
            ending, errors, found: place.read("disk/out"), before: command.before,
            whole: command.whole, temporary: place.removeTemporaryFiles("disk/"))
          report.demand(tally.failed == 1, "\(way), \(command.name): it does not fail")
          add("\(way), `husk \(command.name)`", tally, &table, &report)
        }
      }
    }
    report.tables = [table]
    try await fillStores(isMounted, &report)
    return report
  }

  private func add(
    _ name: String, _ tally: OutputTally, _ table: inout Table, _ report: inout Report
  ) {
    table.add([name] + tally.cells)
    report.demand(tally.partial == 0, "\(name): a part stands under the name")
    report.demand(tally.leftBehind == 0, "\(name): temporary files are left")
    Progress.tick()
  }

  /// Mounts a disk of 2 MB, if that is possible.
  private func mount() async throws -> Bool {
    try await place.run("mount -t tmpfs -o size=2m,mode=777 husk-proof disk").ending == .exited(0)
  }

  /// Takes the disk away, if there is one.
  private func unmount() async throws { _ = try await place.run("umount disk") }

  /// Leaves so many kilobytes free on the disk.
  private func leave(kilobytes: Int) async throws {
    try await place.need(
      "rm -f disk/filler; head -c $((2048 * 1024)) /dev/zero >disk/filler 2>full || true; "
        + "truncate -s $(($(stat -c %s disk/filler) - \(kilobytes) * 1024)) disk/filler")
  }

  /// Runs a command where the disk is full after so many kilobytes, from none to nearly all it needs.
  private func tries(
    _ command: (name: String, arguments: String, whole: [UInt8], before: [UInt8]?),
    _ isMounted: Bool
  ) async throws -> OutputTally {
    var tally = OutputTally()
    let most = command.whole.count / 1024
    let count = settings.count(40)
    for number in 0..<count {
      let kilobytes = number * most / count
      place.remove("disk/filler")
      place.remove("disk/out")
      if let before = command.before { try place.write(before, "disk/out") }
      if isMounted { try await leave(kilobytes: kilobytes) }
      let limit = isMounted ? "" : "ulimit -f \(kilobytes); "
      let (ending, errors) = try await place.run(
        "\(limit)\"$husk\" \(command.arguments) -o disk/out")
      tally.judge(
        ending, errors, found: place.read("disk/out"), before: command.before,
        whole: command.whole, temporary: place.removeTemporaryFiles("disk/"))
    }
    return tally
  }

  /// Stores templates until the disk is full, then gives it space again and looks at what is there.
  private func fillStores(_ isMounted: Bool, _ report: inout Report) async throws {
    var table = Table(
      "",
      columns: [
        "where", "writes to stores", "failed", "promised and missing", "content that differs",
        "stores that do not open",
      ])
    var (count, failed, missing, different, closed) = (0, 0, 0, 0, 0)
    let rounds = settings.count(24)
    for round in 0..<rounds {
      for name in place.names("disk") { place.remove("disk/" + name) }
      if isMounted { try await leave(kilobytes: 8 + round * 24) }
      let limit = isMounted ? "" : "ulimit -f \(8 + round * 24); "
      place.remove("written")
      let writer = Child.built("StoreWriter")
      let tag = String(repeating: "template \(round) ", count: 400)
      let (ending, _) = try await place.run(
        "\(limit)\"\(writer)\" \"$2/disk/store.db\" name \"\(tag)\" 200 >written")
      let promised = String(decoding: place.read("written") ?? [], as: UTF8.self)
        .split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
      count += promised.count
      if ending != .exited(0) {
        failed += 1
        count += 1
      }
      place.remove("disk/filler")
      do {
        let store = try TemplateStoreLocation(place.at("disk/store.db")).open()
        let entries = try store.entries(named: "name")
        missing += promised.count { id in !entries.contains { $0.id.description == id } }
        for entry in entries where try store.template(entry.id)?.entry != entry { different += 1 }
      } catch { closed += 1 }
    }
    table.add(
      [isMounted ? "a full disk" : "a limit of the size of files"]
        + [count, failed, missing, different, closed].map(\.grouped))
    report.demand(failed > 0, "no disk was full")
    report.demand(missing + different + closed == 0, "a store on a full disk is damaged")
    report.tables.append(table)
  }
}

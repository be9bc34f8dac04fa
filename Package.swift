// swift-tools-version: 6.3
import PackageDescription

/// The settings every Swift target is built with: the Swift 6 language mode, no warning left
/// standing, and every unsafe expression marked so that a reviewer can grep for it.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

/// A library that pkg-config is only asked for where it is not among those of the system.
///
/// What it answers for hiredis holds a flag that SwiftPM warns of in each build. The others are not linked on
/// Linux: they are loaded when they are needed.
#if os(Linux)
  func module(_ name: String) -> String? { nil }
#else
  func module(_ name: String) -> String? { name }
#endif

/// Where libFuzzer is, if fuzzers are to be built; Scripts/fuzz looks for it.
let fuzzerLibrary = Context.environment["HUSK_FUZZER_LIBRARY"]

let package = Package(
  name: "husk",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Husk", targets: ["Husk"]),
    .library(name: "HuskCodable", targets: ["HuskCodable"]),
    .library(name: "HuskStore", targets: ["HuskStore"]),
    .library(name: "HuskRedis", targets: ["HuskRedis"]),
    .library(name: "HuskHTTP", targets: ["HuskHTTP"]),
    .library(name: "HuskServer", targets: ["HuskServer"]),
    .library(name: "HuskClient", targets: ["HuskClient"]),
    // For programs in other languages; `make install` calls it libhusk.
    .library(name: "HuskC", type: .dynamic, targets: ["HuskC"]),
    .executable(name: "husk", targets: ["HuskCommand"]),
    // Carries out those commands of husk that speak HTTP; not for people to call.
    .executable(name: "husk-http", targets: ["HuskHTTPCommand"]),
    .executable(name: "husk-corpus", targets: ["HuskCorpusCommand"]),
  ],
  targets: [
    .systemLibrary(
      name: "CCrypto", pkgConfig: module("libcrypto"),
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    // Its decoder, libbrotlidec, stands beside its encoder.
    .systemLibrary(
      name: "CBrotli", pkgConfig: module("libbrotlienc"),
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: module("sqlite3"),
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CHiredis", pkgConfig: module("hiredis"),
      providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),

    // What the C library has to say about its allocator.
    .systemLibrary(name: "CMalloc"),
    // Where the stack of a thread ends.
    .systemLibrary(name: "CThread"),

    // The interface in C, which HuskC implements.
    .systemLibrary(name: "CHusk"),

    .target(
      name: "HuskCore", dependencies: ["CBrotli", "CCrypto", "CISAL", "CMalloc", "CThread", "CZlib", "CZstd"],
      linkerSettings: ["brotlidec", "brotlienc", "crypto"].map {
        .linkedLibrary($0, .when(platforms: [.macOS]))
      }),
    .target(name: "Husk", dependencies: ["HuskCore"]),
    .target(name: "HuskCodable", dependencies: ["Husk", "HuskCore"]),
    .target(
      name: "HuskStore", dependencies: ["Husk", "HuskCore", "CSQLite"],
      linkerSettings: [.linkedLibrary("sqlite3", .when(platforms: [.macOS]))]),
    .target(name: "HuskRedis", dependencies: ["Husk", "HuskCore", "CHiredis"]),
    // Beside the stores, so that who imports one of them links no library of the other.
    .target(name: "HuskStores", dependencies: ["Husk", "HuskStore", "HuskRedis"]),
    .target(name: "HuskC", dependencies: ["CHusk", "Husk", "HuskCore", "HuskStores"]),
    // Negotiation alone, for whoever has a server of their own.
    .target(name: "HuskHTTP", dependencies: ["Husk", "HuskCore"]),
    .target(name: "HuskServer", dependencies: ["Husk", "HuskCore", "HuskHTTP", "CMicrohttpd"]),
    .target(name: "HuskClient", dependencies: ["Husk", "HuskCore", "HuskHTTP"]),
    .target(
      name: "HuskTool", dependencies: ["Husk", "HuskBench", "HuskCore", "HuskHTTP", "HuskStores"]),
    .executableTarget(name: "HuskCommand", dependencies: ["HuskTool"]),
    // A program of its own, so that husk does not load the server, the client and Foundation.
    .target(
      name: "HuskHTTPTool",
      dependencies: [
        "Husk", "HuskClient", "HuskCore", "HuskHTTP", "HuskServer", "HuskStores", "HuskTool",
      ]),
    .executableTarget(name: "HuskHTTPCommand", dependencies: ["HuskHTTPTool"]),
    .target(name: "HuskCorpus"),
    .target(name: "HuskBench", dependencies: ["HuskCore", "HuskCorpus", "CZstd"]),
    .executableTarget(name: "HuskCorpusCommand", dependencies: ["HuskCorpus"]),

    .target(name: "HuskTestKit", dependencies: ["HuskCore"], path: "Tests/HuskTestKit"),
    // A decoder that was written from SPEC.md alone, so it shares no code with the others.
    .target(
      name: "HuskReference", dependencies: ["CBrotli", "CCrypto", "CZlib", "CZstd"],
      path: "Tests/HuskReference",
      linkerSettings: [.linkedLibrary("brotlidec"), .linkedLibrary("crypto")]),
    .testTarget(name: "HuskCoreTests", dependencies: ["HuskCore", "HuskTestKit", "FatalMistake"]),
    .testTarget(
      name: "HuskTests",
      dependencies: ["Husk", "HuskCore", "HuskReference", "HuskTestKit", "FatalMistake"]),
    .testTarget(
      name: "CodableTests", dependencies: ["HuskCodable", "Husk", "HuskCore", "HuskTestKit"]),
    // The ledger of sizes names the versions of the libraries.
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Husk", "HuskCore", "HuskHTTP", "HuskReference", "HuskTool", "HuskTestKit", "CBrotli",
        "CZstd",
      ],
      linkerSettings: [.linkedLibrary("brotlienc")]),
    // A process of its own that writes to a store, for tests of several processes.
    .executableTarget(
      name: "StoreWriter", dependencies: ["Husk", "HuskStores"], path: "Tests/StoreWriter"),
    // A process of its own that is ended by a mistake, for tests of what is checked.
    .executableTarget(
      name: "FatalMistake", dependencies: ["Husk", "HuskCore", "HuskTool"],
      path: "Tests/FatalMistake"),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "Husk", "HuskCore", "HuskStore", "HuskRedis", "HuskStores", "HuskTestKit", "StoreWriter",
      ]),
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "Husk", "HuskCore", "HuskHTTP", "HuskServer", "HuskClient", "HuskStores", "HuskTestKit",
        "VaporLikeExample",
      ]),
    // What a reader of Docs/http.md copies, so that it is compiled.
    .target(
      name: "VaporLikeExample", dependencies: ["Husk", "HuskHTTP"],
      path: "Examples/VaporLikeHandler"),
    // What the articles of the documentation show, as programs.
    .executableTarget(name: "DatasetExample", dependencies: ["Husk"], path: "Examples/Dataset"),
    .executableTarget(name: "MessagesExample", dependencies: ["Husk"], path: "Examples/Messages"),
    .executableTarget(
      name: "SealedFieldsExample", dependencies: ["Husk"], path: "Examples/SealedFields"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["HuskTestKit", "DatasetExample", "MessagesExample", "SealedFieldsExample"]),
    .testTarget(
      name: "InterfaceTests", dependencies: ["HuskCore", "HuskTestKit"],
      exclude: ["Programs"]),
    .testTarget(
      name: "PropertyTests", dependencies: ["HuskCore", "HuskReference", "HuskTestKit"]),
    .testTarget(name: "BenchTests", dependencies: ["HuskBench", "HuskCore", "HuskTestKit"]),
    .testTarget(name: "CorpusTests", dependencies: ["HuskCorpus", "HuskTestKit"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["Husk", "HuskTool", "HuskBench", "HuskCore", "HuskTestKit", "FatalMistake"],
      exclude: ["Golden", "Scripts"]),
  ]
)

// What fuzzers run, and the tests that run what they have found.
package.targets += [
  .target(
    name: "HuskFuzz",
    dependencies: ["CHusk", "Husk", "HuskC", "HuskCore", "HuskHTTP", "HuskTestKit"],
    path: "Fuzz/Targets"),
  .testTarget(name: "FuzzTests", dependencies: ["HuskFuzz", "HuskTestKit"]),
]

// What proves that nothing worse than an error comes of faults.
package.targets += [
  .target(name: "CAllocationMeter", path: "Proof/AllocationMeter"),
  .executableTarget(
    name: "husk-proof",
    dependencies: [
      "CAllocationMeter", "Husk", "HuskBench", "HuskCore", "HuskFuzz", "HuskStores", "HuskTestKit",
    ],
    path: "Proof/Program"),
  .testTarget(
    name: "ProofTests",
    dependencies: ["HuskTestKit", "HuskCommand", "StoreWriter", "husk-proof"]),
]

// Examples are built as their readers build theirs.
for target in package.targets where target.type != .system && !target.name.hasSuffix("Example") {
  target.swiftSettings = settings
}

// What the tests spend their time in, which Scripts/test asks to be optimised though it is a debug build, as
// all of them take long; assertions stand. Flags that are not safe keep other packages from
// depending on this one, so nobody else is given them.
if Context.environment["HUSK_OPTIMIZED"] != nil {
  let optimized: SwiftSetting = .unsafeFlags([
    // SwiftPM has each file indexed, and of a whole module the compiler does so with several threads only.
    "-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug",
  ])
  let names: Set = ["Husk", "HuskCore", "HuskReference", "HuskTestKit"]
  for target in package.targets where names.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [optimized]
  }
}

// The fuzzers themselves. Everything that they run is built so that libFuzzer sees which ways the code
// takes and which values it compares, so that assertions stand, and for the address sanitizer, which
// the program is linked with. `-sanitize=fuzzer` is not told to the program: it would ask for a `main`
// of libFuzzer, in place of which SwiftPM puts one of its own.
if let fuzzerLibrary {
  let observed: SwiftSetting = .unsafeFlags([
    "-sanitize=address,fuzzer", "-assert-config", "Debug",
  ])
  for target in package.targets where target.type == .regular {
    target.swiftSettings = (target.swiftSettings ?? []) + [observed]
  }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "husk-fuzz", dependencies: ["CLibFuzzer", "HuskFuzz"], path: "Fuzz/Driver",
      swiftSettings: settings + [.unsafeFlags(["-sanitize=address"])],
      linkerSettings: [
        .unsafeFlags(["-sanitize=address", fuzzerLibrary]),
        .linkedLibrary("stdc++", .when(platforms: [.linux])),
        .linkedLibrary("c++", .when(platforms: [.macOS])),
      ]),
  ]
}

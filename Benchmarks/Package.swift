// swift-tools-version: 6.3
import PackageDescription

/// Whether simdjson is here to compare with; Scripts/bench asks pkg-config and says.
let hasSimdjson = Context.environment["HUSK_BENCHMARKS_SIMDJSON"] == "1"
/// The same of yyjson.
let hasYyjson = Context.environment["HUSK_BENCHMARKS_YYJSON"] == "1"

/// The settings of the package that is measured.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "husk-benchmarks",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "husk-benchmarks", targets: ["HuskBenchmarks"]),
    .executable(name: "codable-benchmark", targets: ["CodableBenchmark"]),
  ],
  dependencies: [.package(name: "husk", path: "..")],
  targets: [
    .target(
      name: "CSimdjson",
      cxxSettings: hasSimdjson
        ? [.define("HUSK_BENCHMARKS_SIMDJSON"), .define("SIMDJSON_THREADS_ENABLED", to: "1")] : [],
      linkerSettings: hasSimdjson ? [.linkedLibrary("simdjson")] : []),
    .target(
      name: "CYyjson", cSettings: hasYyjson ? [.define("HUSK_BENCHMARKS_YYJSON")] : [],
      linkerSettings: hasYyjson ? [.linkedLibrary("yyjson")] : []),
    // The libraries are those that Husk uses; the names differ, as those of modules must.
    .systemLibrary(
      name: "CZlibPeer", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstdPeer", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CBrotliPeer", pkgConfig: "libbrotlienc",
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
    .target(
      name: "BenchmarkKit", dependencies: ["CBrotliPeer", "CZlibPeer", "CZstdPeer"],
      swiftSettings: settings),
    .executableTarget(
      name: "HuskBenchmarks",
      dependencies: [
        "BenchmarkKit", "CSimdjson", "CYyjson", .product(name: "Husk", package: "husk"),
        .product(name: "HuskStore", package: "husk"),
        .product(name: "HuskHTTP", package: "husk"),
        .product(name: "HuskServer", package: "husk"),
        .product(name: "HuskClient", package: "husk"),
        // The codec benchmark runs it to make large inputs.
        .product(name: "husk-corpus", package: "husk"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "CodableBenchmark",
      dependencies: [.product(name: "HuskCodable", package: "husk")],
      swiftSettings: settings),
    .testTarget(
      name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)

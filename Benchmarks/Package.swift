// swift-tools-version: 6.2
import PackageDescription

/// Measures how fast Peach is. Apart from the tests, because times depend on the machine.

let package = Package(
  name: "PeachBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Peach", path: "..", traits: ["SoundFile"])],
  targets: [
    .executableTarget(
      name: "peach-benchmarks", dependencies: [.product(name: "Peach", package: "Peach")])
  ],
  swiftLanguageModes: [.v6]
)

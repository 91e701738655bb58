// swift-tools-version: 6.3
import PackageDescription

/// The benchmarks, which `Scripts/benchmark` builds and runs. They use the public API of Peach
/// alone.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// All traits of Peach are passed on, so that its modules are those of the program.
let traits = ["ALSA", "JACK", "Loudness", "LV2", "SoundFile", "SQLite", "WavPack"]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  traits: Set(traits.map { .trait(name: $0, description: "Peach with \($0)") }),
  dependencies: [
    .package(
      name: "Peach", path: "..",
      traits: Set(traits.map { .trait(name: $0, condition: .when(traits: [$0])) }))
  ],
  targets: [
    .executableTarget(
      name: "peach-benchmarks",
      dependencies: ["PeachAudio", "PeachLive", "PeachSynthesis", "PeachTraining"].map {
        .product(name: $0, package: "Peach")
      },
      swiftSettings: settings)
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

/// FluidSynth's interface over Peach's engine: `libfluidsynth.so.3`, built by
/// `Scripts/build-fluidsynth`. It uses the public API of Peach alone.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The traits of Peach that this package passes on.
let traits = ["ALSA", "JACK", "SoundFile"]

let package = Package(
  name: "FluidSynth",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "peach-fluidsynth", type: .dynamic, targets: ["FluidSynthC"])
  ],
  traits: [
    .trait(name: "ALSA", description: "Sound output and MIDI through ALSA (libasound2-dev)"),
    .trait(name: "JACK", description: "Sound output through JACK (libjack-jackd2-dev)"),
    .trait(name: "SoundFile", description: "SF3 banks and audio files (libsndfile1-dev)"),
  ],
  dependencies: [
    .package(
      name: "Peach", path: "..",
      traits: Set(
        traits.map { .trait(name: $0, condition: .when(traits: [$0])) }))
  ],
  targets: [
    .target(name: "FluidSynthLog"),
    .target(name: "FluidSynthPOSIX", swiftSettings: settings),
    .target(
      name: "FluidSynthC",
      dependencies: [
        "FluidSynthLog", "FluidSynthPOSIX",
        .product(name: "PeachLive", package: "Peach"),
        .product(name: "PeachSynthesis", package: "Peach"),
      ],
      exclude: ["exports.map"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

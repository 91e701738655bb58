// swift-tools-version: 6.2
import PackageDescription

// An app's package, which `Scripts/example-package` builds and runs. PEACH_TRAITS lists the traits
// to enable, such as "ALSA,SoundFile"; an app writes them here.
let traits = (Context.environment["PEACH_TRAITS"] ?? "").split(separator: ",")

let package = Package(
  name: "ExamplePackage",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "Peach", path: "../..",
      traits: Set(traits.map { Package.Dependency.Trait(name: String($0)) }))
  ],
  targets: [
    // An ear trainer's own model.
    .executableTarget(
      name: "EarTrainer",
      dependencies: [
        .product(name: "PeachAudio", package: "Peach"),
        .product(name: "PeachModels", package: "Peach"),
        .product(name: "PeachTraining", package: "Peach"),
      ]),
    // The Swift blocks of all pages, which `Scripts/extract-snippets` writes.
    .target(
      name: "Snippets",
      dependencies: [
        "PeachAudio", "PeachBanks", "PeachLive", "PeachModels", "PeachPlugIn", "PeachSynthesis",
        "PeachTraining",
      ].map { .product(name: $0, package: "Peach") }),
  ],
  swiftLanguageModes: [.v6]
)

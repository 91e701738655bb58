// swift-tools-version: 6.2
import PackageDescription

// An app's package. `Scripts/example-package` copies the examples of the README into it and runs
// them. PEACH_TRAITS lists the traits to enable, such as "ALSA,SoundFile"; an app writes them here.
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
    .executableTarget(
      name: "Stories", dependencies: [.product(name: "PeachAudio", package: "Peach")])
  ],
  swiftLanguageModes: [.v6]
)

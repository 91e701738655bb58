// swift-tools-version: 6.2
import PackageDescription

// Players of an ear trainer's own design, on Peach's public API. `Scripts/example-package` runs the
// tests. PEACH_TRAITS lists the traits to enable, such as "ALSA,SoundFile"; an app writes them
// here.
let traits = (Context.environment["PEACH_TRAITS"] ?? "").split(separator: ",")

let package = Package(
  name: "Ports",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Ports", targets: ["Ports"])],
  dependencies: [
    .package(
      name: "Peach", path: "../..",
      traits: Set(traits.map { Package.Dependency.Trait(name: String($0)) }))
  ],
  targets: [
    .target(name: "Ports", dependencies: [.product(name: "PeachAudio", package: "Peach")]),
    .testTarget(
      name: "PortsTests",
      dependencies: ["Ports", .product(name: "PeachAudio", package: "Peach")]),
  ],
  swiftLanguageModes: [.v6]
)

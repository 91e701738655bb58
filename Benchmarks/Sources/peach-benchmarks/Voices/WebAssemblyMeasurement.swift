import Foundation
import Peach

/// What a frame of a voice takes in WebAssembly, against the same voices natively in the same run.
enum WebAssemblyMeasurement {
  /// WebAssembly has four numbers side by side where a processor has up to sixteen.
  static let threshold = 0.5

  /// Each quality with each kind of voice; of 4 taps a bound must hold. `module` is what
  /// `Scripts/wasm-voices` builds, and `script` what runs it.
  static func comparisons(script: String, module: String) throws -> [Comparison] {
    let folder = try Folder()
    let path = try folder.put("voices.sf2", SustainedVoices.bank())
    let bank = try SoundBank(contentsOf: path)
    let found = try JSONDecoder().decode(
      [String: Double].self, from: run(["node", script, module, path]))
    return try SustainedVoices.Kind.allCases.flatMap { kind in
      let preset = try bank.preset(bank: 0, program: kind.program).prepared()
      return InterpolationQuality.allCases.flatMap { quality in
        VoiceMeasurement.others.map { other in
          let native = VoiceMeasurement.nanoseconds(
            preset, quality: quality, rounds: 20, kernels: other.kernels
          ).sorted()
          return Comparison(
            "a frame of a \(kind.rawValue) voice in WebAssembly, \(quality.tapCount) taps",
            other: "natively " + other.name, unit: "ns",
            pairs: [
              (found["\(kind.program)/\(quality.tapCount)"] ?? .infinity, native[native.count / 2])
            ], threshold: quality == .cubic ? threshold : nil)
        }
      }
    }
  }

  private static func run(_ command: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ChildProcess.Failure(description: command.joined(separator: " ") + " failed")
    }
    return data
  }
}

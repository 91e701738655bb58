import Foundation
import PeachAudio
import PeachSynthesis

/// Compares the time per frame of a voice in WebAssembly with native kernels, interleaved, and
/// compares the outputs.
///
/// Native baseline kernels are compared with the portable kernels of WebAssembly, others with its
/// fastest.
enum WebAssemblyMeasurement {
  /// The required speed-up over native kernels: WebAssembly has 4 SIMD lanes, CPUs have up to 16.
  static let threshold = 0.5
  static let pairCount = 7
  /// The permitted difference between kernels with and without FMA: −120 dB full scale.
  private static let maxDifference: Float = 1e-6
  private static let others =
    [(kernels: KernelChoice.portable, name: "baseline kernels")] + VoiceMeasurement.others

  /// Compares each quality with each kind of voice. Only 4 taps have a target. `script` runs
  /// `module`, which `Scripts/build-wasm-benchmarks` builds.
  static func comparisons(script: String, module: String) throws -> [Comparison] {
    let folder = try Folder()
    let path = try folder.put("voices.sf2", SustainedVoices.bank())
    let bank = try SoundBank(contentsOf: path)
    let engine = try Engine(["node", script, module, path])
    return try SustainedVoices.Kind.allCases.flatMap { kind in
      try InterpolationQuality.allCases.flatMap { quality in
        let preset = try bank.preset(bank: 0, program: kind.program)
          .prepared(interpolation: quality)
        return try others.map { other in
          let pairs = try (0..<pairCount).map { _ in
            let isPortable = other.kernels == .portable
            let found = try engine.renderVoices(
              program: kind.program, quality: quality, isPortable: isPortable)
            let native = VoiceMeasurement.renderVoices(
              preset, quality: quality, rounds: 5, kernels: other.kernels)
            guard isEqual(found.block, native.block, isBitExact: isPortable) else {
              throw ChildProcess.Failure(
                description: "The output of \(kind.rawValue) voices with \(quality.tapCount) taps "
                  + "differs between WebAssembly and native \(other.name).")
            }
            return (found.nanoseconds, native.nanoseconds.sorted()[native.nanoseconds.count / 2])
          }
          return Comparison(
            "a frame of a \(kind.rawValue) voice in WebAssembly, \(quality.tapCount) taps",
            other: "native " + other.name, unit: "ns", pairs: pairs,
            threshold: quality == .cubic ? threshold : nil)
        }
      }
    }
  }

  /// Returns whether two blocks are not silent, and equal: bit-identical, or within
  /// ``maxDifference``. NaN is never equal.
  private static func isEqual(_ block: [Float], _ other: [Float], isBitExact: Bool) -> Bool {
    block.count == other.count && other.contains { $0 != 0 }
      && zip(block, other).allSatisfy { frame, otherFrame in
        isBitExact
          ? frame.bitPattern == otherFrame.bitPattern
          : abs(frame - otherFrame) <= maxDifference
      }
  }

  /// A program that performs a measurement for each line of input.
  private struct Engine {
    private let process = Process()
    private let requests = Pipe()
    private let responses = Pipe()
    private let command: [String]

    init(_ command: [String]) throws {
      self.command = command
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = requests
      process.standardOutput = responses
      try process.run()
    }

    /// Returns the time per frame of a voice, and the last block.
    func renderVoices(
      program: UInt8, quality: InterpolationQuality, isPortable: Bool
    ) throws -> (nanoseconds: Double, block: [Float]) {
      let request = "\(program) \(quality.tapCount) \(isPortable ? 1 : 0)\n"
      try requests.fileHandleForWriting.write(contentsOf: Data(request.utf8))
      var response = Data()
      while response.last != UInt8(ascii: "\n") {
        let more = responses.fileHandleForReading.availableData
        if more.isEmpty { break }
        response += more
      }
      // The decimal representation of a frame is exact.
      let values = String(decoding: response, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard values.count == 1 + 2 * VoiceMeasurement.frameCount else {
        throw ChildProcess.Failure(description: command.joined(separator: " ") + " failed.")
      }
      return (values[0], values.dropFirst().map { Float($0) })
    }
  }
}

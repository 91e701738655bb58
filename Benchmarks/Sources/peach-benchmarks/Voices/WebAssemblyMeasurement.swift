import Foundation
import Peach

/// What a frame of a voice takes in WebAssembly, against the same voices natively, in turns; and
/// whether they sound the same. The kernels for any processor are compared with themselves, natively,
/// others with the fastest that WebAssembly has.
enum WebAssemblyMeasurement {
  /// WebAssembly has four numbers side by side where a processor has up to sixteen.
  static let threshold = 0.5
  static let pairCount = 7
  /// What kernels that fuse and kernels that do not may differ by: −120 dB of full scale.
  private static let greatestDifference: Float = 1e-6
  /// What it is compared with: besides others, natively as many numbers side by side.
  private static let others =
    [(kernels: KernelChoice.portable, name: "by any processor's kernels")] + VoiceMeasurement.others

  /// Each quality with each kind of voice; of 4 taps a bound must hold. `module` is what
  /// `Scripts/build-wasm-benchmarks` builds, and `script` what runs it.
  static func comparisons(script: String, module: String) throws -> [Comparison] {
    let folder = try Folder()
    let path = try folder.put("voices.sf2", SustainedVoices.bank())
    let bank = try SoundBank(contentsOf: path)
    let engine = try Engine(["node", script, module, path])
    return try SustainedVoices.Kind.allCases.flatMap { kind in
      let preset = try bank.preset(bank: 0, program: kind.program).prepared()
      return try InterpolationQuality.allCases.flatMap { quality in
        try others.map { other in
          let pairs = try (0..<pairCount).map { _ in
            let isPortable = other.kernels == .portable
            let found = try engine.held(
              program: kind.program, quality: quality, isPortable: isPortable)
            let native = VoiceMeasurement.held(
              preset, quality: quality, rounds: 5, kernels: other.kernels)
            guard isSame(found.block, native.block, toTheBit: isPortable) else {
              throw ChildProcess.Failure(
                description:
                  "In WebAssembly \(kind.rawValue) voices at \(quality.tapCount) taps are "
                  + "not what they are natively \(other.name).")
            }
            return (found.nanoseconds, native.nanoseconds.sorted()[native.nanoseconds.count / 2])
          }
          return Comparison(
            "a frame of a \(kind.rawValue) voice in WebAssembly, \(quality.tapCount) taps",
            other: "natively " + other.name, unit: "ns", pairs: pairs,
            threshold: quality == .cubic ? threshold : nil)
        }
      }
    }
  }

  /// Whether two blocks are the same, and not silent: to the bit, or as kernels that fuse and kernels
  /// that do not may differ. A frame that is no number is like none.
  private static func isSame(_ block: [Float], _ other: [Float], toTheBit: Bool) -> Bool {
    block.count == other.count && other.contains { $0 != 0 }
      && zip(block, other).allSatisfy { frame, otherFrame in
        toTheBit
          ? frame.bitPattern == otherFrame.bitPattern
          : abs(frame - otherFrame) <= greatestDifference
      }
  }

  /// A program that measures what it is told line by line.
  private struct Engine {
    private let process = Process()
    private let questions = Pipe()
    private let answers = Pipe()
    private let command: [String]

    init(_ command: [String]) throws {
      self.command = command
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = questions
      process.standardOutput = answers
      try process.run()
    }

    /// What a frame takes, and the last block.
    func held(program: UInt8, quality: InterpolationQuality, isPortable: Bool) throws -> (
      nanoseconds: Double, block: [Float]
    ) {
      let question = "\(program) \(quality.tapCount) \(isPortable ? 1 : 0)\n"
      try questions.fileHandleForWriting.write(contentsOf: Data(question.utf8))
      var answer = Data()
      while answer.last != UInt8(ascii: "\n") {
        let more = answers.fileHandleForReading.availableData
        if more.isEmpty { break }
        answer += more
      }
      // A frame is written so that it is read as the same number.
      let numbers = String(decoding: answer, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 1 + 2 * VoiceMeasurement.frameCount else {
        throw ChildProcess.Failure(description: command.joined(separator: " ") + " failed")
      }
      return (numbers[0], numbers.dropFirst().map { Float($0) })
    }
  }
}

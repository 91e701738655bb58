import Foundation
import Peach

/// What a frame of a voice takes in WebAssembly, against the same voices natively, in turns.
enum WebAssemblyMeasurement {
  /// WebAssembly has four numbers side by side where a processor has up to sixteen.
  static let threshold = 0.5
  static let pairCount = 7
  /// What it is compared with: besides others, natively as many numbers side by side.
  private static let others =
    [(kernels: KernelChoice.portable, name: "by any processor's kernels")] + VoiceMeasurement.others

  /// Each quality with each kind of voice; of 4 taps a bound must hold. `module` is what
  /// `Scripts/wasm-voices` builds, and `script` what runs it.
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
            let found = try engine.nanoseconds(program: kind.program, quality: quality)
            let native = VoiceMeasurement.nanoseconds(
              preset, quality: quality, rounds: 5, kernels: other.kernels
            ).sorted()
            return (found, native[native.count / 2])
          }
          return Comparison(
            "a frame of a \(kind.rawValue) voice in WebAssembly, \(quality.tapCount) taps",
            other: "natively " + other.name, unit: "ns", pairs: pairs,
            threshold: quality == .cubic ? threshold : nil)
        }
      }
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

    func nanoseconds(program: UInt8, quality: InterpolationQuality) throws -> Double {
      let question = "\(program) \(quality.tapCount)\n"
      try questions.fileHandleForWriting.write(contentsOf: Data(question.utf8))
      let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
      guard let value = Double(answer.split(separator: "\n").first ?? "") else {
        throw ChildProcess.Failure(description: command.joined(separator: " ") + " failed")
      }
      return value
    }
  }
}

import Foundation
import PeachAudio
import PeachSynthesis

/// Measures the engine's CPU time per frame of a voice, with 128 simultaneous voices.
enum VoiceMeasurement {
  static let voiceCount = 128
  /// The number of frames per block.
  static let frameCount = 256
  /// The limits in nanoseconds: twice the times of a 2.9 GHz Xeon. Doubled samples have those of 8
  /// taps.
  static let thresholds: [SustainedVoices.Kind: [InterpolationQuality: Double]] = [
    .plain: [.cubic: 2, .doubled: 4, .sinc8: 4, .sinc16: 5.5, .sinc32: 9],
    .filtered: [.cubic: 3.2, .doubled: 5.2, .sinc8: 5.2, .sinc16: 6.8, .sinc32: 10],
    .modulated: [.cubic: 6, .doubled: 8, .sinc8: 8, .sinc16: 10, .sinc32: 13],
  ]
  /// The required speed-up of baseline kernels over others.
  static let baselineThreshold = 0.6

  /// Measures each quality with each kind of voice.
  static func all(rounds: Int = 20) throws -> [Measurement] {
    try InterpolationQuality.allCases.flatMap { quality in
      try presets(quality).map { kind, preset in
        Measurement(
          "a frame of a \(kind.rawValue) voice, \(quality.tapCount) taps", unit: "ns",
          values: nanoseconds(preset, quality: quality, rounds: rounds),
          threshold: thresholds[kind]?[quality] ?? 0)
      }
    }
  }

  /// The kernels that baseline kernels are compared with.
  static let others: [(kernels: KernelChoice, name: String)] = [
    (.avx2, "AVX2 kernels"), (.fastest, "best available kernels"),
  ]

  /// Returns the presets of a bank of sustained voices, prepared for an interpolation.
  private static func presets(
    _ quality: InterpolationQuality
  ) throws -> [(SustainedVoices.Kind, PreparedPreset)] {
    let folder = try Folder()
    let bank = try SoundBank(contentsOf: folder.put("voices.sf2", SustainedVoices.bank()))
    return try SustainedVoices.Kind.allCases.map { kind in
      let preset = try bank.preset(bank: 0, program: kind.program)
      return (kind, try preset.prepared(interpolation: quality))
    }
  }

  /// Compares baseline kernels with others, with 4 taps.
  static func baselineComparisons() throws -> [Comparison] {
    try presets(.cubic).flatMap { kind, preset in
      func median(_ kernels: KernelChoice) -> Double {
        let values = nanoseconds(preset, quality: .cubic, rounds: 5, kernels: kernels).sorted()
        return values[values.count / 2]
      }
      return others.map { other in
        Comparison(
          "a frame of a \(kind.rawValue) voice, baseline kernels, 4 taps",
          other: other.name, unit: "ns",
          pairs: (0..<5).map { _ in (median(.portable), median(other.kernels)) },
          threshold: baselineThreshold)
      }
    }
  }

  /// Returns the time per frame of a voice in each of `rounds` rounds.
  private static func nanoseconds(
    _ preset: PreparedPreset, quality: InterpolationQuality, rounds: Int,
    kernels: KernelChoice = .fastest
  ) -> [Double] {
    renderVoices(preset, quality: quality, rounds: rounds, kernels: kernels).nanoseconds
  }

  /// Returns the times, and the last block: the frames of the left channel, then of the right.
  static func renderVoices(
    _ preset: PreparedPreset, quality: InterpolationQuality, rounds: Int, kernels: KernelChoice
  ) -> (nanoseconds: [Double], block: [Float]) {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        maximumVoices: voiceCount, effects: false, interpolation: quality, kernels: kernels))
    synthesizer.use(preset, onChannel: 0)
    for note in 0..<(voiceCount / SustainedVoices.layers) {
      let noteNumber = 36 + Double(note * 22 % 61)
      synthesizer.handle(
        .startNote(Note(id: UInt64(note + 1), noteNumber: noteNumber, velocity: 100)))
    }
    let (blocks, frames) = (100, frameCount)
    var left = [Float](repeating: 0, count: frames)
    var right = left
    let values = (0...rounds).map { _ in
      let begun = CPUTime.threadMilliseconds
      for _ in 0..<blocks { synthesizer.render(left: &left, right: &right, count: frames) }
      return (CPUTime.threadMilliseconds - begun) * 1e6 / Double(blocks * frames * voiceCount)
    }
    precondition(synthesizer.soundingVoiceCount == voiceCount, "Some voices have ended.")
    withExtendedLifetime(preset) {}
    // The first round warms up.
    return (Array(values.dropFirst()), left + right)
  }
}

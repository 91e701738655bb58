import Foundation
import Peach

/// What a frame of a voice takes within the engine, 128 voices at once.
enum VoiceMeasurement {
  static let voiceCount = 128
  /// A block's.
  static let frameCount = 256
  /// Twice what a 2.9 GHz Xeon takes, in nanoseconds: 4, 8, 16 and 32 taps.
  static let thresholds: [SustainedVoices.Kind: [Double]] = [
    .plain: [2, 4, 5.5, 9], .filtered: [3.2, 5.2, 6.8, 10], .modulated: [6, 8, 10, 13],
  ]

  static let anyProcessorThreshold = 0.6

  /// Each quality with each kind of voice.
  static func all(rounds: Int = 20) throws -> [Measurement] {
    let folder = try Folder()
    let path = try folder.put("voices.sf2", SustainedVoices.bank())
    let bank = try SoundBank(contentsOf: path)
    return try SustainedVoices.Kind.allCases.flatMap { kind in
      let preset = try bank.preset(bank: 0, program: kind.program).prepared()
      return InterpolationQuality.allCases.enumerated().map { place, quality in
        Measurement(
          "a frame of a \(kind.rawValue) voice, \(quality.tapCount) taps", unit: "ns",
          values: nanoseconds(preset, quality: quality, rounds: rounds),
          threshold: thresholds[kind]?[place] ?? 0)
      }
    }
  }

  /// Other kernels that a comparison is with.
  static let others: [(kernels: KernelChoice, name: String)] = [
    (.avx2, "with AVX2"), (.fastest, "with all that there is here"),
  ]

  /// Of 4 taps, how fast the kernels for any processor are beside those for others.
  static func anyProcessor() throws -> [Comparison] {
    let folder = try Folder()
    let path = try folder.put("voices.sf2", SustainedVoices.bank())
    let bank = try SoundBank(contentsOf: path)
    return try SustainedVoices.Kind.allCases.flatMap { kind in
      let preset = try bank.preset(bank: 0, program: kind.program).prepared()
      func median(_ kernels: KernelChoice) -> Double {
        let values = nanoseconds(preset, quality: .cubic, rounds: 5, kernels: kernels).sorted()
        return values[values.count / 2]
      }
      return others.map { other in
        Comparison(
          "a frame of a \(kind.rawValue) voice by any processor's kernels, 4 taps",
          other: other.name, unit: "ns",
          pairs: (0..<5).map { _ in (median(.portable), median(other.kernels)) },
          threshold: anyProcessorThreshold)
      }
    }
  }

  /// What each of so many rounds takes for each frame of a voice.
  static func nanoseconds(
    _ preset: PreparedPreset, quality: InterpolationQuality, rounds: Int,
    kernels: KernelChoice = .fastest
  ) -> [Double] {
    held(preset, quality: quality, rounds: rounds, kernels: kernels).nanoseconds
  }

  /// The same, and the last block, the left side's frames and the right side's.
  static func held(
    _ preset: PreparedPreset, quality: InterpolationQuality, rounds: Int, kernels: KernelChoice
  ) -> (nanoseconds: [Double], block: [Float]) {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        maximumVoices: voiceCount, effects: false, interpolation: quality, kernels: kernels))
    synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
    for note in 0..<(voiceCount / SustainedVoices.layers) {
      let place = 36 + Double(note * 22 % 61)
      synthesizer.handle(.startNote(Note(id: UInt64(note + 1), noteNumber: place, velocity: 100)))
    }
    let (blocks, frames) = (100, frameCount)
    var left = [Float](repeating: 0, count: frames)
    var right = left
    let values = (0...rounds).map { _ in
      let begun = processorSeconds()
      for _ in 0..<blocks { synthesizer.render(left: &left, right: &right, count: frames) }
      return (processorSeconds() - begun) * 1e9 / Double(blocks * frames * voiceCount)
    }
    precondition(synthesizer.soundingVoiceCount == voiceCount, "Not all voices sound.")
    withExtendedLifetime(preset) {}
    // The first round warms up.
    return (Array(values.dropFirst()), left + right)
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

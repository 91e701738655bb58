import Foundation
import PeachAudio
import PeachSynthesis

/// Compares many sustained voices with FluidSynth's 4-point interpolation: interleaved CPU times of
/// entire programs, including start and loading, at 48 kHz without effects.
///
/// Uses the minimum of several runs, because interference only lengthens runs.
struct VoiceBenchmarks {
  /// The required ratios.
  static let thresholds: [(quality: InterpolationQuality, ratio: Double)] = [
    (.cubic, 5), (.doubled, 3), (.sinc16, 3), (.sinc32, 2),
  ]
  /// The numbers of voices, and the durations.
  static let counts = [(voices: 256, seconds: 30), (1024, 10), (4096, 5)]

  let peach: String
  let other: OtherSynthesizer

  func comparisons(rounds: Int) throws -> [Comparison] {
    let folder = try Folder()
    let bank = try folder.put("voices.sf2", SustainedVoices.bank())
    var comparisons: [Comparison] = []
    for kind in SustainedVoices.Kind.allCases {
      for (voices, seconds) in Self.counts {
        let song = try folder.put(
          "song.mid", SustainedVoices.song(kind, count: voices, seconds: seconds))
        var reference = Double.infinity
        var times = [Double](repeating: .infinity, count: Self.thresholds.count)
        for _ in 0..<rounds {
          let run = try ChildProcess(
            other.renderDry(song, bank: bank, to: folder.path("reference.wav")))
          reference = min(reference, run.cpuMilliseconds)
          for (index, threshold) in Self.thresholds.enumerated() {
            let run = try ChildProcess([
              peach, "render", song, "--bank", bank, "--no-effects", "--no-limiter", "--voices",
              "4096", "--jobs", "1", "--interpolation",
              threshold.quality == .doubled ? "doubled" : "\(threshold.quality.tapCount)", "-o",
              folder.path("peach.wav"),
            ])
            times[index] = min(times[index], run.cpuMilliseconds)
          }
        }
        for (index, threshold) in Self.thresholds.enumerated() {
          comparisons.append(
            Comparison(
              "\(voices) \(kind.rawValue) voices, \(threshold.quality.tapCount) taps",
              other: other.name, unit: "ms", pairs: [(times[index], reference)],
              threshold: threshold.ratio))
        }
      }
    }
    return comparisons
  }
}

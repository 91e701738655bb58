import Foundation
import Peach

/// Many sustained voices, by Peach and by FluidSynth's 4-point interpolation: user and system time
/// of the whole programs in turns, of one song and one bank, at 48 kHz, without effects. Nothing is
/// taken off for starting and loading. As other programs make runs longer and never shorter, the
/// least of several runs counts.
struct VoiceBenchmarks {
  /// What the ratios must be at least.
  static let thresholds: [(quality: InterpolationQuality, ratio: Double)] = [
    (.cubic, 5), (.sinc16, 3), (.sinc32, 2),
  ]
  /// How many voices, and for how long.
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
        var theirs = Double.infinity
        var ours = [Double](repeating: .infinity, count: Self.thresholds.count)
        for _ in 0..<rounds {
          let run = try ChildProcess(
            other.renderDry(song, bank: bank, to: folder.path("theirs.wav")))
          theirs = min(theirs, run.processorMilliseconds)
          for (place, threshold) in Self.thresholds.enumerated() {
            let run = try ChildProcess([
              peach, "render", song, "--bank", bank, "--no-effects", "--no-limiter", "--voices",
              "4096",
              "--jobs", "1", "--interpolation", "\(threshold.quality.tapCount)", "-o",
              folder.path("ours.wav"),
            ])
            ours[place] = min(ours[place], run.processorMilliseconds)
          }
        }
        for (place, threshold) in Self.thresholds.enumerated() {
          comparisons.append(
            Comparison(
              "\(voices) \(kind.rawValue) voices, \(threshold.quality.tapCount) taps",
              other: other.name, unit: "ms", pairs: [(ours[place], theirs)],
              threshold: threshold.ratio))
        }
      }
    }
    return comparisons
  }
}

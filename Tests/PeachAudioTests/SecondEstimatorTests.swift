import Foundation
import PeachServices
import SoundFontFixtures
import TestEnvironment
import Testing

/// Tests the estimator for rendered banks (Tests/Tools/rendered_pitch.py) with strings of known
/// partials, hence of known pitch.
@Suite(
  "The independent estimator on synthetic tones", .serialized,
  .enabled(if: RenderTools.canUsePython, "Requires Python with NumPy."))
struct SecondEstimatorTests {
  /// A decaying string with partials at n · f · √(1 + B · n²).
  private struct Tone {
    var cents: Double
    var inharmonicity: Double
    /// The decay time of the first partial to 1/e; higher ones decay faster.
    var decaySeconds: Double
    var partials: [Double]
    var loudness = 1.0

    func sample(root: UInt8) -> SoundFontSample {
      let rate = 44_100.0
      let first = 440 * exp2((Double(root) - 69) / 12 + cents / 1200)
      let hertz = first / (1 + inharmonicity).squareRoot()
      var frames = [Double](repeating: 0, count: 70_000)
      for (index, amplitude) in partials.enumerated() {
        let n = Double(index + 1)
        let own = n * hertz * (1 + inharmonicity * n * n).squareRoot()
        for frame in frames.indices {
          let seconds = Double(frame) / rate
          let level = amplitude * exp(-seconds * (0.8 + 0.2 * n) / decaySeconds)
          frames[frame] += level * sin(2 * .pi * (own * seconds + 0.1 * n * n))
        }
      }
      return SoundFontSample(
        frames: frames.map { Int16(($0 * 6_000 * loudness).rounded()) }, rate: 44_100, root: root)
    }
  }

  private static let keys: ClosedRange<UInt8> = 60...66
  /// Loud strings next to soft ones, as at the sample boundaries of a harp.
  private static let tones = [
    Tone(cents: 0, inharmonicity: 0, decaySeconds: 0.8, partials: [1, 0.5, 0.3, 0.2, 0.1]),
    Tone(
      cents: 7.3, inharmonicity: 1e-3, decaySeconds: 0.5, partials: [0.4, 1, 0.8, 0.6, 0.4, 0.3]),
    Tone(cents: -3.1, inharmonicity: 2e-4, decaySeconds: 3, partials: [1, 0.7, 0.5, 0.3]),
    Tone(
      cents: -2.2, inharmonicity: 3e-4, decaySeconds: 0.6, partials: [1, 0.06, 0.1, 0.05],
      loudness: 0.4),
    Tone(cents: 12.5, inharmonicity: 5e-4, decaySeconds: 0.4, partials: [1, 0.3, 0.2]),
    Tone(
      cents: -21, inharmonicity: 8e-4, decaySeconds: 1,
      partials: [0.1, 0.6, 1, 0.6, 0.4, 0.3, 0.2]),
    Tone(cents: 0.4, inharmonicity: 1e-4, decaySeconds: 0.3, partials: [1]),
  ]

  @Test("Strings that ring for seconds after their keys: each key within 0.05 cents")
  func ringingStrings() throws {
    let folder = try RenderFolder()
    let samples = zip(Self.keys, Self.tones).map { $1.sample(root: $0) }
    // A release of eight seconds.
    let zones = Self.keys.enumerated().map { index, key in
      MistunedBank.zone(
        UInt16(index), mode: 0, keys: key...key, [.init(.volumeEnvelopeRelease, 3600)])
    }
    let bank = try MistunedBank.bank(
      MistunedBank.builder(samples, presets: [zones]), in: folder)
    let (song, sound) = (folder.path("song.mid"), folder.path("sound.wav"))
    let range = ["\(Self.keys.lowerBound)", "\(Self.keys.upperBound)", "1.2", "0.2"]
    try OtherProgram.tool("rendered_pitch.py", ["song", song, "0:0"] + range)
    var options = RenderOptions()
    options.format = .float32
    options.effects = false
    options.limiter = false
    try MIDIFile(contentsOf: song).render(with: bank, to: sound, options: options)
    let output = try OtherProgram.tool("rendered_pitch.py", ["decaying", sound] + range)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == Self.tones.count)
    for (line, tone) in zip(lines, Self.tones) {
      let words = line.split(separator: " ").compactMap { Double($0) }
      try #require(words.count == 4)
      #expect(words[1] == 0 && abs(words[2] - tone.cents) <= 0.05, "\(line), not \(tone.cents)")
    }
  }
}

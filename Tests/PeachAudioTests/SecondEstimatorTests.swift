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
    let range = ["\(Self.keys.lowerBound)", "\(Self.keys.upperBound)", "1.2", "0.2"]
    let folder = try RenderFolder()
    let sound = try Self.render(Self.tones, from: Self.keys.lowerBound, range, in: folder)
    let output = try OtherProgram.tool("rendered_pitch.py", ["decaying", sound] + range)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == Self.tones.count)
    for (line, tone) in zip(lines, Self.tones) {
      let words = line.split(separator: " ").compactMap { Double($0) }
      try #require(words.count == 4)
      #expect(words[1] == 0 && abs(words[2] - tone.cents) <= 0.05, "\(line), not \(tone.cents)")
    }
  }

  /// Renders a song of one key per tone, as rendered_pitch.py writes it. Returns the path.
  private static func render(
    _ tones: [Tone], from first: UInt8, _ range: [String], in folder: RenderFolder
  ) throws -> String {
    // A release of eight seconds.
    let zones = tones.indices.map { index in
      MistunedBank.zone(
        UInt16(index), mode: 0, keys: first + UInt8(index)...first + UInt8(index),
        [.init(.volumeEnvelopeRelease, 3600)])
    }
    let samples = tones.enumerated().map { $1.sample(root: first + UInt8($0)) }
    let bank = try MistunedBank.bank(
      MistunedBank.builder(samples, presets: [zones]), in: folder)
    let (song, sound) = (folder.path("song.mid"), folder.path("sound.wav"))
    try OtherProgram.tool("rendered_pitch.py", ["song", song, "0:0"] + range)
    var options = RenderOptions()
    options.format = .float32
    options.effects = false
    options.limiter = false
    try MIDIFile(contentsOf: song).render(with: bank, to: sound, options: options)
    return sound
  }

  @Test("Octaves of stiff strings: beats within 0.01 Hz, and a stretch that removes them")
  func octaves() throws {
    let (first, lastOctave) = (UInt8(60), UInt8(72))
    let tones = (0...12).map { index in
      Tone(
        cents: Double(index * 7 % 5) - 2, inharmonicity: 2e-4 * pow(1.12, Double(index)),
        decaySeconds: 3, partials: [1, 0.7, 0.5, 0.4, 0.3, 0.2])
    }
    func hertz(_ index: Int, _ n: Double) -> Double {
      let first = 440 * exp2((Double(index) - 9) / 12 + tones[index].cents / 1200)
      let inharmonicity = tones[index].inharmonicity
      return first * n * ((1 + inharmonicity * n * n) / (1 + inharmonicity)).squareRoot()
    }
    let range = ["\(first)", "\(lastOctave)", "1.4", "0.2"]
    let folder = try RenderFolder()
    let sound = try Self.render(tones, from: first, range, in: folder)
    func measured(_ words: [String]) throws -> [Substring] {
      let output = try OtherProgram.tool("octave_beats.py", words)
      return String(decoding: output, as: UTF8.self).split(separator: "\n")
    }
    // Key, cents, and the beats of 2:1, 4:2 and 6:3.
    let words = try measured(["measure", sound] + range)[0].split(separator: " ")
      .compactMap { Double($0) }
    try #require(words.count == 5)
    #expect(abs(words[1] - tones[0].cents) < 0.05)
    for (found, n) in zip(words[2...], [1.0, 2, 3]) {
      #expect(abs(found - (hertz(0, 2 * n) - hertz(12, n))) <= 0.01)
    }
    let file = folder.path("octaves.tun")
    _ = try measured(["stretch", sound] + range + ["2:1", "100", "0", file])
    let notes = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .compactMap { line -> (key: Int, cents: Double)? in
        let parts = line.dropFirst(5).split(separator: "=")
        guard line.hasPrefix("note "), parts.count == 2 else { return nil }
        return Int(parts[0]).flatMap { key in Double(parts[1]).map { (key, $0) } }
      }
    let cents = Dictionary(uniqueKeysWithValues: notes.map { ($0.key, $0.cents) })
    let stretch = try #require(cents[72]) - (try #require(cents[60])) - 1200
    #expect(abs(stretch - 1200 * log2(hertz(0, 2) / hertz(12, 1))) <= 0.05)
  }
}

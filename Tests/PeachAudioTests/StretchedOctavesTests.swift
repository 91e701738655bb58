import Foundation
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// The audio of banks of synthetic strings, whose partials are known, measured by the phases of
/// their partials without the engine.
@Suite("Stretched octaves: audio", .serialized)
struct StretchedOctavesTests {
  private static let keys: ClosedRange<UInt8> = 60...84
  private static let rate = 48_000.0
  private static let noteSeconds = 1.5

  /// The law of a grand piano's treble strings (Rigaud, David and Daudet 2013).
  private static func inharmonicity(_ key: UInt8) -> Double { exp(0.0926 * Double(key) - 13.64) }

  /// Returns the first partial of a key in equal temperament.
  private static func hertz(_ key: UInt8) -> Double { 440 * exp2((Double(key) - 69) / 12) }

  /// Returns a bank of strings that decay, with a sample per key, or of harmonic tones.
  private static func bank(isStiff: Bool, in folder: RenderFolder) throws -> SoundBank {
    var random = RandomNumbers(seed: 57)
    let samples = keys.map { key in
      let b = isStiff ? inharmonicity(key) : 0
      let tone = SyntheticTone(
        hertz: hertz(key) / (1 + b).squareRoot(), inharmonicity: b,
        partials: [1, 0.7, 0.5, 0.4, 0.3, 0.2], decaySeconds: isStiff ? 3 : 0, frameCount: 66_150)
      return SoundFontSample(
        frames: tone.frames(&random).map { Int16(($0 * 32_768).rounded()) }, rate: 44_100,
        root: key)
    }
    let zones = keys.enumerated().map { MistunedBank.zone(UInt16($0), mode: 0, keys: $1...$1) }
    return try MistunedBank.bank(MistunedBank.builder(samples, presets: [zones]), in: folder)
  }

  /// Renders all keys one after the other, and returns the left channel.
  private static func audio(
    _ bank: SoundBank, _ stretch: OctaveStretch?, in folder: RenderFolder
  ) throws -> [Float] {
    // 480 ticks in half a second.
    let ticks = Int(960 * noteSeconds)
    let length: [UInt8] = [UInt8(0x80 | ticks >> 7), UInt8(ticks & 0x7F)]
    var track: [UInt8] = []
    for key in keys {
      track += [0, 0x90, key, 100]
      track += length
      track += [0x80, key, 0]
    }
    track += [0, 0xFF, 0x2F, 0]
    var bytes: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xE0]
    bytes += Array("MTrk".utf8)
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: track.count >> shift)) }
    bytes += track
    let path = folder.path("song.mid")
    try Data(bytes).write(to: URL(filePath: path))
    var options = RenderOptions()
    (options.format, options.effects, options.limiter) = (.float32, false, false)
    (options.inTune, options.stretch) = (true, stretch)
    let sound = folder.path("sound.wav")
    try MIDIFile(contentsOf: path).render(
      with: bank, to: sound, options: options, intonation: IntonationCache(folder: nil))
    let audio = try DecodedAudio(contentsOf: sound)
    return Swift.stride(from: 0, to: audio.values.count, by: audio.channelCount).map {
      audio.values[$0]
    }
  }

  /// Returns the frequency of a partial near `hertz`, from its phases 10 ms and 0.3 s apart.
  private static func measured(_ audio: ArraySlice<Float>, near hertz: Double) -> Double {
    func phase(_ start: Int) -> Double {
      let count = 8192
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<count {
        let window = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(count))
        let cycles = hertz / rate * Double(start + index)
        let angle = 2 * Double.pi * cycles.truncatingRemainder(dividingBy: 1)
        let value = Double(audio[audio.startIndex + start + index]) * window
        real += value * cos(angle)
        imaginary -= value * sin(angle)
      }
      return atan2(imaginary, real)
    }
    let first = 9_600
    let start = phase(first)
    func difference(_ frames: Int, near guess: Double) -> Double {
      let cycles = (phase(first + frames) - start) / (2 * .pi)
      let expected = guess * Double(frames) / rate
      return (cycles + (expected - cycles).rounded()) * rate / Double(frames)
    }
    let rough = difference(480, near: 0)
    return hertz + difference(14_400, near: rough)
  }

  /// Returns the frequencies of partials 1, 2 and 4 of each key.
  private static func partials(_ audio: [Float]) -> [[Double]] {
    keys.enumerated().map { index, key in
      let first = Int(Double(index) * noteSeconds * rate)
      let note = audio[first..<first + Int(noteSeconds * rate)]
      let b = inharmonicity(key)
      return [1.0, 2, 4].map { n in
        measured(note, near: n * hertz(key) * ((1 + b * n * n) / (1 + b)).squareRoot())
      }
    }
  }

  @Test("Coinciding partials of stretched octaves beat by 0.3 Hz at most, and keys are smooth")
  func octaves() throws {
    let folder = try RenderFolder()
    let bank = try Self.bank(isStiff: true, in: folder)
    func beats(_ found: [[Double]], _ lower: Int, _ upper: Int) -> Double {
      zip(found, found.dropFirst(12)).map { abs($0[lower] - $1[upper]) }.max() ?? .infinity
    }
    let plain = Self.partials(try Self.audio(bank, nil, in: folder))
    #expect(beats(plain, 1, 0) > 1 && beats(plain, 2, 1) > 3)
    let kinds: [(OctaveStretch.Octave, lower: Int, upper: Int)] = [
      (.twoToOne, 1, 0), (.fourToTwo, 2, 1),
    ]
    for (octave, lower, upper) in kinds {
      let found = Self.partials(try Self.audio(bank, OctaveStretch(octave), in: folder))
      #expect(beats(found, lower, upper) <= 0.3, "\(octave): \(beats(found, lower, upper)) Hz")
      let cents = zip(Self.keys, found).map { 1200 * log2($1[0] / Self.hertz($0)) }
      #expect(abs(cents[9]) < 0.1, "A4: \(cents[9])")
      for index in cents.indices.dropFirst(3).dropLast(3) {
        let near = [-3, -2, -1, 1, 2, 3]
        let sum = near.reduce(0) { $0 + cents[index + $1] }
        let squares = near.reduce(0) { $0 + Double($1 * $1) * cents[index + $1] }
        let parabola = (196 * sum - 28 * squares) / (6 * 196 - 28 * 28)
        #expect(abs(cents[index] - parabola) <= 0.3, "\(octave), key \(index + 60)")
      }
    }
  }

  @Test("Harmonic tones and an amount of 0 have the bytes of corrected recordings")
  func unchanged() throws {
    let folder = try RenderFolder()
    let strings = try Self.bank(isStiff: true, in: folder)
    let corrected = try Self.audio(strings, nil, in: folder)
    #expect(try Self.audio(strings, OctaveStretch(amount: 0), in: folder) == corrected)
    #expect(try Self.audio(strings, OctaveStretch(amount: 0.1), in: folder) != corrected)
    let harmonic = try Self.bank(isStiff: false, in: folder)
    let expected = try Self.audio(harmonic, nil, in: folder)
    #expect(try Self.audio(harmonic, OctaveStretch(amount: 2), in: folder) == expected)
  }

  @Test("A stretched preset of a plug-in, in tune or straight, has the same cents as in a song")
  func live() throws {
    let folder = try RenderFolder()
    let bank = try Self.bank(isStiff: true, in: folder)
    let cache = IntonationCache(folder: nil)
    let access = BankAccess.files().straightening(
      with: StraightToneCache(folder: nil), intonation: cache, stretch: OctaveStretch(.twoToOne))
    let preset = BankPreset(bank: bank, index: 0)
    let expected = try preset.stretchCents(OctaveStretch(.twoToOne), cache)
    #expect(expected.count == 128 && expected[84] > 1)
    let straighten = try #require(access.straighten)
    let correct = try #require(access.correct)
    #expect(try straighten(bank, 0, false).stretchCents == expected)
    #expect(try correct(bank, 0).stretchCents == expected)
  }
}

import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import Testing

@Suite("Recordings of scales")
struct ScaleSplitterTests {
  private static let rate = 22_050.0
  private static let scaleKeys: ClosedRange<UInt8> = 48...59

  struct Scale: Sendable, CustomTestStringConvertible {
    var seed: UInt64
    var keys: [UInt8]
    var cents = 0.0
    var hasBreaths = false
    var isLegato = false
    var range = scaleKeys
    var rise = 0.01
    var testDescription: String { "\(keys), ±\(cents) cents, legato \(isLegato)" }
  }

  private static let scales = [
    Scale(seed: 1, keys: Array(scaleKeys)),
    // Missing, and repeated.
    Scale(seed: 2, keys: [48, 49, 49, 50, 51, 52, 54, 55, 56, 57, 58, 58, 59], hasBreaths: true),
    Scale(seed: 3, keys: [49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 59, 59], cents: 35),
    Scale(seed: 4, keys: [48, 48, 48, 51, 52, 53, 54, 55, 56, 57, 58], hasBreaths: true),
    Scale(seed: 5, keys: Array(scaleKeys), cents: 40, hasBreaths: true),
    Scale(seed: 6, keys: Array(scaleKeys), cents: 20, isLegato: true),
    Scale(seed: 7, keys: [48, 50, 52, 53, 55, 57, 59], isLegato: true),
    // High keys, whose periods are few frames long: they were found an octave lower.
    Scale(seed: 8, keys: Array(68...85), range: 68...85),
    Scale(seed: 9, keys: [84, 85, 86, 87, 88, 88, 90, 91, 92, 93, 94, 95], range: 84...95),
    // Slow attacks after short gaps.
    Scale(seed: 10, keys: [48, 49, 50, 51, 51, 52, 53, 53, 54, 55, 56, 57, 58, 59], rise: 0.08),
  ]

  /// Forty-eight scales of eleven or twelve keys from every other one of 36 to 84: some keys are
  /// missing, some are repeated once or twice, and each is detuned by up to 40 cents.
  private static let invented = (0..<48).map { index -> Scale in
    var random = SplitMix64(seed: UInt64(1000 + index))
    func uniform(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(random.next() >> 11) / Double(1 << 53)
    }
    let first = UInt8(36 + 2 * (index % 25))
    let range = first...first + 11
    let isLegato = index % 4 == 3
    var keys: [UInt8] = []
    for key in range where uniform(0, 1) > 0.12 {
      // Notes of one key that join are one note.
      let count = isLegato ? 1 : uniform(0, 1) < 0.15 ? uniform(0, 1) < 0.3 ? 3 : 2 : 1
      keys += [UInt8](repeating: key, count: count)
    }
    return Scale(
      seed: random.next(), keys: keys, cents: uniform(0, 40), hasBreaths: index % 3 == 1,
      isLegato: isLegato, range: range, rise: uniform(0.005, 0.08))
  }

  /// Sawtooth tones with gaps, or overlapping by 40 ms, in noise at −60 dB; breaths are noise at
  /// −26 dB before a tone.
  private func record(_ scale: Scale) -> (audio: DecodedAudio, onsets: [Double]) {
    var random = scale.seed
    func uniform(_ low: Double, _ high: Double) -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return low + (high - low) * Double(random >> 33) / Double(1 << 31)
    }
    let seconds = 1 + 1.6 * Double(scale.keys.count)
    var values = (0..<Int(seconds * Self.rate)).map { _ in Float(uniform(-0.0003, 0.0003)) }
    var onsets: [Double] = []
    var time = uniform(0.3, 0.6)
    for key in scale.keys {
      if scale.hasBreaths, uniform(0, 1) < 0.5 {
        for frame in Int(time * Self.rate)..<Int((time + 0.2) * Self.rate) {
          values[frame] += Float(uniform(-0.015, 0.015))
        }
        time += 0.2 + uniform(0.02, 0.1)
      }
      let hertz =
        ShapedTone.hertz(Int(key), cents: uniform(-scale.cents, scale.cents))
      let length = uniform(0.5, 0.8)
      let (rise, fall) = scale.isLegato ? (0.04, 0.04) : (scale.rise, 0.05)
      let gain = 0.2 * pow(10, uniform(-4, 4) / 20)
      onsets.append(time)
      for frame in 0..<Int(length * Self.rate) {
        let t = Double(frame) / Self.rate
        let shape = min(t / rise, 1, (length - t) / fall)
        var value = 0.0
        for number in 1...12 where Double(number) * hertz < 0.45 * Self.rate {
          value += sin(2 * .pi * Double(number) * hertz * t) / Double(number)
        }
        values[Int(time * Self.rate) + frame] += Float(gain * shape * value)
      }
      time += scale.isLegato ? length - 0.04 : length + uniform(0.15, 0.4)
    }
    let audio = DecodedAudio(sampleRate: Self.rate, channelCount: 1, values: values)
    return (audio, onsets)
  }

  @Test(
    "All notes of invented scales are found, with repeated, missing and detuned ones",
    arguments: scales + invented)
  func truth(scale: Scale) throws {
    let (audio, onsets) = record(scale)
    let splitter = ScaleSplitter(audio, keys: scale.range)
    #expect(splitter.notes.map { $0.key } == scale.keys)
    let missing = scale.range.filter { !scale.keys.contains($0) }
    #expect(splitter.missing == missing)
    let errors = zip(splitter.notes, onsets).map { abs($0.onsetSeconds - $1) }.sorted()
    #expect(errors[errors.count / 2] < 0.01, "\(errors)")
    // Each key counts its takes.
    for key in Set(scale.keys) {
      let takes = splitter.notes.filter { $0.key == key }.map { $0.take }
      #expect(takes == Array(1...takes.count))
    }
  }

  @Test("Each note becomes a sample of its key; repeated ones are takes, the missing are reported")
  func samples() throws {
    let scale = Self.scales[1]
    let settings = try BuildRecipe(parsing: "preset 0:42 Test").presets[0].settings
    let preparation = RecordingPreparation(settings)
    var source = RecordingSource(file: "Cello.ff.C3B3.aiff", record(scale).audio)
    source.seed = 5
    var messages: [String] = []
    let notes = preparation.notes(of: source, &messages)
    #expect(messages == ["Cello.ff.C3B3.aiff: its scale lacks key 53."])
    #expect(
      notes.prefix(4).map { $0.file } == [
        "Cello.ff.C3.aiff", "Cello.ff.C#3.aiff", "Cello.ff.C#3 take 2.aiff", "Cello.ff.D3.aiff",
      ])
    var recordings = try notes.map { try preparation.analyze($0) }
    _ = PresetDecision(&recordings, settings)
    #expect(recordings.map { $0.root } == scale.keys.map { $0 })
    #expect(Set(notes.map { $0.seed }).count == notes.count)
  }

  @Test("A scale that begins with the notes of another one is a duplicate; another take is not")
  func duplicates() throws {
    let settings = try BuildRecipe(parsing: "preset 0:42 Test").presets[0].settings
    let preparation = RecordingPreparation(settings)
    func notes(_ file: String, _ scale: Scale, seconds: Double? = nil) throws
      -> [AnalyzedRecording]
    {
      var audio = record(scale).audio
      if let seconds { audio.values.removeLast(audio.values.count - Int(seconds * Self.rate)) }
      var messages: [String] = []
      return try preparation.notes(of: RecordingSource(file: file, audio), &messages)
        .map { try preparation.analyze($0) }
    }
    let long = try notes("Cello.ff.C3B3.aiff", Self.scales[0])
    let start = try notes("Cello.ff.C3E3.aiff", Self.scales[0], seconds: 5)
    let take = try notes("Cello.ff.C3B3.2.aiff", Scale(seed: 77, keys: Self.scales[0].keys))
    #expect(start.count >= 4 && start.count < 8 && long.count == 12 && take.count == 12)
    // The last note is cut.
    #expect(ScaleDuplicates.count(start, in: long) >= start.count - 1)
    #expect(ScaleDuplicates.count(long, in: start) >= start.count - 1)
    #expect(ScaleDuplicates.count(take, in: long) == 0)
  }

  @Test("Scales are skipped if the recipe says so, and noise has no notes")
  func skipped() throws {
    var settings = try BuildRecipe(parsing: "preset 0:42 Test\nscales skip").presets[0].settings
    var noise = ShapedTone(hertz: 100, seconds: 2, sampleRate: 22_050)
    noise.partials = [0]
    noise.noiseDecibels = -20
    let source = RecordingSource(file: "Cello.C3B3.aiff", noise.audio)
    var messages: [String] = []
    let preparation = RecordingPreparation(settings)
    let whole = preparation.notes(of: source, &messages)
    #expect(whole.count == 1 && messages.isEmpty)
    let error = #expect(throws: BuildingError.self) { try preparation.analyze(whole[0]) }
    #expect(error?.reason.contains("skips scales") == true)
    settings.scales = .split
    let notes = RecordingPreparation(settings).notes(of: source, &messages)
    #expect(notes.map { $0.file } == [])
    #expect(messages == ["Skipped Cello.C3B3.aiff: no note of its scale is found."])
  }
}

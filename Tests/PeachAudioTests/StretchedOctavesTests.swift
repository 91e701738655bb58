import Foundation
import PeachPlugIn
import PeachSequencing
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// The audio of banks of synthetic strings, whose partials are known, measured by the phases of
/// their partials without the engine.
@Suite("Stretched octaves: audio", .serialized)
struct StretchedOctavesTests {
  /// Renders all keys one after the other, and returns the left channel.
  private static func audio(
    _ bank: SoundBank, _ stretch: OctaveStretch?, in folder: RenderFolder
  ) throws -> [Float] {
    let path = folder.path("song.mid")
    try Data(StringBank.song).write(to: URL(filePath: path))
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

  @Test("Coinciding partials of stretched octaves beat by 0.3 Hz at most, and keys are smooth")
  func octaves() throws {
    let folder = try RenderFolder()
    let bank = try MistunedBank.bank(StringBank.builder(), in: folder)
    let plain = StringBank.partials(try Self.audio(bank, nil, in: folder))
    #expect(StringBank.beats(plain, 1, 0) > 1 && StringBank.beats(plain, 2, 1) > 3)
    let kinds: [(OctaveStretch.Octave, lower: Int, upper: Int)] = [
      (.twoToOne, 1, 0), (.fourToTwo, 2, 1),
    ]
    for (octave, lower, upper) in kinds {
      let found = StringBank.partials(try Self.audio(bank, OctaveStretch(octave), in: folder))
      #expect(
        StringBank.beats(found, lower, upper) <= 0.3,
        "\(octave): \(StringBank.beats(found, lower, upper)) Hz")
      let cents = zip(StringBank.keys, found).map { 1200 * log2($1[0] / StringBank.hertz($0)) }
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
    let strings = try MistunedBank.bank(StringBank.builder(), in: folder)
    let corrected = try Self.audio(strings, nil, in: folder)
    #expect(try Self.audio(strings, OctaveStretch(amount: 0), in: folder) == corrected)
    #expect(try Self.audio(strings, OctaveStretch(amount: 0.1), in: folder) != corrected)
    let harmonic = try MistunedBank.bank(StringBank.builder(isStiff: false), in: folder)
    let expected = try Self.audio(harmonic, nil, in: folder)
    #expect(try Self.audio(harmonic, OctaveStretch(amount: 2), in: folder) == expected)
  }

  /// Plays all keys of a unit one after the other, and returns the left channel.
  private static func audio(_ unit: SamplerUnit) throws -> [Float] {
    let count = Int(StringBank.noteSeconds * StringBank.rate)
    var audio: [Float] = []
    for key in StringBank.keys {
      try unit.sendMIDI(bytes: [0xB0, 120, 0, 0x90, key, 100])
      var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          for start in Swift.stride(from: 0, to: count, by: 480) {
            SamplerUnit.render(
              unit.renderContext, events: UnsafeBufferPointer(start: nil, count: 0),
              left: left + start, right: right + start, count: 480)
          }
        }
      }
      audio += left
    }
    return audio
  }

  /// - Parameter isCached: Whether presets are prepared on all processors, as in players, instead
  ///   of the calling thread, as in plug-ins.
  private static func unit(_ bank: SoundBank, isCached: Bool = true) throws -> SamplerUnit {
    var access = BankAccess.files()
    if isCached {
      access = access.straightening(
        with: StraightToneCache(folder: nil), intonation: IntonationCache(folder: nil))
    }
    let unit = SamplerUnit(
      access: access, configuration: SynthesizerConfiguration(effects: false, limiter: false))
    unit.allocateRenderResources(sampleRate: StringBank.rate)
    try unit.load(BankStack(bank), usingPreset: 0)
    return unit
  }

  @Test(
    "The parameters of a unit stretch octaves, by their amount, until they are off",
    arguments: [true, false])
  func units(isCached: Bool) throws {
    let folder = try RenderFolder()
    let bank = try MistunedBank.bank(StringBank.builder(), in: folder)
    let unit = try Self.unit(bank, isCached: isCached)
    func partials() throws -> [[Double]] {
      // The audio thread handles the parameters, the control thread prepares the presets.
      _ = try Self.audio(unit)
      _ = unit.service()
      return StringBank.partials(try Self.audio(unit))
    }
    try unit.set(0, ofParameterAt: UnitMode.inTune.rawValue)
    let plain = try partials()
    #expect(StringBank.beats(plain, 1, 0) > 1)
    try unit.setOctaveStretch(OctaveStretch(.twoToOne))
    let whole = try partials()
    #expect(StringBank.beats(whole, 1, 0) <= 0.3, "\(StringBank.beats(whole, 1, 0)) Hz")
    try unit.set(50, ofParameterAt: UnitMode.stretchAmount.rawValue)
    let half = try partials()
    for index in plain.indices {
      let cents = [whole, half].map { 1200 * log2($0[index][0] / plain[index][0]) }
      #expect(abs(cents[1] - cents[0] / 2) < 0.05, "key \(index + 60): \(cents)")
    }
    #expect(1200 * log2(whole[24][0] / plain[24][0]) > 2)
    try unit.set(100, ofParameterAt: UnitMode.stretchAmount.rawValue)
    try unit.set(3, ofParameterAt: UnitMode.octaveStretch.rawValue)
    let second = try partials()
    #expect(StringBank.beats(second, 2, 1) <= 0.3, "\(StringBank.beats(second, 2, 1)) Hz")
    let state = unit.state
    try unit.setOctaveStretch(nil)
    let ended = try partials()
    #expect(StringBank.beats(ended, 1, 0) == StringBank.beats(plain, 1, 0))
    let restored = try Self.unit(bank)
    try restored.restore(UnitState(bytes: state.bytes))
    _ = try Self.audio(restored)
    _ = restored.service()
    #expect(StringBank.beats(StringBank.partials(try Self.audio(restored)), 2, 1) <= 0.3)
  }

  @Test("A unit plays harmonic tones without a change, straight strings with stretched octaves")
  func tones() throws {
    let folder = try RenderFolder()
    let harmonic = try Self.unit(
      try MistunedBank.bank(StringBank.builder(isStiff: false), in: folder))
    _ = harmonic.service()
    let plain = try Self.audio(harmonic)
    try harmonic.setOctaveStretch(OctaveStretch(amount: 2))
    _ = try Self.audio(harmonic)
    _ = harmonic.service()
    #expect(try Self.audio(harmonic).elementsEqual(plain))
    let strings = try Self.unit(try MistunedBank.bank(StringBank.builder(), in: folder))
    try strings.set(1, ofParameterAt: UnitMode.straightTone.rawValue)
    try strings.setOctaveStretch(OctaveStretch(.twoToOne))
    _ = try Self.audio(strings)
    _ = strings.service()
    let found = StringBank.partials(try Self.audio(strings))
    #expect(StringBank.beats(found, 1, 0) <= 0.3, "\(StringBank.beats(found, 1, 0)) Hz")
  }
}

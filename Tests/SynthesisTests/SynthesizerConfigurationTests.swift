import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("The ranges of a synthesizer's configuration")
struct SynthesizerConfigurationTests {
  /// A number that is set, and those that the configuration then has.
  struct Levels {
    var set: Double
    var gain: Double
    var silence: Double
    var vibrato: Float
  }

  /// NaN sets the default, and other numbers the nearest of the range.
  @Test(
    "Numbers are clamped when they are set, as in the initializer",
    arguments: [
      (Double.nan, 48_000.0), (.infinity, 384_000), (-.infinity, 8_000), (0, 8_000),
      (-0.0, 8_000), (Double.leastNonzeroMagnitude, 8_000), (1e9, 384_000), (1e300, 384_000),
      (0x1p63, 384_000),
      (44_100, 44_100),
    ])
  func sampleRate(set: Double, expected: Double) {
    var configuration = SynthesizerConfiguration()
    configuration.sampleRate = set
    #expect(configuration.sampleRate == expected)
    #expect(SynthesizerConfiguration(sampleRate: set).sampleRate == expected)
  }

  @Test(
    "Gain, noise floor and vibrato have ranges",
    arguments: [
      Levels(set: .nan, gain: 0, silence: -126, vibrato: 0),
      Levels(set: .infinity, gain: 60, silence: 0, vibrato: 2),
      Levels(set: 1e9, gain: 60, silence: 0, vibrato: 2),
      Levels(set: -.infinity, gain: -.infinity, silence: -.infinity, vibrato: 0),
      Levels(set: 0, gain: 0, silence: 0, vibrato: 0),
      Levels(set: -14, gain: -14, silence: -14, vibrato: 0),
      Levels(set: 1, gain: 1, silence: 0, vibrato: 1),
    ])
  func levels(levels: Levels) {
    var configuration = SynthesizerConfiguration()
    configuration.gain = Decibels(levels.set)
    configuration.silence = Decibels(levels.set)
    configuration.vibratoAmount = Float(levels.set)
    #expect(configuration.gain.value == levels.gain)
    #expect(configuration.silence.value == levels.silence)
    #expect(configuration.vibratoAmount == levels.vibrato)
    let created = SynthesizerConfiguration(gain: Decibels(levels.set))
    #expect(created.gain.value == levels.gain)
  }

  @Test(
    "Numbers of voices and channels have ranges",
    arguments: [
      (Int.min, 1, 1), (-1, 1, 1), (0, 1, 1), (100, 100, 100), (1_000_000_000, 4096, 256),
      (.max, 4096, 256),
    ])
  func counts(set: Int, voices: Int, channels: Int) {
    var configuration = SynthesizerConfiguration()
    configuration.maximumVoices = set
    configuration.channelCount = set
    #expect(configuration.maximumVoices == voices)
    #expect(configuration.channelCount == channels)
    let created = SynthesizerConfiguration(maximumVoices: set, channelCount: set)
    #expect(created.maximumVoices == voices && created.channelCount == channels)
  }

  @Test(
    "A synthesizer with any numbers plays a finite sound",
    arguments: [Double.nan, .infinity, -.infinity, 0, 1e9])
  func sound(number: Double) throws {
    var configuration = SynthesizerConfiguration(effects: false)
    configuration.sampleRate = number
    configuration.silence = Decibels(number)
    configuration.vibratoAmount = Float(number)
    let preset = try InstrumentLoader(bank: TestBank.tone())
      .prepare(presetAt: 0, usedKeys: .all)
    var synthesizer = Synthesizer(configuration)
    synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
    synthesizer.handle(.noteOn(channel: 0, key: 69, velocity: 100))
    var (left, right) = ([Float](repeating: 0, count: 960), [Float](repeating: 0, count: 960))
    synthesizer.render(left: &left, right: &right, count: 960)
    #expect(left.allSatisfy(\.isFinite) && left.contains { $0 != 0 })
    withExtendedLifetime(preset) {}
  }
}

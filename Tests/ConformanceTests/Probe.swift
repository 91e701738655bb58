import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundFontFixtures

/// A bank of one preset that says what a test wants said: written as a file, read as one, rendered.
///
/// ```swift
/// try Probe(.tone, [.coarseTune: 3], preset: [.coarseTune: 2]).note(seconds: 0.2).cents  // 500
/// ```
struct Probe {
  /// The instrument's sample at key 60, at 48 kHz.
  enum Recording {
    /// Constant half scale: the output is the gain.
    case level
    /// An endless sine of 1000 Hz.
    case tone
    /// One frame of half scale at this second, in silence.
    case impulse(second: Double)

    var sample: SoundFontSample {
      switch self {
      case .level:
        return SoundFontSample(
          frames: [Int16](repeating: 16384, count: 200), loop: 0..<200, rate: 48_000)
      case .tone:
        let frames = (0..<480).map { Int16((16384 * sin(2 * .pi * Double($0) / 48)).rounded()) }
        return SoundFontSample(frames: frames, loop: 0..<480, rate: 48_000)
      case .impulse(let second):
        let frame = Int(second * 48_000)
        var frames = [Int16](repeating: 0, count: frame + 200)
        frames[frame] = 16384
        return SoundFontSample(frames: frames, loop: frame + 100..<frame + 200, rate: 48_000)
      }
    }
  }

  /// The contents of the file; one preset (0, 0) unless a test adds more.
  var file = SoundFontBuilder()
  /// The SoundFont reading, if not the default.
  var reading: SoundFontReading?
  var sampleRate = 48_000.0
  var interpolation = InterpolationQuality.doubled
  /// Whether effects are on.
  var effects = false
  /// The keyboard tuning; `nil` for equal temperament.
  var tuning: KeyboardTuning?

  /// Creates a probe with one looped instrument zone and one preset zone.
  init(
    _ recording: Recording = .level, _ instrument: KeyValuePairs<Generator, Int16> = [:],
    preset: KeyValuePairs<Generator, Int16> = [:], modulators: [Modulator] = [],
    presetModulators: [Modulator] = []
  ) {
    self.init(
      recording, instrument: Probe.settings(instrument), preset: Probe.settings(preset),
      modulators: modulators, presetModulators: presetModulators)
  }

  /// Creates a probe with generators by number.
  init(
    _ recording: Recording, instrument: [SoundFontBuilder.Setting],
    preset: [SoundFontBuilder.Setting] = [], modulators: [Modulator] = [],
    presetModulators: [Modulator] = []
  ) {
    file.samples = [recording.sample]
    let looped = [SoundFontBuilder.Setting(.sampleModes, 1)] + instrument
    file.instruments = [.init(zones: [.init(looped, modulators: modulators, plays: 0)])]
    file.presets = [.init(zones: [.init(preset, modulators: presetModulators, plays: 0)])]
  }

  /// Creates a probe from a file.
  init(file: SoundFontBuilder) { self.file = file }

  static func settings(_ pairs: KeyValuePairs<Generator, Int16>) -> [SoundFontBuilder.Setting] {
    pairs.map { SoundFontBuilder.Setting($0.key, $0.value) }
  }

  /// Renders one key of channel 0 from frame 0, after these other events.
  func note(
    key: UInt8 = 60, velocity: UInt8 = 127, after events: [SynthesizerEvent] = [],
    release: Double? = nil, seconds: Double
  ) throws -> Audio {
    var timed = events.map { TimedEvent(frame: 0, event: $0) }
    timed.append(TimedEvent(frame: 0, event: .noteOn(channel: 0, key: key, velocity: velocity)))
    if let release {
      let frame = Int(release * sampleRate)
      timed.append(TimedEvent(frame: frame, event: .noteOff(channel: 0, key: key)))
    }
    return try play(timed, seconds: seconds)
  }

  /// Renders events on channels that all play the first preset at full volume.
  func play(_ events: [TimedEvent], seconds: Double) throws -> Audio {
    let storage = ByteStorage(copying: file.chunks.file)
    let bank =
      if let reading { try SoundFont.read(storage).soundBank(reading: reading) } else {
        try InstrumentFile.read(storage)
      }
    let preset = try InstrumentLoader(bank: bank, interpolation: interpolation)
      .prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: sampleRate, maximumVoices: 16, effects: effects, tuning: tuning,
        interpolation: interpolation))
    for channel in 0..<UInt8(16) {
      synthesizer.use(preset, onChannel: channel)
      synthesizer.handle(.controlChange(channel: channel, controller: 7, value: 127))
    }
    let count = Int(seconds * sampleRate)
    var audio = Audio(
      left: [Float](repeating: .nan, count: count), right: [Float](repeating: .nan, count: count),
      rate: sampleRate)
    events.withUnsafeBufferPointer { events in
      audio.left.withUnsafeMutableBufferPointer { left in
        audio.right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          synthesizer.render(events: events, left: left, right: right, count: count)
        }
      }
    }
    withExtendedLifetime(preset) {}
    return audio
  }
}

/// Returns timecents: 1200·log2(seconds) (SoundFont 2.04 §8.1.2).
func timecents(_ seconds: Double) -> Int16 { Int16((1200 * log2(seconds)).rounded()) }

/// Returns timecents as seconds.
func seconds(_ timecents: Int16) -> Double { exp2(Double(timecents) / 1200) }

/// Returns absolute cents: 0 is 8.176 Hz, 6900 is 440 Hz (§8.1.2).
func absoluteCents(_ hertz: Double) -> Int16 { Int16((6900 + 1200 * log2(hertz / 440)).rounded()) }

/// Returns absolute cents as hertz.
func hertz(_ absoluteCents: Int16) -> Double { 440 * exp2((Double(absoluteCents) - 6900) / 1200) }

/// Returns an amplitude ratio in decibels.
func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-12)) }

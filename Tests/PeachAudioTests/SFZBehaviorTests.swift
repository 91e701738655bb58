import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import Testing

/// SFZ opcodes from text to output. The samples `1.wav`, `2.wav` and `4.wav` are constant levels
/// that identify them in the output.
@Suite("SFZ playback")
struct SFZBehaviorTests {
  static let rate = 48_000.0
  /// The level of `1.wav` per channel at center pan, with constant power.
  static let unit = 512.0 / 32768 * 0.5.squareRoot()

  static let access: FolderAccess = {
    let files = [1, 2, 4].map { level in
      (
        "\(level).wav",
        WaveFile([Int16](repeating: Int16(512 * level), count: 96_000), rate: 48_000)
      )
    }
    let storages = Dictionary(
      uniqueKeysWithValues: files.map { ("/i/" + $0.0, ByteStorage(copying: $0.1.bytes)) })
    let names = files.map { $0.0 }
    return FolderAccess(
      list: { folder, _ in
        folder == "/i" ? names.map { .init(name: $0, isFolder: false) } : nil
      }, open: { storages[$0] }, resolve: { $0 == "/i" || storages[$0] != nil ? $0 : nil })
  }()

  /// Renders the left channel of an SFZ text.
  static func render(_ text: String, _ events: [TimedEvent], frames: Int) throws -> [Float] {
    let bank = try InstrumentFile.read(
      ByteStorage(copying: Array(text.utf8)), folders: SampleFolders(own: "/i", access: access))
    #expect(bank.warnings.isEmpty)
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: rate, effects: false, limiter: false))
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
    var left = [Float](repeating: 0, count: frames)
    var right = left
    events.withUnsafeBufferPointer { events in
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          synthesizer.render(events: events, left: left, right: right, count: frames)
        }
      }
    }
    withExtendedLifetime(preset) {}
    return left
  }

  /// Returns the sum of the audible samples at some frames.
  static func heard(_ text: String, _ events: [TimedEvent], at frames: [Int]) throws -> [Int] {
    let left = try render(text, events, frames: (frames.max() ?? 0) + 1)
    return frames.map { Int((Double(left[$0]) / unit).rounded()) }
  }

  static func on(_ frame: Int, _ key: UInt8 = 60, _ velocity: UInt8 = 127) -> TimedEvent {
    TimedEvent(frame: frame, event: .noteOn(channel: 0, key: key, velocity: velocity))
  }

  static func off(_ frame: Int, _ key: UInt8 = 60) -> TimedEvent {
    TimedEvent(frame: frame, event: .noteOff(channel: 0, key: key))
  }

  static func notes(_ keys: [UInt8]) -> [TimedEvent] {
    keys.enumerated().flatMap { [on(4000 * $0, $1), off(4000 * $0 + 2000, $1)] }
  }

  @Test("seq_length and seq_position: round robin")
  func roundRobin() throws {
    let text = """
      <group> seq_length=3
      <region> sample=1.wav
      <region> sample=2.wav seq_position=2
      <region> sample=4.wav seq_position=3
      """
    let heard = try Self.heard(
      text, Self.notes([60, 62, 60, 60]), at: [1000, 5000, 9000, 13_000])
    #expect(heard == [1, 2, 4, 1])
  }

  @Test("sw_last and sw_default: key switches, which also play if they have a region")
  func keyswitches() throws {
    let text = """
      <global> sw_lokey=24 sw_hikey=26 sw_default=24 lokey=40
      <master> sw_last=24 <region> sample=1.wav
      <master> sw_last=25 <region> sample=2.wav
      """
    let heard = try Self.heard(
      text, Self.notes([60, 25, 60, 60, 24, 60]),
      at: [1000, 5000, 9000, 13_000, 17_000, 21_000])
    #expect(heard == [1, 0, 2, 2, 0, 1])
  }

  @Test("trigger=release waits for the pedal, release_key does not; rt_decay attenuates")
  func releases() throws {
    let text = """
      <region> sample=1.wav
      <region> sample=2.wav trigger=release
      <region> sample=4.wav trigger=release_key end=2399
      """
    let events = [
      TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: 64, value: 127)),
      Self.on(0), Self.off(2000),
      TimedEvent(frame: 6000, event: .controlChange(channel: 0, controller: 64, value: 0)),
    ]
    #expect(try Self.heard(text, events, at: [1000, 3000, 5000, 7000]) == [1, 5, 1, 2])
    let decay = "<region> sample=1.wav <region> sample=4.wav trigger=release rt_decay=12.0412"
    let left = try Self.render(decay, [Self.on(0), Self.off(24_000)], frames: 25_001)
    // Half a second: −6.02 dB, half the level.
    #expect(abs(Double(left[25_000]) / Self.unit - 2) < 0.01)
  }

  @Test("group and off_by: a closed hi-hat chokes an open one")
  func groups() throws {
    let text = """
      <region> key=46 sample=1.wav loop_mode=one_shot group=1 off_by=2
      <region> key=42 sample=2.wav loop_mode=one_shot group=2
      """
    let events = [Self.on(0, 46), Self.off(100, 46), Self.on(4000, 42)]
    #expect(try Self.heard(text, events, at: [3000, 5000]) == [1, 2])
  }

  @Test("off_time and off_shape: fade-out of a choked group", arguments: [-3.0, 0, 2])
  func fades(shape: Double) throws {
    let text = """
      <region> key=46 sample=4.wav off_by=2 off_mode=time off_time=0.25 off_shape=\(shape)
      <region> key=42 sample=*silence group=2
      """
    let left = try Self.render(text, [Self.on(0, 46), Self.on(4000, 42)], frames: 17_000)
    for part in [0.1, 0.25, 0.5, 0.75, 0.9] {
      let level = Double(left[4000 + Int(12_000 * part)]) / (4 * Self.unit)
      // 0 is linear; below it the fade is fast at first (sfzformat.com, off_shape).
      let expected =
        shape == 0 ? 1 - part : (exp(shape * part) - exp(shape)) / (1 - exp(shape))
      #expect(abs(level - expected) < 0.002, "\(part): \(level), \(expected)")
    }
    #expect(left[16_100] == 0)
  }

  @Test("note_polyphony: a softer note does not end a louder one, unless note_selfmask is off")
  func selfMask() throws {
    let text = "<region> sample=1.wav loop_mode=one_shot amp_veltrack=0 note_polyphony=1"
    let softer = [Self.on(0, 60, 100), Self.off(100), Self.on(4000, 60, 50)]
    #expect(try Self.heard(text, softer, at: [3000, 7000]) == [1, 2])
    #expect(try Self.heard(text + " note_selfmask=off", softer, at: [3000, 7000]) == [1, 1])
    for velocity in [UInt8(100), 101] {
      let louder = [Self.on(0, 60, 100), Self.off(100), Self.on(4000, 60, velocity)]
      #expect(try Self.heard(text, louder, at: [3000, 7000]) == [1, 1])
    }
  }

  @Test("on_locc and on_hicc: only a controller value in the range triggers the region")
  func startedByControllers() throws {
    func controller(_ frame: Int, _ value: UInt8) -> TimedEvent {
      TimedEvent(frame: frame, event: .controlChange(channel: 0, controller: 20, value: value))
    }
    let text = """
      <region> sample=1.wav hikey=-1 end=999 on_locc20=64 on_hicc20=100
      <region> sample=4.wav key=60 locc20=64
      """
    let events = [
      controller(0, 63), controller(2000, 64), controller(4000, 100), controller(6000, 101),
      Self.on(8000), Self.off(9000),
    ]
    #expect(
      try Self.heard(text, events, at: [500, 2500, 3500, 4500, 6500, 8500, 10_500])
        == [0, 1, 0, 1, 0, 4, 0])
    // With a key range, both trigger it.
    let both = "<region> sample=1.wav key=60 end=999 on_locc20=64 on_hicc20=64"
    #expect(
      try Self.heard(both, [controller(0, 64), Self.on(2000)], at: [500, 1500, 2500]) == [1, 0, 1])
  }

  @Test(
    "A keyed region started by a controller plays its loop once; by its key, until note-off",
    arguments: ["loop_continuous", "loop_sustain"])
  func loopsStartedByControllers(mode: String) throws {
    let text = """
      <region> sample=1.wav key=60 end=9999 loop_mode=\(mode) loop_start=4000 loop_end=7999
      on_locc20=64
      """
    let start = TimedEvent(
      frame: 0, event: .controlChange(channel: 0, controller: 20, value: 127))
    let frames = [500, 3500, 20_000, 90_000]
    #expect(try Self.heard(text, [start], at: frames) == [1, 1, 0, 0])
    let key = [Self.on(0), Self.off(50_000)]
    #expect(try Self.heard(text, key, at: frames) == [1, 1, 1, 0])
  }

  @Test("on_locc130: a pressed key chokes its own notes, and no others")
  func choked() throws {
    let text = """
      <region> key=51 sample=1.wav loop_mode=one_shot off_by=100
      <region> key=53 sample=2.wav loop_mode=one_shot off_by=101
      <group> sample=4.wav end=999 locc1=1
      <region> key=51 group=100 on_locc130=127 <region> key=53 group=101 on_locc130=127
      """
    func press(_ frame: Int, _ key: UInt8, _ value: UInt8) -> TimedEvent {
      TimedEvent(frame: frame, event: .keyPressure(channel: 0, key: key, value: value))
    }
    let events = [
      TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: 1, value: 1)),
      Self.on(0, 51), Self.on(0, 53), press(6000, 51, 126), press(8000, 51, 127),
    ]
    // Both respond to their keys at first, for 1000 frames.
    #expect(try Self.heard(text, events, at: [5000, 7000, 8900, 10_000]) == [3, 3, 6, 2])
  }

  @Test("lorand and hirand: one region per note")
  func chance() throws {
    let text = "<region> sample=1.wav hirand=0.5 <region> sample=2.wav lorand=0.5"
    let keys = [UInt8](repeating: 60, count: 40)
    let heard = try Self.heard(
      text, Self.notes(keys), at: keys.indices.map { 4000 * $0 + 1000 })
    #expect(heard.allSatisfy { $0 == 1 || $0 == 2 } && Set(heard).count == 2)
  }

  @Test("Levels: squared velocity, crossfades between layers, controllers along curves")
  func levels() throws {
    func level(_ opcodes: String, velocity: UInt8 = 127, controller: UInt8? = nil) throws -> Double
    {
      var events = [Self.on(0, 60, velocity)]
      if let controller {
        events.insert(
          TimedEvent(
            frame: 0, event: .controlChange(channel: 0, controller: 20, value: controller)), at: 0)
      }
      let left = try Self.render("<region> sample=4.wav \(opcodes)", events, frames: 1001)
      return 20 * log10(Double(left[1000]) / (4 * Self.unit))
    }
    let half = 64.0 / 127
    #expect(abs(try level("", velocity: 64) - 40 * log10(half)) < 0.02)
    #expect(abs(try level("amp_velcurve_64=0.25", velocity: 64) - 20 * log10(0.25)) < 0.02)
    let fade = "amp_veltrack=0 xfin_lovel=20 xfin_hivel=60"
    #expect(abs(try level(fade, velocity: 30) - 10 * log10(0.25)) < 0.02)
    #expect(try level(fade, velocity: 20) < -150)
    #expect(abs(try level("amplitude_oncc20=100", controller: 64) - 20 * log10(half)) < 0.02)
    let curve = "amplitude_oncc20=100 amplitude_curvecc20=4"
    #expect(abs(try level(curve, controller: 64) - 40 * log10(half)) < 0.02)
    #expect(abs(try level("volume_oncc20=-12", controller: 127) + 12) < 0.02)
  }

  @Test("lfoN_wave: the LFO's waveform modulates the level", arguments: 0..<8)
  func waves(wave: Int) throws {
    // Returns the value at a phase, as specified by the format.
    func value(_ phase: Double) -> Double {
      switch wave {
      case 0: phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
      case 1: sin(2 * .pi * phase)
      case 2: phase < 0.75 ? 1 : -1
      case 3: phase < 0.5 ? 1 : -1
      case 4: phase < 0.25 ? 1 : -1
      case 5: phase < 0.125 ? 1 : -1
      case 6: 2 * phase - 1
      default: 1 - 2 * phase
      }
    }
    let text = """
      <region> sample=1.wav lfo1_freq=2 lfo1_volume=6 lfo1_wave=\(wave) lfo1_phase=0.5
      lfo1_delay=0.25 lfo1_fade=0.5
      """
    let left = try Self.render(text, [Self.on(0)], frames: 60_000)
    // A period is 24,000 frames and starts halfway, after a delay of 12,000; the LFO fades in over
    // one.
    for phase in [0.05, 0.2, 0.35, 0.55, 0.7, 0.95, 1.05, 1.2, 1.45, 1.7, 1.95] {
      let frame = 12_000 + Int(24_000 * phase)
      let decibels = 20 * log10(Double(left[frame]) / Self.unit)
      let expected = 6 * min(phase, 1) * value((phase + 0.5).truncatingRemainder(dividingBy: 1))
      #expect(abs(decibels - expected) < 0.05, "\(phase): \(decibels), \(expected)")
    }
    #expect(abs(20 * log10(Double(left[11_000]) / Self.unit)) < 0.001)
  }

  @Test("set_cc: a file sets controllers when its preset is selected")
  func controllers() throws {
    let text = """
      <control> set_cc30=90
      <region> sample=1.wav locc30=90 hicc30=90 <region> sample=2.wav hicc30=89
      """
    #expect(try Self.heard(text, [Self.on(0)], at: [1000]) == [1])
  }
}

import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import Testing

/// SoundFont 2.04 §8.1.2 (41, 43, 44, 53, 57) and §7.10: the zones that a note plays.
@Suite("Zones")
struct ZoneTests {
  /// Two samples, of 1000 and 1500 Hz.
  static var samples: [SoundFontSample] {
    [48.0, 32].map { period in
      let frames = (0..<480).map { Int16((8192 * sin(2 * .pi * Double($0) / period)).rounded()) }
      return SoundFontSample(frames: frames, loop: 0..<480, rate: 48_000)
    }
  }

  static func zone(
    _ settings: [SoundFontBuilder.Setting], plays sample: UInt16 = 0
  ) -> SoundFontBuilder.Zone {
    .init(settings + [.init(.sampleModes, 1), .init(.scaleTuning, 0)], plays: sample)
  }

  static func probe(
    _ zones: [SoundFontBuilder.Zone], presetZones: [SoundFontBuilder.Zone] = [.init(plays: 0)]
  ) -> Probe {
    var file = SoundFontBuilder()
    file.samples = samples
    file.instruments = [.init(zones: zones)]
    file.presets = [.init(zones: presetZones)]
    return Probe(file: file)
  }

  /// Whether the tones of 1000 and 1500 Hz are audible.
  static func tones(_ audio: Audio, from second: Double = 0.02) -> [Bool] {
    let part = audio.left[Int(second * 48_000)...]
    return [1000, 1500].map {
      Level.amplitude(of: part, at: $0, sampleRate: 48_000) > 0.01
    }
  }

  // Proves generator 41: SF2.04 §8.1.2; exact
  // Proves generator 53: SF2.04 §8.1.2; exact
  @Test("Preset zones play their instrument, instrument zones their sample")
  func targets() throws {
    for target in [0, 1] as [UInt16] {
      let bySample = try Self.probe([Self.zone([], plays: target)]).note(seconds: 0.05)
      #expect(Self.tones(bySample) == [target == 0, target == 1])
      var probe = Self.probe([Self.zone([])], presetZones: [.init(plays: target)])
      probe.file.instruments.append(.init(zones: [Self.zone([], plays: 1)]))
      let byInstrument = try probe.note(seconds: 0.05)
      #expect(Self.tones(byInstrument) == [target == 0, target == 1])
    }
  }

  // Proves generator 43: SF2.04 §8.1.2; exact
  @Test("Key ranges of both levels intersect", arguments: [39, 40, 49, 50, 59, 60, 70, 71])
  func keys(key: UInt8) throws {
    let probe = Self.probe(
      [
        Self.zone([.init(.keyRange, from: 40, to: 59)]),
        Self.zone([.init(.keyRange, from: 50, to: 80)], plays: 1),
      ],
      presetZones: [.init([.init(.keyRange, from: 30, to: 70)], plays: 0)])
    let expected = [(40...59).contains(key), (50...70).contains(key)]
    #expect(try Self.tones(probe.note(key: key, seconds: 0.05)) == expected)
  }

  // Proves generator 44: SF2.04 §8.1.2; exact
  @Test("Velocity ranges of both levels intersect", arguments: [63, 64, 99, 100, 101, 110, 111])
  func velocities(velocity: UInt8) throws {
    let probe = Self.probe(
      [
        Self.zone([.init(.velocityRange, from: 64, to: 100)]),
        Self.zone([.init(.velocityRange, from: 100, to: 127)], plays: 1),
      ],
      presetZones: [.init([.init(.velocityRange, from: 1, to: 110)], plays: 0)])
    let expected = [(64...100).contains(velocity), (100...110).contains(velocity)]
    #expect(try Self.tones(probe.note(velocity: velocity, seconds: 0.05)) == expected)
  }

  // Proves generator 57: SF2.04 §8.1.2; silent within 10 ms, without a click
  @Test("A note chokes its exclusive class on its channel, except its own zones")
  func exclusiveClass() throws {
    let one = SoundFontBuilder.Setting(.exclusiveClass, 1)
    let two = SoundFontBuilder.Setting(.exclusiveClass, 2)
    let low = SoundFontBuilder.Setting(.keyRange, from: 0, to: 59)
    let high = SoundFontBuilder.Setting(.keyRange, from: 60, to: 127)
    func tones(_ zones: [SoundFontBuilder.Zone], channel: UInt8 = 0) throws -> [Bool] {
      let audio = try Self.probe(zones).play(
        [
          TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 50, velocity: 127)),
          TimedEvent(frame: 2400, event: .noteOn(channel: channel, key: 70, velocity: 127)),
        ], seconds: 0.11)
      // 1500 Hz at 0.18 has half second differences of 0.0035; a click would be ten times that.
      #expect(Level.largestStep(audio.left[200..<2390]) < 0.01)
      #expect(Level.largestStep(audio.left[2460...]) < 0.01)
      return Self.tones(audio, from: 0.06)
    }
    let sameClass = [Self.zone([low, one]), Self.zone([high, one], plays: 1)]
    #expect(try tones(sameClass) == [false, true])
    #expect(try tones(sameClass, channel: 1) == [true, true])
    #expect(
      try tones([Self.zone([low, one]), Self.zone([high, two], plays: 1)]) == [true, true])
    #expect(try tones([Self.zone([low]), Self.zone([high], plays: 1)]) == [true, true])
    let siblings = [Self.zone([one]), Self.zone([one], plays: 1)]
    #expect(try Self.tones(Self.probe(siblings).note(seconds: 0.05)) == [true, true])
  }

  // Proves sample stereo: SF2.04 §7.10; the same frame
  @Test("Stereo pairs start on the same frame")
  func stereo() throws {
    var probe = Self.probe([
      Self.zone([.init(.pan, -500)]), Self.zone([.init(.pan, 500)], plays: 1),
    ])
    // No value is 0, so the first frame is audible.
    for (sample, type) in [(0, UInt16(4)), (1, 2)] {
      probe.file.samples[sample].frames = [Int16](repeating: 8192, count: 480)
      probe.file.samples[sample].type = type
      probe.file.samples[sample].link = UInt16(1 - sample)
    }
    let audio = try probe.play(
      [TimedEvent(frame: 777, event: .noteOn(channel: 0, key: 60, velocity: 127))], seconds: 0.03)
    #expect(audio.left.firstIndex { $0 != 0 } == 777)
    #expect(audio.right.firstIndex { $0 != 0 } == 777)
    #expect(audio.left[777...].elementsEqual(audio.right[777...]) { abs($0 - $1) < 1e-6 })
  }
}

import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import Testing

/// SoundFont 2.04 §9.6: every generator by NRPN, for active and new notes.
@Suite("Generators by NRPN")
struct GeneratorParameterTests {
  /// The factors of §9.6.2, with their generators.
  static let factors: [(factor: Int, generators: [UInt8])] = [
    (2, [5, 6, 7, 8, 10, 11, 21, 23, 25, 26, 27, 28, 30, 33, 34, 35, 36, 38]),
    (4, [22, 24]),
    (1, [0, 1, 2, 3, 4, 9, 12, 13, 15, 16, 17, 29, 31, 32, 37, 39, 40]),
    (1, [45, 46, 47, 48, 50, 51, 52, 56, 57, 58]),
  ]

  /// Returns a probe in which every generator is audible: two samples of one class, a filter, both
  /// LFOs and both envelopes.
  static func rich(_ more: [(Generator, Int16)] = []) -> Probe {
    var settings: [Generator: Int16] = [
      .initialFilterCutoff: 8000, .initialFilterResonance: 60, .modulationLFOToPitch: 20,
      .vibratoLFOToPitch: 20, .modulationEnvelopeToPitch: 100, .modulationLFOToVolume: 20,
      .modulationLFOToFilterCutoff: 300, .modulationEnvelopeToFilterCutoff: 300,
      .modulationLFODelay: -7000, .vibratoLFODelay: -7000, .modulationLFOFrequency: 600,
      .vibratoLFOFrequency: 600, .pan: 100, .initialAttenuation: 100,
      .volumeEnvelopeDelay: -8000, .volumeEnvelopeAttack: -7000, .volumeEnvelopeHold: -7000,
      .volumeEnvelopeDecay: -3000, .volumeEnvelopeSustain: 200, .volumeEnvelopeRelease: -3000,
      .modulationEnvelopeDelay: -8000, .modulationEnvelopeAttack: -7000,
      .modulationEnvelopeHold: -7000, .modulationEnvelopeDecay: -3000,
      .modulationEnvelopeSustain: 300, .modulationEnvelopeRelease: -3000,
      .keyToVolumeEnvelopeHold: 10, .keyToVolumeEnvelopeDecay: 10,
      .keyToModulationEnvelopeHold: 10, .keyToModulationEnvelopeDecay: 10, .scaleTuning: 90,
    ]
    for (generator, value) in more { settings[generator] = value }
    return Probe(
      .tone,
      instrument: settings.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { .init($0.key, $0.value) })
  }

  // Proves nrpn generator: SF2.04 §9.6.2; bit-identical, for every generator
  // Proves nrpn scale: SF2.04 §9.6.2; bit for bit
  @Test("Data entry offsets a generator as in a file", arguments: factors)
  func sameAsFile(factor: Int, generators: [UInt8]) throws {
    for number in generators {
      let generator = try #require(Generator(rawValue: number))
      // Other tests cover address generators.
      if [0, 1, 2, 3, 4, 12, 45, 50, 46, 47, 57, 58, 48].contains(number) { continue }
      let steps = 60
      let own = Self.rich().file.instruments[0].zones[0].settings
        .first { $0.number == UInt16(number) }
      let before = own.map { Int16(bitPattern: $0.amount) } ?? Int16(generator.defaultValue)
      let told = Self.rich([(generator, before + Int16(steps * factor))])
      let expected = try told.note(key: 64, release: 0.25, seconds: 0.4)
      let heard = try Self.rich().note(
        key: 64, after: SynthesizerEvent.generator(number, steps: steps), release: 0.25,
        seconds: 0.4)
      #expect(heard == expected, "generator \(number)")
      let untouched = try Self.rich().note(key: 64, release: 0.25, seconds: 0.4)
      let isSend = number == 15 || number == 16
      #expect(isSend || heard != untouched, "generator \(number) does nothing")
    }
  }

  // Proves nrpn generator: SF2.04 §9.6.2; exact to the frame for addresses, 0.1 dB and 0.1 cent
  @Test("Address, key, velocity, attenuation and root key generators can be offset")
  func others() throws {
    // A later start makes the impulse earlier.
    func first(_ events: [SynthesizerEvent]) throws -> Int? {
      let probe = Probe(.impulse(second: 0.75), [.sampleModes: 0])
      return try probe.note(after: events, seconds: 0.8).left.firstIndex { abs($0) > 0.1 }
    }
    let plain = try #require(try first([]))
    #expect(try first(SynthesizerEvent.generator(0, steps: 960)) == plain - 960)
    #expect(try first(SynthesizerEvent.generator(4, steps: 1)) == plain - 32768)
    // The sample ends 100 frames after the impulse.
    #expect(try first(SynthesizerEvent.generator(1, steps: -240)) == nil)
    #expect(try first(SynthesizerEvent.generator(1, steps: -190)) == plain)
    #expect(try first(SynthesizerEvent.generator(12, steps: -1)) == nil)
    func level(_ number: UInt8, _ steps: Int, velocity: UInt8 = 127) throws -> Double {
      try Probe().note(
        velocity: velocity, after: SynthesizerEvent.generator(number, steps: steps), seconds: 0.1
      ).level(at: 0.05)
    }
    #expect(try abs(level(48, 100) + 10) < 0.1)
    // A velocity of −1 (none), offset by 65, is 64: §8.4.1's curve.
    #expect(try abs(level(47, 65, velocity: 100) - 40 * log10(64 / 127.0)) < 0.1)
    func cents(_ number: UInt8, _ steps: Int, near guess: Double) throws -> Double {
      try Probe(.tone).note(after: SynthesizerEvent.generator(number, steps: steps), seconds: 0.1)
        .cents(near: guess)
    }
    #expect(try abs(cents(46, 68, near: 700) - 700) < 0.1)
    #expect(try abs(cents(58, 58, near: 300) - 300) < 0.1)
  }

  // Proves nrpn generator: SF2.04 §9.6.2; exact to the frame for loops
  @Test("Loop points change during playback")
  func loops() throws {
    // An impulse in a loop of 200 frames.
    var probe = Probe()
    var frames = [Int16](repeating: 0, count: 200)
    frames[60] = 16384
    probe.file.samples = [.init(frames: frames, loop: 0..<200, rate: 48_000)]
    for (number, steps, period) in [(3, -100, 100), (2, 50, 150)] as [(UInt8, Int, Int)] {
      let events = [.on(60)].at(0) + SynthesizerEvent.generator(number, steps: steps).at(0.1)
      let audio = try probe.play(events, seconds: 0.2)
      let peaks = audio.left.indices.filter { audio.left[$0] > 0.3 }
      let gaps = zip(peaks, peaks.dropFirst()).map { $1 - $0 }
      #expect(gaps.prefix(20).allSatisfy { $0 == 200 } && gaps.count > 40)
      #expect(gaps.suffix(20).allSatisfy { $0 == period }, "generator \(number): \(gaps)")
    }
  }

  // Proves nrpn generator: SF2.04 §9.6.2; 0.1 dB, during a note
  @Test("Active notes follow, on the same channel only")
  func sounding() throws {
    let events =
      [.on(60), .on(60, channel: 1)].at(0) + SynthesizerEvent.generator(48, steps: 200).at(0.1)
    let audio = try Probe().play(events, seconds: 0.2)
    #expect(abs(audio.level(at: 0.05) - 20 * log10(2)) < 0.1)
    #expect(abs(audio.level(at: 0.15) - 20 * log10(1.1)) < 0.1)
  }

  // Proves nrpn select: SF2.04 §9.6.2; 0.1 cent
  // Proves controller 98, 99: SF2.04 §9.6.1; 0.1 cent
  @Test("NRPN LSB 100, 101 and 102 are summed; generators beyond the last are ignored")
  func selection() throws {
    func cents(_ least: [UInt8], near guess: Double) throws -> Double {
      let events = SynthesizerEvent.unregistered(120, least, coarse: 64, fine: 50)
      return try ParameterTests.cents(events, near: guess)
    }
    #expect(try abs(cents([52], near: 50) - 50) < 0.1)
    #expect(try abs(cents([100, 52], near: 0)) < 0.1)
    #expect(try abs(cents([102, 101, 100, 52], near: 0)) < 0.1)
    // Controller 99 starts a new sum.
    let events: [SynthesizerEvent] =
      [.control(99, 120), .control(98, 100)]
      + SynthesizerEvent.unregistered(120, [52], coarse: 64, fine: 50)
    #expect(try abs(ParameterTests.cents(events, near: 50) - 50) < 0.1)
  }

  // Proves nrpn reset: SF2.04 §9.6.3; 0.1 cent
  @Test("Reset all controllers clears the offsets")
  func reset() throws {
    let events = SynthesizerEvent.generator(52, steps: 80) + [.control(121, 0)]
    #expect(try abs(ParameterTests.cents(events, near: 0)) < 0.1)
  }
}

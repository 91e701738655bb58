import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import Testing

/// Faults that users of other players reported, as notes. The titles name the source of each value.
@Suite("Reported faults of notes")
struct ReportedNoteTests {
  // The convention of MIDI 1.0 players (FluidSynth retriggers instead; pretty_midi report 62).
  @Test("Of two note-ons of a key, one note-off ends both (MIDI 1.0: note-off names a key only)")
  func overlappingNotes() throws {
    let probe = Probe(.level, [.volumeEnvelopeRelease: timecents(0.02)])
    let audio = try probe.play(
      [.on(60)].at(0) + [.on(60)].at(0.05) + [.off(60)].at(0.1), seconds: 0.3)
    // Two equal notes add up: 20 log 2.
    #expect(abs(audio.level(at: 0.08) - 6.02) < 0.1)
    #expect(audio.level(at: 0.2) < -90)
  }

  @Test("Controller 121 releases held notes, and the next glide starts at the last key (RP-015)")
  func resetAndGlide() throws {
    let events =
      [.control(5, 60), .on(60)].at(0) + [.control(121, 0), .off(60)].at(0.1)
      + [.control(65, 127), .on(72)].at(0.3)
    let audio = try Probe(.tone).play(events, seconds: 0.5)
    // One octave in 12 times the time of a semitone, from key 60.
    let duration = 12 * GlideTests.secondsPerSemitone(60, 0)
    let deviation = audio.deviation(from: 0.32, to: 0.3 + min(duration, 0.2) - 0.02) {
      min(1200, 1200 * ($0 - 0.3) / duration)
    }
    #expect(abs(deviation) < 1, "\(deviation)")
  }

  @Test("The frames of the next sample are not heard, also without the 46 zeros (§7.10)")
  func nextSample() throws {
    var file = SoundFontBuilder()
    file.framesBetween = 0
    let loud = [Int16](repeating: 32_767, count: 400)
    file.samples = [
      SoundFontSample(frames: [Int16](repeating: 0, count: 400), rate: 48_000),
      SoundFontSample(frames: loud, rate: 48_000),
    ]
    file.instruments = [.init(zones: [.init([.init(.sampleModes, 0)], plays: 0)])]
    file.presets = [.init(zones: [.init(plays: 0)])]
    for key in [48, 60, 67] as [UInt8] {
      let audio = try Probe(file: file).note(key: key, seconds: 0.1)
      #expect(Level.peak(audio.left[...]) < 1e-6, "\(key)")
    }
    // The neighbor itself sounds.
    file.instruments[0].zones[0].target = 1
    #expect(Level.peak(try Probe(file: file).note(seconds: 0.1).left[...]) > 0.1)
  }

  @Test("If one instrument of a preset ends, the other plays on (FluidSynth report 1679; §7.3)")
  func instrumentThatEnds() throws {
    func probe(_ zones: [UInt16]) -> Probe {
      var file = SoundFontBuilder()
      let frames = Probe.Recording.level.sample.frames
      file.samples = [
        SoundFontSample(frames: frames, rate: 48_000), Probe.Recording.level.sample,
      ]
      file.instruments = [
        .init(zones: [.init([.init(.sampleModes, 0)], plays: 0)]),
        .init(zones: [.init([.init(.sampleModes, 1)], plays: 1)]),
      ]
      file.presets = [.init(zones: zones.map { .init(plays: $0) })]
      return Probe(file: file)
    }
    let both = try probe([0, 1]).note(seconds: 0.5)
    let looped = try probe([1]).note(seconds: 0.5)
    #expect(abs(both.level(at: 0.002) - looped.level(at: 0.002) - 6.02) < 0.1)
    #expect(abs(both.level(at: 0.4) - looped.level(at: 0.4)) < 0.00001)
  }

  @Test(
    "Between two velocity layers, one sounds: controller 88 adds a fraction (CA-031)",
    arguments: [1, 64, 127] as [UInt8])
  func prefixBetweenLayers(prefix: UInt8) throws {
    var file = SoundFontBuilder()
    file.samples = [Probe.Recording.level.sample]
    func zone(_ velocities: ClosedRange<UInt8>, _ attenuation: Int16) -> SoundFontBuilder.Zone {
      .init(
        [
          .init(.velocityRange, from: velocities.lowerBound, to: velocities.upperBound),
          .init(.sampleModes, 1), .init(.initialAttenuation, attenuation),
        ], plays: 0)
    }
    file.instruments = [.init(zones: [zone(0...50, 0), zone(51...127, 500)])]
    file.presets = [.init(zones: [.init(plays: 0)])]
    let audio = try Probe(file: file)
      .note(velocity: 50, after: [.control(88, prefix)], seconds: 0.1)
    // §8.4.1's curve for the lower layer; the attenuation of 500 is 20 dB.
    let expected = 40 * log10((50 + Double(prefix) / 128) / 127)
    #expect(abs(audio.level(at: 0.05) - expected) < 0.1)
  }

  @Test("Low notes have the same level at any sample rate (FluidSynth report 580)")
  func sampleRates() throws {
    for key in [24, 36, 60] as [UInt8] {
      let levels = try [48_000.0, 96_000, 192_000].map { rate in
        var probe = Probe(.tone)
        probe.sampleRate = rate
        let audio = try probe.note(key: key, seconds: 0.3)
        return Level.rootMeanSquare(audio.left[Int(0.1 * rate)...])
      }
      #expect(abs(levels[1] - levels[0]) < 0.05 && abs(levels[2] - levels[0]) < 0.05, "\(levels)")
    }
  }

  @Test(
    "A loop of n frames has the pitch of its rate divided by n (SpessaSynth report 90)",
    arguments: [2, 3, 4, 5, 8, 16, 21, 32, 50])
  func shortLoops(period: Int) throws {
    let frames = (0..<40 * period).map {
      // A period of two frames has no phase at which a sine is not 0 but this.
      Int16((12_000 * cos(2 * .pi * Double($0) / Double(period))).rounded())
    }
    var probe = Probe(.level)
    probe.file.samples = [
      SoundFontSample(frames: frames, loop: 0..<period, rate: 44_100)
    ]
    // Two octaves below, so that a loop of two frames is below half the rate.
    let audio = try probe.note(key: 36, seconds: 0.6)
    let expected = 44_100 / Double(period) / 4
    let cents = PitchMeter.cents(
      of: audio.left[9_600...], above: expected, sampleRate: audio.rate)
    #expect(abs(cents) < 0.05, "\(cents)")
  }
}

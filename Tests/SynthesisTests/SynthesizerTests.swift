import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Synthesizer")
struct SynthesizerTests {
  @Test(
    "A note has the requested frequency within 0.01 cents",
    arguments: [55, 440, 442.3, 1000, 3520])
  func pitchInHertz(frequency: Double) throws {
    for cents in [0, 0.1, -0.1, 1, -1, 33.3, -33.3, 99.9, -99.9] {
      let asked = frequency * exp2(cents / 1200)
      let audio = try Render.note(TestBank.tone(partials: [0.4, 0.2, 0.1]), frequency: asked)
      let sounding = asked * 441 / 440
      let error = PitchMeter.cents(
        of: audio.left[4800...], above: sounding, sampleRate: Render.rate)
      #expect(abs(error) < 0.01, "\(asked) Hz is off by \(error) cents")
    }
  }

  @Test("An event takes effect on its frame, at any block offset")
  func eventsLandOnTheirFrame() throws {
    // A sample at full level from its first frame.
    let bank = TestBank.bank(
      samples: [([Int16](repeating: 16384, count: 9000), nil, 48_000, 60)],
      presets: [[Region(sample: 0)]])
    for frame in [0, 1, 63, 64, 65, 777, 4000, 4095] {
      let audio = try Render(
        bank, [TimedEvent(frame: frame, event: .noteOn(channel: 0, key: 60, velocity: 127))],
        frames: 5000, blocks: [4096])
      #expect(audio.left.firstIndex { $0 != 0 } == frame)
    }
  }

  @Test("Output is bit-identical for any block size")
  func blockSizeDoesNotMatter() throws {
    let bank = TestBank.tone(partials: [0.4, 0.3]) {
      $0.generators[.initialFilterCutoff] = 8000
      $0.generators[.initialFilterResonance] = 80
      $0.generators[.modulationEnvelopeToFilterCutoff] = 2400
      $0.generators[.modulationEnvelopeDecay] = -1200
      $0.generators[.modulationEnvelopeSustain] = 500
      $0.generators[.vibratoLFOToPitch] = 40
      $0.generators[.vibratoLFOFrequency] = -300
      $0.generators[.modulationLFOToVolume] = 30
      $0.generators[.volumeEnvelopeAttack] = -6000
      $0.generators[.volumeEnvelopeDecay] = -2400
      $0.generators[.volumeEnvelopeSustain] = 200
      $0.generators[.volumeEnvelopeRelease] = -3000
    }
    var events: [TimedEvent] = []
    for index in 0..<40 {
      let key = UInt8(40 + index * 7 % 50)
      let frame = index * 613
      events.append(
        TimedEvent(frame: frame, event: .noteOn(channel: 0, key: key, velocity: 90)))
      events.append(
        TimedEvent(
          frame: frame + 5,
          event: .pitchBend(channel: 0, value: UInt16(8192 + index * 50))))
      if index % 3 == 0 {
        events.append(TimedEvent(frame: frame + 311, event: .noteOff(channel: 0, key: key)))
      }
    }
    events.append(TimedEvent(frame: 29_001, event: .fadeAll(frames: 480)))
    let whole = try Render(bank, events, frames: 32_000, blocks: [4096], maximumVoices: 12)
    #expect(whole.left.allSatisfy { $0.isFinite } && Level.peak(whole.left[...]) > 0.05)
    for size in [1, 17, 64, 512] {
      let cut = try Render(bank, events, frames: 32_000, blocks: [size], maximumVoices: 12)
      #expect(cut.left == whole.left, "blocks of \(size)")
      #expect(cut.right == whole.right, "blocks of \(size)")
    }
    let mixed = try Render(
      bank, events, frames: 32_000, blocks: [3, 1000, 64, 7, 129], maximumVoices: 12)
    #expect(mixed.left == whole.left)
  }

  @Test("A note lasts the requested number of frames, at any pitch")
  func durationIsExact() throws {
    for frequency in [110.0, 442.3, 1760] {
      for duration in [480, 4801, 9600] {
        let noteNumber = FrequencyCalculation.noteNumber(frequency: .hertz(frequency))
        let note = Note(
          id: 1, noteNumber: noteNumber, durationFrames: duration, fadeInFrames: 240,
          fadeOutFrames: 240)
        let audio = try Render(
          TestBank.tone(), [TimedEvent(frame: 100, event: .startNote(note))], frames: 12_000)
        let last = audio.left.lastIndex { $0 != 0 } ?? -1
        #expect(audio.left[(100 + duration)...].allSatisfy { $0 == 0 })
        #expect(last >= 100 + duration - 3, "\(last) of \(100 + duration)")
      }
    }
  }

  @Test("Stopping leaves no step above −60 dB of the note, at any time")
  func stoppingDoesNotClick() throws {
    for moment in stride(from: 9_600, to: 9_720, by: 7) {
      let noteNumber = FrequencyCalculation.noteNumber(frequency: .hertz(440))
      let events = [
        TimedEvent(frame: 0, event: .startNote(Note(id: 1, noteNumber: noteNumber))),
        TimedEvent(frame: moment, event: .fade(note: 1, frames: 480)),
      ]
      let audio = try Render(TestBank.tone(), events, frames: 12_000)
      let peak = Level.peak(audio.left[4800..<9600])
      // Without half the tone's own second difference, of 441 Hz at 48 kHz.
      let curvature = peak * Float(pow(2 * Double.pi * 441 / 48_000, 2) / 2)
      let step = Level.largestStep(audio.left[(moment - 10)...]) - curvature
      #expect(step < peak / 1000)
      #expect(audio.left[(moment + 480)...].allSatisfy { $0 == 0 })
    }
  }

  @Test("A host selects a preset, sets a gain, and knows which notes sound")
  func host() throws {
    let preset = try InstrumentLoader(bank: TestBank.tone()).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration(effects: false))
    synthesizer.usePreset(preset, onChannel: 0)
    for index in [999, -1, .min, .max] {
      synthesizer.usePreset(preset, onChannel: index)
      synthesizer.use(bank: 0, program: 0, onChannel: index)
      synthesizer.setOffset(100, of: .fineTune, onChannel: index)
    }
    let first = synthesizer.nextNoteOnSerial()
    synthesizer.handle(.noteOn(channel: 0, key: 69, velocity: 127))
    let end = synthesizer.nextNoteOnSerial()
    var (left, right) = ([Float](repeating: 0, count: 4800), [Float](repeating: 0, count: 4800))
    for _ in 0..<4 { synthesizer.render(left: &left, right: &right, count: 4800) }
    let level = Level.rootMeanSquare(left[2400...])
    synthesizer.setHostGain(0.5)
    for _ in 0..<2 { synthesizer.render(left: &left, right: &right, count: 4800) }
    // In decibels: half the amplitude is −6.02 dB.
    #expect(abs(Level.rootMeanSquare(left[2400...]) - level + 6.0206) < 0.01)
    // The macro cannot borrow a noncopyable value.
    let soundsFirst = synthesizer.soundsNote(from: first, below: end)
    let soundsLater = synthesizer.soundsNote(from: end, below: .max)
    #expect(soundsFirst && !soundsLater)
    synthesizer.usePreset(nil, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: 60, velocity: 127))
    let soundsWithoutPreset = synthesizer.soundsNote(from: end, below: .max)
    #expect(!soundsWithoutPreset)
    withExtendedLifetime(preset) {}
  }

  @Test("The level of a channel follows the host, stays after resets, and spares other channels")
  func channelLevel() throws {
    let preset = try InstrumentLoader(bank: TestBank.tone()).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration(effects: false))
    synthesizer.usePreset(preset, onChannel: 3)
    for index in [999, -1, 16] { synthesizer.setLevel(decibels: -50, ofChannel: index) }
    synthesizer.setLevel(decibels: .nan, ofChannel: 3)
    synthesizer.setLevel(decibels: -20, ofChannel: 2)
    func level() -> Double {
      var (left, right) = ([Float](repeating: 0, count: 4800), [Float](repeating: 0, count: 4800))
      for _ in 0..<4 { synthesizer.render(left: &left, right: &right, count: 4800) }
      return Level.rootMeanSquare(left[2400...])
    }
    synthesizer.handle(.noteOn(channel: 3, key: 69, velocity: 64))
    let usual = level()
    // A gain of 6 dB is that of the amplitude, and 24 and −96 dB are the ends of the range.
    for (decibels, expected) in [(-12.5, -12.5), (6, 6), (99, 24), (-200, -96), (0, 0)] {
      synthesizer.setLevel(decibels: Float(decibels), ofChannel: 3)
      let change = level() - usual
      #expect(abs(change - expected) < 0.02, "\(decibels): \(change)")
    }
    synthesizer.setLevel(decibels: -12.5, ofChannel: 3)
    synthesizer.handle(.fadeAll(frames: 10))
    synthesizer.handle(.reset(.generalMIDI))
    synthesizer.usePreset(preset, onChannel: 3)
    synthesizer.handle(.noteOn(channel: 3, key: 69, velocity: 64))
    #expect(abs(level() - usual + 12.5) < 0.02)
    withExtendedLifetime(preset) {}
  }

  @Test("Voice stealing ends the softest notes, without a click, and never raises the level")
  func stealingDoesNotClick() throws {
    let bank = TestBank.tone { $0.generators[.volumeEnvelopeAttack] = -4800 }
    var synthesizer = Synthesizer(SynthesizerConfiguration(maximumVoices: 8))
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    synthesizer.use(preset, onChannel: 0)
    var left = [Float](repeating: 0, count: 48_000)
    var right = left
    var clicks: Float = 0
    for index in 0..<40 {
      let noteNumber = 40 + Double(index) * 0.37
      synthesizer.handle(
        .startNote(Note(id: UInt64(index + 1), noteNumber: noteNumber, velocity: 60)))
      #expect(synthesizer.soundingVoiceCount == min(index + 1, 8))
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          synthesizer.render(
            left: left + index * 1200, right: right + index * 1200, count: 1200)
        }
      }
      let from = index * 1200
      clicks = max(clicks, Level.largestStep(left[max(from - 2, 0)..<(from + 1200)]))
    }
    // All components are below 147 Hz: half the second difference of eight sines of amplitude A is
    // at most 8·A·(2π·147/48000)²/2. An attack of 1/16 s ends in a corner: the slope changes by
    // A/3000 per frame.
    let one: Float = 0.8 * 0.7072
    let most = 8 * one * Float(pow(2 * Double.pi * 147 / 48_000, 2) / 2) + one / 6000
    #expect(clicks < most + one / 1000)
    withExtendedLifetime(preset) {}
  }

  @Test("A bend of 10240 with the default range raises by 50 cents, the maximum by 200")
  func pitchBend() throws {
    var bank = TestBank.tone { region in
      region.modulators = [
        Modulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0)
      ]
    }
    bank.samples[0].correctionCents = -TestBank.toneCents
    for (bend, cents) in [(8192, 0.0), (10240, 50), (0, -200), (16383, 200), (4096, -100)] {
      let events = [
        TimedEvent(frame: 0, event: .pitchBend(channel: 0, value: UInt16(bend))),
        TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127)),
      ]
      let audio = try Render(bank, events, frames: 48_000)
      let error = PitchMeter.cents(
        of: audio.left[4800...], above: 440 * exp2(cents / 1200), sampleRate: Render.rate)
      #expect(abs(error) < 0.01, "bend \(bend) is off by \(error)")
    }
  }

  // Proves rpn 0, null: MIDI 1.0 table IIIa; 0.01 cent
  // Proves controller 6, 38, 100, 101: MIDI 1.0 table III, IIIa; 0.01 cent
  @Test("RPN 0 sets the bend's range in semitones and cents")
  func bendRange() throws {
    var bank = TestBank.tone { region in
      region.modulators = [
        Modulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0)
      ]
    }
    bank.samples[0].correctionCents = -TestBank.toneCents
    let settings: [(UInt8, UInt8)] = [(101, 0), (100, 0), (6, 7), (38, 50), (101, 127), (100, 127)]
    var events = settings.map {
      TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: $0.0, value: $0.1))
    }
    // After the null parameter, data entry has no effect.
    events.append(TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: 6, value: 1)))
    events.append(TimedEvent(frame: 0, event: .pitchBend(channel: 0, value: 0)))
    events.append(TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127)))
    let audio = try Render(bank, events, frames: 48_000)
    let error = PitchMeter.cents(
      of: audio.left[4800...], above: 440 * exp2(-750.0 / 1200), sampleRate: Render.rate)
    #expect(abs(error) < 0.01)
  }

  // Proves rpn 1, 2: MIDI 1.0 table IIIa; 0.01 cent
  @Test("RPN 1 and 2 tune a channel by fractions of a semitone and by semitones")
  func channelTuning() throws {
    var bank = TestBank.tone()
    bank.samples[0].correctionCents = -TestBank.toneCents
    // 14 bits: 8192 + 4096 is 50 cents up. 64 − 3 is three semitones down.
    let settings: [[(UInt8, UInt8)]] = [
      [(101, 0), (100, 1), (6, 96), (38, 0)], [(101, 0), (100, 1), (6, 0), (38, 0)],
      [(101, 0), (100, 2), (6, 61)],
      [(101, 0), (100, 1), (6, 64), (38, 82), (100, 2), (6, 65)],
    ]
    for (setting, cents) in zip(settings, [50, -100, -300, 100 + 82.0 / 81.92]) {
      var events = setting.map {
        TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: $0.0, value: $0.1))
      }
      events.append(
        TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127)))
      let audio = try Render(bank, events, frames: 36_000)
      let error = PitchMeter.cents(
        of: audio.left[4800...], above: 440 * exp2(cents / 1200), sampleRate: Render.rate)
      #expect(abs(error) < 0.01, "\(cents) cents: off by \(error)")
    }
  }

  // Proves controller 66: MIDI 1.0 table III; 0.1 dB
  @Test("The sostenuto pedal holds only the keys that are down when it is pressed")
  func sostenutoPedal() throws {
    let bank = EnvelopeTests.constant {
      $0.generators[.volumeEnvelopeRelease] = -7972
      $0.generators[.scaleTuning] = 0
    }
    func key(_ frame: Int, _ key: UInt8, isDown: Bool) -> TimedEvent {
      TimedEvent(
        frame: frame,
        event: isDown
          ? .noteOn(channel: 0, key: key, velocity: 127) : .noteOff(channel: 0, key: key))
    }
    func pedal(_ frame: Int, _ controller: UInt8, _ value: UInt8) -> TimedEvent {
      TimedEvent(
        frame: frame, event: .controlChange(channel: 0, controller: controller, value: value))
    }
    let events = [
      key(0, 60, isDown: true), pedal(4800, 66, 127), key(6000, 62, isDown: true),
      key(7200, 60, isDown: false), key(7200, 62, isDown: false),
      // Releasing the other pedal does not release notes held by this one.
      pedal(12_000, 64, 0), pedal(19_200, 66, 0),
    ]
    let level = try Render(bank, events, frames: 24_000).left.map {
      Double($0) / EnvelopeTests.full
    }
    #expect(abs(level[7000] - 2) < 0.01)
    #expect(abs(level[9000] - 1) < 0.01)
    #expect(abs(level[19_000] - 1) < 0.01)
    #expect(level[20_000...].allSatisfy { $0 == 0 })
  }

  // Proves controller 64: MIDI 1.0 table III; 0.1 dB
  @Test("The sustain pedal holds released keys until it is up")
  func sustainPedal() throws {
    let bank = TestBank.tone { $0.generators[.volumeEnvelopeRelease] = -6000 }
    let events = [
      TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 127)),
      TimedEvent(frame: 100, event: .controlChange(channel: 0, controller: 64, value: 127)),
      TimedEvent(frame: 4800, event: .noteOff(channel: 0, key: 69)),
      TimedEvent(frame: 9600, event: .controlChange(channel: 0, controller: 64, value: 0)),
    ]
    let audio = try Render(bank, events, frames: 14_400)
    let before = Level.rootMeanSquare(audio.left[2400..<4800])
    #expect(abs(Level.rootMeanSquare(audio.left[7200..<9600]) - before) < 0.1)
    #expect(audio.left[11_200...].allSatisfy { $0 == 0 })
  }

  @Test("A key released immediately plays for 10 ms and is then released, to the frame")
  func keysAreDownForTenMilliseconds() throws {
    let bank = EnvelopeTests.constant { $0.generators[.volumeEnvelopeRelease] = -7972 }
    for held in [0, 1, 100, 479] {
      let events = [
        TimedEvent(frame: 1000, event: .noteOn(channel: 0, key: 60, velocity: 127)),
        TimedEvent(frame: 1000 + held, event: .noteOff(channel: 0, key: 60)),
      ]
      let level = try Render(bank, events, frames: 4800).left.map {
        Double($0) / EnvelopeTests.full
      }
      #expect(abs(level[1000 + 479] - 1) < 0.01)
      // From there 100 dB in 10 ms: 480 frames.
      #expect(abs(EnvelopeTests.decibels(level[1000 + 480 + 240]) - -50) < 1)
      #expect(level[(1000 + 480 + 482)...].allSatisfy { $0 == 0 })
    }
  }

  @Test("Retuning an active note does not click")
  func retuning() throws {
    var bank = TestBank.tone()
    bank.samples[0].correctionCents = -TestBank.toneCents
    let events = [
      TimedEvent(frame: 0, event: .startNote(Note(id: 5, noteNumber: 69))),
      TimedEvent(frame: 24_000, event: .retune(note: 5, noteNumber: 69.25)),
    ]
    let audio = try Render(bank, events, frames: 72_000)
    let before = PitchMeter.cents(
      of: audio.left[2400..<24_000], above: 440, sampleRate: Render.rate)
    let after = PitchMeter.cents(of: audio.left[24_100...], above: 440, sampleRate: Render.rate)
    #expect(abs(before) < 0.01 && abs(after - 25) < 0.01)
    let peak = Level.peak(audio.left[2400..<23_000])
    let curvature = peak * Float(pow(2 * Double.pi * 447 / 48_000, 2) / 2)
    #expect(Level.largestStep(audio.left[23_990..<24_010]) < curvature + peak / 1000)
  }
}

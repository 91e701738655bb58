import Foundation
import PeachMusicUnits
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Stimuli of exercises with chords in the player's output, and a listener who measures them.
@Suite("Ideal listener, chords", .serialized)
struct ChordListenerTests {
  static let banks = ComparedPresets.banks

  /// A sound by name: the tone that replaces the sine, or a program of General MIDI.
  enum Sound: Sendable, CustomStringConvertible {
    case harmonic
    case program(UInt8)

    var description: String {
      switch self {
      case .harmonic: "harmonic tone"
      case .program(let program): "program \(program)"
      }
    }
  }

  /// Reed organ, trumpet, oboe, clarinet.
  static let steadyPrograms: [UInt8] = TestScale.cases(short: [71], full: [20, 56, 68, 71])
  static let sounds: [Sound] =
    [.harmonic] + (banks.isEmpty ? [] : steadyPrograms.map { .program($0) })

  private func player(_ sound: Sound, on engine: PlaybackEngine) throws -> any NotePlayer {
    switch sound {
    case .harmonic: return try HarmonicNotePlayer(on: engine)
    case .program(let program):
      return try SoundFontNotePlayer(
        playing: preset(program), on: engine, options: Self.chordOptions)
    }
  }

  private func preset(_ program: UInt8) throws -> BankPreset {
    try SoundBank(contentsOf: Self.banks[0]).preset(bank: 0, program: program)
  }

  private static let chordOptions = NoteOptions(
    intonation: ComparedPresets.intonation, tone: .chord,
    straightTones: ComparedPresets.straightTones)

  @Test(
    "The trainer offers chords of these sounds, but not of a church organ of several ranks",
    .enabled(if: !banks.isEmpty, ComparedPresets.whatIsMissing))
  func offeredSounds() throws {
    for program in Self.steadyPrograms {
      let found = try preset(program).steadiness(keys: 55...84, options: Self.chordOptions)
      guard case .steady = found else {
        Issue.record("program \(program): \(found)")
        continue
      }
    }
    let organ = try preset(19).steadiness(keys: 55...84, options: Self.chordOptions)
    if case .steady = organ { Issue.record("church organ: \(organ)") }
  }

  private func settings(_ exercise: TrainingExercise) -> TrainingSettings {
    var settings = TrainingSettings()
    settings.notes = 55...72
    settings.intervals = [3, 4, 5, 7, 9, 12].compactMap { MusicalInterval(semitones: $0) }
    return settings.prepared(for: exercise)
  }

  @Test("The beats of the stimulus are within 0.02 Hz of the calculated ones", arguments: sounds)
  func beats(sound: Sound) async throws {
    let stage = try RecordedChords()
    let player = try player(sound, on: stage.engine)
    var session = BeatSession(seed: 9)
    session.settings = settings(.beats)
    var largest = 0.0
    for _ in 0..<TestScale.count(short: 2, full: 12) {
      guard case .play(_, let trial)? = session.reduce(.start).first else {
        throw CancellationError()
      }
      let audio = try await stage.hear(trial.timedNotes, by: player)
      let pure = try #require(PureInterval(trial.question.interval, in: .just()))
      // The calculation, from the integers of the interval.
      let (p, q) = (Double(pure.referencePartial), Double(pure.targetPartial))
      let f = trial.reference.frequency.hertz
      let expected = q * (f * p / q * exp2(trial.offsetCents / 1200)) - p * f
      let meter = BeatMeter(audio[24_000..<360_000], near: p * f, sampleRate: 48_000)
      let error = meter.difference(near: expected) - expected
      largest = max(largest, error.magnitude)
      #expect(error.magnitude < 0.02, "\(sound) \(trial.question) \(expected) Hz: \(error)")
      _ = session.reduce(.stop)
    }
    print("beats, \(sound): within \(largest) Hz")
  }

  @Test("The meter of beats finds a difference of which the guess is half a hertz off")
  func meter() {
    let cases = [
      (1000.0, 1.2345, 1.0), (1000.2, -3.6, 0.3), (800, 4.9, 2), (900, 1.1, 20), (900, 1.1, 0.05),
    ]
    for (low, difference, level) in cases {
      let audio = (0..<300_000).map { index -> Float in
        let time = Double(index) / 48_000
        let (one, other) = (sin(2 * .pi * low * time), sin(2 * .pi * (low + difference) * time + 1))
        return Float(0.2 * (one + level * other))
      }
      let meter = BeatMeter(audio[...], near: low.rounded(), sampleRate: 48_000)
      for guess in [difference - 0.45, difference + 0.45] {
        #expect(abs(meter.difference(near: guess) - difference) < 0.002)
      }
    }
  }

  @Test("The meter of beats finds a difference without a guess, if it knows the first partial")
  func meterWithoutGuess() {
    let cases = [(0.15, 0.5), (-0.15, 2.0), (-2.5, 2), (12.1, 1), (-12.1, 0.3)]
    for (difference, level) in cases {
      let audio = (0..<82_000).map { index -> Float in
        let time = Double(index) / 48_000
        return Float(
          0.1 * (sin(2 * .pi * 700 * time) + level * sin(2 * .pi * (700 + difference) * time + 2)))
      }
      let meter = BeatMeter(audio[...], near: 700, sampleRate: 48_000)
      #expect(abs(meter.difference(upTo: 14) - difference) < 0.002)
      #expect(meter.beating > 1e-3)
    }
    let tone = (0..<82_000).map { Float(0.1 * sin(2 * .pi * 700 * Double($0) / 48_000)) }
    #expect(BeatMeter(tone[...], near: 700, sampleRate: 48_000).beating < 1e-8)
  }

  /// Measures an octave, in which a partial of the lower note is beside the fundamental of the
  /// upper one. Returns `nil` for other intervals.
  private func octave(
    _ audio: ArraySlice<Float>, _ trial: ComparisonTrial
  ) throws -> (cents: Double, beating: Double)? {
    let pure = try #require(PureInterval(trial.answer.question.interval, in: .just()))
    guard pure.targetPartial == 1 else { return nil }
    let low = PitchMeter.frequency(
      of: audio, near: trial.reference.frequency.hertz, sampleRate: 48_000)
    let partial = low * Double(pure.referencePartial)
    let meter = BeatMeter(audio, near: partial, sampleRate: 48_000)
    return (1200 * log2(1 + meter.difference(upTo: 14) / partial), meter.beating)
  }

  /// The interval of a part of the audio, in cents beyond the pure one, from both fundamentals.
  private func cents(_ audio: ArraySlice<Float>, _ trial: ComparisonTrial) throws -> Double {
    if let octave = try octave(audio, trial) { return octave.cents }
    let pure = try #require(PureInterval(trial.answer.question.interval, in: .just()))
    let f = trial.reference.frequency.hertz
    let low = PitchMeter.frequency(of: audio, near: f, sampleRate: 48_000)
    let high = PitchMeter.frequency(of: audio, near: f * pure.ratio, sampleRate: 48_000)
    return 1200 * log2(high / low / pure.ratio)
  }

  /// Whether the second interval of a trial is purer than the first, by its cents or, in octaves,
  /// because it beats less.
  private func isSecondPurer(
    _ audio: [Float], _ trial: ComparisonTrial, first: Double
  ) throws -> Bool {
    let start = Int(2.3 * 48_000)
    let second = audio[start + 12_000..<start + 94_000]
    if let one = try octave(audio[12_000..<94_000], trial), let other = try octave(second, trial) {
      return other.beating < one.beating
    }
    return try cents(second, trial).magnitude < first.magnitude
  }

  private struct SmallOffsets: ComparisonProcedure {
    var count = 0

    /// Half of the offsets are half a cent, the others up to 20.
    mutating func offsetCents(
      for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
    ) -> Double {
      count += 1
      return direction.sign * (count % 2 == 0 ? 0.5 : 0.5 * pow(40, random.fraction()))
    }
    mutating func record(_ answer: ComparisonResponse) {}
    func threshold(for question: TrialQuestion) -> ThresholdEstimate {
      ThresholdEstimate(logarithm: 0)
    }
  }

  @Test(
    "A listener who measures the audio answers all trials down to half a cent",
    arguments: sounds, [TrainingExercise.purity, .width])
  func answers(sound: Sound, exercise: TrainingExercise) async throws {
    let stage = try RecordedChords()
    let player = try player(sound, on: stage.engine)
    var session = ComparisonSession(procedure: SmallOffsets(), seed: 17)
    session.settings = settings(exercise)
    var effects = session.reduce(.start(day: 0))
    for _ in 0..<TestScale.count(short: 4, full: 40) {
      guard case .play(let cue, let trial)? = effects.last else { throw CancellationError() }
      let audio = try await stage.hear(trial.timedNotes, by: player)
      _ = session.reduce(.targetBegan(cue: cue))
      let first = try cents(audio[12_000..<94_000], trial)
      let isHigher =
        exercise == .purity ? try isSecondPurer(audio, trial, first: first) : first > 0
      let answered = session.reduce(.answer(isHigher ? .higher : .lower, responseSeconds: 1))
      guard case .showFeedback(_, let isRight, _)? = answered.last else {
        throw CancellationError()
      }
      #expect(isRight, "\(sound): \(trial.detuningCents) cents, heard \(first)")
      effects = session.reduce(.feedbackEnded(cue: cue))
    }
  }

  @Test("A steady tone is steady; tremolo, deviations and sines are not", arguments: [0, 1, 2, 3])
  func steadiness(kind: Int) throws {
    // A period of a tone with eight partials, or of a sine, that is off by some cents.
    let cents = kind == 1 ? 0.3 : 0.0
    let rate = 44_100.0
    let hertz = 220 * exp2(cents / 1200)
    let frames = (0..<132_300).map { index -> Int16 in
      let time = Double(index) / rate
      let level = kind == 2 ? pow(10, 1.5 * sin(2 * .pi * 5 * time) / 20) : 1
      var value = 0.0
      for number in 1...(kind == 3 ? 1 : 8) {
        value += sin(2 * .pi * Double(number) * hertz * time) / Double(number)
      }
      return Int16((10_000 * level * value / 1.8).rounded())
    }
    let recording = SoundBank.Recording(
      name: "Tone", frames: frames, sampleRate: rate, rootKey: 57)
    let preset = BankPreset(
      bank: SoundBank(playing: recording, generators: [:], modulators: []), index: 0)
    // Played as recorded: corrections would make all of them steady.
    let options = NoteOptions(intonation: nil, tone: .recorded)
    let found = try preset.steadiness(keys: 57...57, options: options)
    switch (kind, found) {
    case (0, .steady), (3, .fewOvertones): break
    case (1, .offPitch(let off)): #expect(abs(off - 0.3) < 0.05)
    // The standard deviation of a sine of 1.5 dB is 1.06; windows of 0.1 s halve it at most.
    case (2, .fluctuating(let decibels)): #expect((0.5...1.1).contains(decibels))
    default: Issue.record("\(kind): \(found)")
    }
  }

  @Test("High keys of the harmonic tone have no partials above half the sample rate")
  func highKeys() async throws {
    let stage = try RecordedChords()
    let player = try HarmonicNotePlayer(on: stage.engine)
    for (key, partials) in [(96.0, 8), (108, 5), (120, 1)] {
      let note = TrialNote(
        frequency: FrequencyCalculation.frequency(noteNumber: key), durationSeconds: 1)
      let audio = try await stage.hear([TimedTrialNote(note)], by: player)[4800..<43_200]
      let f = note.frequency.hertz
      for number in 1...partials {
        let (level, one) = (Self.amplitude(audio, Double(number) * f), Self.amplitude(audio, f))
        #expect(abs(20 * log10(level / one * Double(number))) < 0.1, "\(key) \(number)")
      }
      // What would fold back from 9 · 2793 Hz and the like is absent.
      for number in (partials + 1)...12 {
        let folded = (Double(number) * f).remainder(dividingBy: 48_000).magnitude
        let level = Self.amplitude(audio, folded)
        #expect(level < 1e-4, "\(key) \(number): \(level)")
      }
    }
  }

  /// Returns the amplitude of a component, by a Hann window.
  private static func amplitude(_ audio: ArraySlice<Float>, _ hertz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, frame) in audio.enumerated() {
      let phase = 2 * Double.pi * (hertz * Double(index) / 48_000).remainder(dividingBy: 1)
      let value = HannWindow.value(at: index, of: audio.count) * Double(frame)
      real += value * cos(phase)
      imaginary += value * sin(phase)
    }
    return 4 * hypot(real, imaginary) / Double(audio.count)
  }
}

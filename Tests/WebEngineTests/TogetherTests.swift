import Foundation
import PeachEarTraining
import PeachInstrumentModel
import PeachMusicUnits
import PeachTrainerUI
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("Notes of the trainer that sound together, on the page")
struct TogetherTests {
  private static let cue = TrainerCue(session: 3, number: 4)
  private static let bank = VibratoRecording.bank.chunks.file
  private static let violin = "sf2:a.sf2:0:40"
  private let engine = PageEngine.portable()

  /// A fifth above 220 Hz that is off by cents, whose partials 3 and 2 coincide if it is pure.
  private func fifth(_ cents: Double) throws -> BeatTrial {
    BeatTrial(
      question: TrialQuestion(noteNumber: 57, interval: .fifth), tuning: .just(),
      reference: TrialNote(frequency: .hertz(220), durationSeconds: 8), offsetCents: cents)
  }

  private func expectBeats(
    _ engine: PageEngine, cents: Double, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let trial = try fifth(cents)
    engine.handle(.playNotes(Self.cue, trial.timedNotes, answerIndex: 0))
    let audio = engine.render(seconds: 8.5).audio
    let expected = 2 * 330 * exp2(cents / 1200) - 3 * 220
    let meter = BeatMeter(audio[24_000..<360_000], near: 660, sampleRate: 48_000)
    let error = meter.difference(near: expected) - expected
    #expect(error.magnitude < 0.02, "\(error) Hz", sourceLocation: location)
  }

  @Test("Chords of the sine have overtones, which beat as calculated; its single notes have none")
  func harmonic() throws {
    try expectBeats(engine, cents: 4)
    let pair = [440.0, 441].map { TrialNote(frequency: .hertz($0), durationSeconds: 0.4) }
    engine.handle(
      .playPair(Self.cue, reference: pair[0], target: pair[1], gapSeconds: 0.1, isUnison: true))
    let sine = engine.render(seconds: 1).audio[4_800..<16_800]
    let amplitudes = [440.0, 880].map { Level.amplitude(of: sine, at: $0, sampleRate: 48_000) }
    #expect(amplitudes[0] > 0.05 && amplitudes[1] < amplitudes[0] * 1e-4)
    try expectBeats(engine, cents: -6)
  }

  @Test("Chords of a bank have smooth levels, and are prepared once; its single notes are straight")
  func bank() throws {
    nonisolated(unsafe) var purposes: [StraighteningRequest.Purpose] = []
    let engine = PageEngine.portable { request throws(StraighteningError) in
      purposes.append(request.purpose)
      return try request.perform()
    }
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.select(tag: Self.violin))
    try expectBeats(engine, cents: 5)
    engine.handle(.playReference(Self.cue, TrialNote(frequency: .hertz(442), durationSeconds: 1)))
    let cents = CombMeter.cents(
      engine.render(seconds: 1.2).audio, from: 0.1, through: 0.9, step: 0.05, above: 442,
      sampleRate: 48_000)
    #expect(cents.count > 10 && cents.allSatisfy { abs($0) < 1 }, "\(cents)")
    try expectBeats(engine, cents: -5)
    #expect(purposes == [.straight, .smooth])
  }

  @Test("The onset of the note that is answered is reported, and the end of the last one")
  func reports() throws {
    let notes = [0.0, 0.5, 0.5].map { start -> TimedTrialNote in
      let note = TrialNote(frequency: .hertz(300 + 100 * start), durationSeconds: 0.4)
      return TimedTrialNote(note, at: start)
    }
    engine.handle(.playNotes(Self.cue, notes, answerIndex: 2))
    let reports = engine.render(seconds: 1.2).reports
    #expect(
      reports == [
        .init(frame: 24_000, .targetBegan(Self.cue)), .init(frame: 43_200, .targetEnded(Self.cue)),
      ])
  }

  @Test("A drone sounds until it is stopped, with a note that is tuned over it")
  func drone() throws {
    let drone = [220.0, 330].map { TrialNote(frequency: .hertz($0)) }
    engine.handle(.playDrone(drone))
    func amplitudes(_ audio: ArraySlice<Float>, _ hertz: [Double]) -> [Double] {
      hertz.map { Level.amplitude(of: audio, at: $0, sampleRate: 48_000) }
    }
    let alone = engine.render(seconds: 2).audio[48_000...]
    #expect(amplitudes(alone, [220, 330]).allSatisfy { $0 > 0.02 })
    engine.handle(.playTarget(TrialNote(frequency: .hertz(280)), like: nil))
    engine.handle(.bend(.hertz(275)))
    let third = engine.render(seconds: 2).audio[48_000...]
    #expect(amplitudes(third, [220, 330, 275]).allSatisfy { $0 > 0.02 })
    let pitch = PitchMeter.frequency(of: third, near: 275, sampleRate: 48_000)
    #expect(abs(1200 * log2(pitch / 275)) < 0.1)
    engine.handle(.stop)
    _ = engine.render(seconds: 0.5)
    #expect(Level.peak(engine.render(seconds: 0.2).audio[...]) < 1e-6)
  }

  @Test("A bank that cannot be prepared for chords plays its single notes, and says so")
  func failed() throws {
    let engine = PageEngine.portable { request throws(StraighteningError) in
      if request.purpose == .smooth { throw .failed("") }
      return try request.perform()
    }
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.select(tag: Self.violin))
    _ = engine.reports()
    engine.handle(.playNotes(Self.cue, try fifth(3).timedNotes, answerIndex: 0))
    let (audio, reports) = engine.render(seconds: 0.5)
    #expect(
      reports.map(\.report).contains(
        .note("\(Self.violin): The preset could not be straightened.")))
    #expect(Level.peak(audio[...]) > 0.05)
  }

  // MARK: Steadiness

  private func steadiness(_ file: [UInt8], _ tag: String = violin) throws -> ToneSteadiness? {
    let analysis = try BankAnalysis(
      named: "a.sf2", [AddedFile(path: "a.sf2", ByteStorage(copying: file))], decoder: nil)
    analysis.handle(.checkSteadiness(tag: tag))
    while analysis.step() {}
    let reports = analysis.reports()
    #expect(reports.last == .analysis(.finished))
    for case .analysis(.steadiness(tag, let steadiness)) in reports { return steadiness }
    return nil
  }

  @Test("A straightened violin can play chords; several players and unknown sounds cannot")
  func banks() throws {
    #expect(try steadiness(Self.bank) == .steady)
    #expect(try steadiness(Self.bank, "sf2:a.sf2:0:48") == .notStraight(.severalPlayers))
    #expect(try steadiness(Self.bank, "sf2:a.sf2:0:99") == nil)
  }

  @Test("A tone that is off is corrected for chords; one without overtones has none that beat")
  func tones() throws {
    func bank(_ partials: [Double]) -> [UInt8] {
      // A4 at a rate of 44,000 Hz, 3 cents sharp at this one.
      let frames = (0..<44_000).map { frame -> Int16 in
        let cycles = Double(frame) / 100
        let tone = partials.enumerated().reduce(0.0) { sum, partial in
          sum + partial.element * sin(2 * .pi * Double(partial.offset + 1) * cycles)
        }
        return Int16(8_000 * tone)
      }
      var builder = SoundFontBuilder()
      builder.samples = [.init(frames: frames, loop: 0..<44_000, rate: 44_076, root: 69)]
      builder.instruments = [.init("Tone", zones: [.init([.init(.sampleModes, 1)], plays: 0)])]
      builder.presets = [.init("Tone", program: 40, zones: [.init(plays: 0)])]
      return builder.chunks.file
    }
    #expect(try steadiness(bank((1...8).map { 0.5 / Double($0) })) == .steady)
    #expect(try steadiness(bank([1])) == .fewOvertones)
  }
}

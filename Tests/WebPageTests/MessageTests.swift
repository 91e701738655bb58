import PeachEarTraining
import PeachMIDIEvents
import PeachMusicUnits
import PeachTrainerUI
import PeachWebPage
import Testing

@Suite("Messages between page and engine")
struct MessageTests {
  private static let cue = TrainerCue(session: 3, number: 41)
  private static let notes = [
    TrialNote(frequency: .hertz(440.123456789), durationSeconds: 0.3),
    TrialNote(frequency: .hertz(8.1757989156437), levelDecibels: -11.5),
  ]

  private static let messages: [EngineMessage] = [
    .playPair(cue, reference: notes[0], target: notes[1], gapSeconds: 0.25, isUnison: true),
    .playPair(cue, reference: notes[1], target: notes[0], gapSeconds: 0, isUnison: false),
    .playNotes(
      cue,
      [TimedTrialNote(notes[0], at: 0.5, sampleNote: notes[1]), TimedTrialNote(notes[1])],
      answerIndex: 1),
    .playDrone(notes), .prepareChords,
    .playReference(cue, notes[0]), .playTarget(notes[1], like: notes[0]),
    .playTarget(notes[1], like: nil), .bend(.hertz(439.9999999)), .stop,
    .wait(cue, seconds: 0.4), .select(tag: "sf2:My Bank.sf2:0:42"), .preview(tag: "sine"),
    .midi(status: 0x91, first: 60, second: 127),
    .removeBank(name: "My Bank.sf2"), .tuneKeyboard(cents: -12.5), .referencePitch(.hertz(442)),
    .chords(.five), .octaves(StretchedOctaves(.fourToTwo, percent: 82.5)),
    .octaves(StretchedOctaves()),
    .song(.play), .song(.pause),
    .song(.seek(seconds: 1.5)),
    .song(.tempo(factor: 0.75)), .song(.transpose(semitones: -12)),
    .song(.bank(name: "my bank.sf2")), .song(.bankAbove(name: "my drums.sf2")),
    .song(.render(.wav)), .song(.render(.flac)),
    .song(.cancelRendering), .song(.metronome(clicks: true, countsIn: false)),
    .song(.mute(channels: 0x8001)), .song(.loop(seconds: 1..<2.5)), .song(.loop(seconds: nil)),
  ]

  @Test("A message is the same after it was a line of text", arguments: messages)
  func message(message: EngineMessage) {
    #expect(EngineMessage(line: message.line) == message)
    #expect(!message.line.contains("\n"))
  }

  private static let badges: [IntonationBadge?] = [
    nil, .unpitched, .exact, .straight(deviationCents: nil),
    .straight(deviationCents: 0.3),
    .varying(meanCents: 0.5, variationCents: 7, laterCents: 0, reason: nil),
    .varying(meanCents: 0.5, variationCents: 7, laterCents: 0, reason: .severalPlayers),
    .varying(meanCents: 0.5, variationCents: 7, laterCents: 0, reason: .decaying),
    .varying(meanCents: 0.5, variationCents: 7, laterCents: 0, reason: .unverified),
  ]

  private static let reports: [EngineReport] =
    [
      .targetBegan(cue), .targetEnded(cue), .referenceEnded(cue), .waited(cue),
      .bank(name: "A b.sf2", byteCount: 148_000_000), .removedBank(name: "A b.sf2"),
      .note("It cannot be read."), .song(.loaded(name: "a.mid", seconds: 61.5, channels: 0x201)),
      .song(.channel(9, name: "Kit & <co>")),
      .song(.channel(1, name: "Flute", tag: "sf2:a b.sf2:0:73")),
      .song(.bank(name: "a b.sf2", replaced: [0, 128])),
      .song(.position(seconds: 3.25, isPlaying: true, voiceCount: 17)),
      .song(.rendering(fraction: 0.375)), .song(.rendered(name: "A b.wav")),
      .song(.rendered(name: nil)), .song(.text(seconds: 1.5, "la – la")),
      .song(.lyric(seconds: 1.5, "/lo ")),
      .song(.bars([0, 2.5, 5])),
      .song(
        .notes(
          channel: 9,
          [
            SongNote(key: 35, startSeconds: 0.25, endSeconds: 0.5),
            SongNote(key: 127, startSeconds: 3, endSeconds: 1e-3),
            SongNote(
              key: 64, startSeconds: 3, endSeconds: 4, meanCents: -6.843,
              deviations: [.init(seconds: 3, cents: -13.686), .init(seconds: 3.5, cents: 0)]),
            SongNote(key: 1, startSeconds: 5, endSeconds: 6),
          ])),
      .sound(
        TrainerSound(
          tag: "sf2:A b.sf2:0:40", name: "Violin", bank: "A b.sf2", badge: .exact,
          compass: 55...103)),
      .analysis(.progress(percent: 35)), .analysis(.failed("No \"bank\".")),
      .analysis(.steadiness(tag: "a b", .steady)),
      .analysis(.steadiness(tag: "a", .offPitch(cents: 0.25))),
      .analysis(.steadiness(tag: "a", .fluctuating(decibels: 1.5))),
      .analysis(.steadiness(tag: "a", .fewOvertones)),
      .analysis(.steadiness(tag: "a", .notStraight(.decaying))), .analysis(.finished),
    ]
    + badges.map { .sound(TrainerSound(tag: "x", name: "", bank: "b", badge: $0, compass: 0...9)) }
    + badges.map { .analysis(.preset(proof($0))) }

  private static func proof(_ badge: IntonationBadge?) -> PresetProof {
    PresetProof(
      tag: "sf2:x:0:0", badge: badge, beforeCents: 7.25, beforeWindowCents: 19.5,
      afterCents: 0.01, afterWindowCents: 0.3, plot: "[[60,7.3,18,0.04,0.1]]")
  }

  @Test("A report is the same after it was a line of text", arguments: reports)
  func report(report: EngineReport) {
    #expect(EngineReport(line: report.line) == report)
    #expect(!report.line.contains("\n"))
  }

  @Test(
    "A request for measurements is the same after it was a line of text",
    arguments: [
      AnalysisMessage.measure(tag: "sf2:Größe.sf3:128:0"), .prove, .straighten,
      .checkSteadiness(tag: "sf2:a b.sf2:0:1"),
      .write(straight: true), .write(straight: false),
    ])
  func analysis(message: AnalysisMessage) {
    #expect(AnalysisMessage(line: message.line) == message)
  }

  /// The name of a case in the source.
  private static func label(_ value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  @Test("Every kind of message has a name of its own, and is among those that are read back")
  func kinds() {
    func isUnique<Value: MessageField>(_ values: [Value]) -> Bool {
      let names = Set(values.map { [Self.label($0), String($0.line.prefix { $0 != "\t" })] })
      return Set(names.map { $0[0] }).count == names.count
        && Set(names.map { $0[1] }).count == names.count
    }
    #expect(isUnique(Self.messages) && isUnique(Self.reports))
    // Without a default, these do not compile once there is another kind.
    for message in Self.messages {
      switch message {
      case .playPair, .playNotes, .playDrone, .prepareChords, .playReference, .playTarget, .bend,
        .stop, .wait, .select, .preview, .midi, .tuneKeyboard, .referencePitch, .chords, .octaves,
        .removeBank, .song:
        continue
      }
    }
    for report in Self.reports {
      switch report {
      case .targetBegan, .targetEnded, .referenceEnded, .waited, .bank, .removedBank, .sound, .note,
        .song, .analysis:
        continue
      }
    }
    #expect(Set(Self.messages.map { Self.label($0) }).count == 18)
    #expect(Set(Self.reports.map { Self.label($0) }).count == 10)
  }

  @Test("A report keeps the frame at which it is heard, also beyond 32 bits")
  func frames() {
    for frame in [nil, 0, 1 << 40] as [Int64?] {
      let report = TimedReport(frame: frame, .note("a"))
      #expect(TimedReport(line: report.line) == report)
    }
    #expect(TimedReport(line: "\tnote") == nil && TimedReport(line: "") == nil)
    #expect(TimedReport(line: "5\tstop\tmore") == nil)
    #expect(TimedReport(line: "5\tremovedBank\ta\tmore") == nil)
  }

  @Test("Reports are handled at the times at which their frames are heard, also several at once")
  func clock() throws {
    // The target of a pair begins 1 s after the page's clock reads 20 s, and ends 1 s later.
    func answered(frames: Bool) throws -> PageBench {
      var bench = try PageBench()
      try bench.handle("do", "open comparison")
      guard case .playPair(let cue, _, _, _, _)? = bench.messages.last else { return bench }
      let reports: [(frame: Int64, report: EngineReport)] = [
        (48_000, .targetBegan(cue)), (96_000, .targetEnded(cue)),
      ]
      if frames {
        let lines = reports.map { TimedReport(frame: $0.frame, $0.report).line }
        let clock = AudioClock(startSeconds: 20, secondsPerFrame: 1.0 / 48_000)
        bench.seconds = 23
        try bench.perform(
          bench.page.take(
            reports: Array(lines.joined(separator: "\n").utf8), clock: clock, at: bench.time))
      } else {
        for (frame, report) in reports {
          // `handle` adds half a second.
          bench.seconds = 20 + Double(frame) / 48_000 - 0.5
          try bench.handle("engine", report.line)
        }
      }
      bench.seconds = 23
      try bench.handle("do", "answer higher")
      return bench
    }
    let (byFrames, byTimes) = (try answered(frames: true), try answered(frames: false))
    #expect(byFrames.trials.count == 1 && byFrames.trials == byTimes.trials)
  }

  @Test("Tabs and line feeds in the values of events do not end them")
  func eventValues() throws {
    var bench = try PageBench()
    try bench.handle("note", "a\tb\nc")
    #expect(bench.parts["warnings"]?.contains(/a.?b.?c/) == true)
  }

  @Test("A bank that cannot be analyzed is reported, and the next one can be")
  func unmeasured() throws {
    var bench = try PageBench()
    try bench.handle("engine", EngineReport.bank(name: "a.sf2", byteCount: 1_500_000).line)
    let sound = TrainerSound(tag: "sf2:a.sf2:0:40", name: "Violin", bank: "a.sf2")
    try bench.handle("engine", EngineReport.sound(sound).line)
    let begun = try bench.handle("do", "prove a.sf2")
    #expect(begun.contains(["analyze", "a.sf2", "prove"]))
    try bench.handle("unmeasured", "Out of\nmemory")
    #expect(bench.parts["warnings"]?.contains(/Out of.?memory/) == true)
    #expect(try bench.handle("do", "prove a.sf2").contains(["analyze", "a.sf2", "prove"]))
  }

  @Test("Badges that earlier versions stored are read")
  func storedBadges() throws {
    let lines = [
      "sf2:a.sf2:0:40\t1500000\tstraight\t-1", "sf2:a.sf2:0:41\t1500000\tstraight\t0.3",
      "sf2:a.sf2:0:42\t1500000\tvarying\t0.5\t6.0\tseveralPlayers",
      "sf2:a.sf2:0:43\t1500000\tvarying\t0.5\t6.0\t", "sf2:a.sf2:0:44\t1500000\tunpitched",
    ]
    var bench = try PageBench(badges: lines.joined(separator: "\n"))
    try bench.handle("engine", EngineReport.bank(name: "a.sf2", byteCount: 1_500_000).line)
    for program in 40...44 {
      let sound = TrainerSound(tag: "sf2:a.sf2:0:\(program)", name: "A", bank: "a.sf2")
      try bench.handle("engine", EngineReport.sound(sound).line)
    }
    let expected: [IntonationBadge] = [
      .straight(deviationCents: nil), .straight(deviationCents: 0.3),
      .varying(meanCents: 0.5, variationCents: 6, laterCents: 0, reason: .severalPlayers),
      .varying(meanCents: 0.5, variationCents: 6, laterCents: 0), .unpitched,
    ]
    #expect(bench.page.trainer.sounds.dropFirst().map(\.badge) == expected)
  }

  @Test("Tabs and line feeds of names do not separate fields")
  func separators() {
    let report = EngineReport.note("one\ttwo\nthree")
    #expect(EngineReport(line: report.line) == .note("one two three"))
  }

  @Test(
    "Lines that are no message are ignored",
    arguments: [
      "", "pair", "pair\t1\t2\t440", "bend\tnan", "bend\tinf", "midi\t1\t60\t60",
      "midi\t144\t60\t128",
      "wait\t1\tx\t0", "song", "song\tseek", "song\tmute\t65536", "song\tloop\t2\t1", "bank",
      "badge\tx",
      "sound\tx\ty\tz\t9\t8\texact", "targetBegan\t1", "\u{0}", "select",
      "analysis", "analysis\tprogress\tx", "analysis\tpreset\ta\t1\t2\t3\t4\t<svg>\tx", "stop\t1",
      "write\tx",
    ])
  func invalid(line: String) {
    #expect(EngineMessage(line: line) == nil && EngineReport(line: line) == nil)
    #expect(AnalysisMessage(line: line) == nil)
  }
}

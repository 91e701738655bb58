#if LV2
  import Foundation
  import PeachServices
  import PeachLV2
  import PeachLV2Bundle
  import SoundFontFixtures
  import SoundMeasurement
  import TestEnvironment
  import Testing

  /// The intonation of the plug-in's output.
  @Suite("LV2 intonation")
  struct LV2IntonationTests {
    private static let largeBank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
    private static let smallBank = "/usr/share/sounds/sf2/TimGM6mb.sf2"
    private static let banks = TestScale.cases(short: [smallBank], full: [smallBank, largeBank])
      .filter { TestFiles.exists($0) }
    private static let rate = 48_000
    private static let keys: [UInt8] = TestScale.cases(
      short: [36, 43, 50, 57, 64, 71, 78, 83], full: Array(36...84))

    /// Returns a second of each key of a cello, dry, in the plug-in's output.
    private func notes(
      of bank: String, inTune: Bool
    ) throws -> [(key: UInt8, left: [Float], right: [Float])] {
      let host = try #require(LV2Host(sampleRate: Double(Self.rate), inTune: inTune))
      // No reverb of the previous key.
      for symbol in ["reverbLevel", "chorusLevel"] {
        host.values[try #require(LV2Host.port(symbol))] = 0
      }
      host.run(64, object: host.message(settingBankTo: bank))
      host.run(64, midi: [(0, [0xC0, 42])])
      // The worker prepares a preset for each request.
      for _ in 0..<20 { host.run(64) }
      return Self.keys.map { key in
        let start = host.left.count
        host.run(512, midi: [(0, [0x90, key, 100])])
        while host.left.count < start + 6 * Self.rate / 5 { host.run(512) }
        let (left, right) = (Array(host.left[start...]), Array(host.right[start...]))
        host.run(4800, midi: [(0, [0xB0, 120, 0])])
        return (key, left, right)
      }
    }

    /// Returns the same keys as players render them in tune, with the modulation of the bank.
    private func players(of bank: String) throws -> [(key: UInt8, left: [Float], right: [Float])] {
      let preset = try SoundBank(contentsOf: bank).preset(bank: 0, program: 42)
        .prepared(intonation: IntonationCache(folder: nil))
      return Self.keys.map { key in
        var synthesizer = Synthesizer(
          SynthesizerConfiguration(
            sampleRate: Double(Self.rate), maximumVoices: 64, effects: false))
        synthesizer.use(preset, onChannel: 0)
        synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 100))
        var left = [Float](repeating: 0, count: 6 * Self.rate / 5)
        var right = left
        synthesizer.render(left: &left, right: &right, count: left.count)
        return withExtendedLifetime(preset) { (key, left, right) }
      }
    }

    @Test(
      "A cello's keys are no worse than in the bank, and have the pitch that players give them",
      arguments: banks)
    func cello(bank: String) throws {
      let all = try [
        notes(of: bank, inTune: false), notes(of: bank, inTune: true), players(of: bank),
      ]
      var (before, after): ([Double], [Double]) = ([], [])
      for (index, key) in Self.keys.enumerated() {
        let hertz = 440 * exp2((Double(key) - 69) / 12)
        let pitches = try all.map { notes in
          try #require(
            FirstSecond(
              of: [notes[index].left, notes[index].right], above: hertz,
              sampleRate: Double(Self.rate)))
        }
        let (recorded, inTune, player) = (pitches[0], pitches[1], pitches[2])
        before.append(abs(recorded.mean))
        after.append(abs(inTune.mean))
        // The bounds of players, FirstSecondTests.
        #expect(abs(inTune.mean) <= abs(recorded.mean) + 0.1, "key \(key)")
        #expect(inTune.largest <= recorded.largest + 0.1, "key \(key)")
        // The limiter and the gain of the plug-in do not change the pitch.
        #expect(abs(inTune.mean - player.mean) < 0.02, "key \(key)")
        #expect(abs(inTune.largest - player.largest) < 0.1, "key \(key)")
      }
      func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
      print(
        "LV2, \(bank): median \(median(before)) → \(median(after)) cents, "
          + "worst \(before.max() ?? 0) → \(after.max() ?? 0)")
      #expect(median(after) < median(before))
      func isBounded() { #expect(median(after) <= TestScale.cases(short: 1.3, full: 0.8)) }
      bank == Self.largeBank ? withKnownIssue(Self.playersIssue, isBounded) : isBounded()
    }

    private static let playersIssue: Comment = "The median of players, too; see FirstSecondTests."

    @Test(
      "Another program that shares no code with Peach finds the same",
      .enabled(if: SoundingPitchTool.isAvailable, "Requires Python with NumPy and SciPy."),
      arguments: banks)
    func otherProgram(bank: String) throws {
      func medianError(_ notes: [(key: UInt8, left: [Float], right: [Float])]) throws -> Double {
        let pitches = try SoundingPitchTool.pitches(of: notes, sampleRate: Self.rate)
        let means = try pitches.map { abs(try #require($0).mean) }
        return means.sorted()[means.count / 2]
      }
      let before = try medianError(notes(of: bank, inTune: false))
      let after = try medianError(notes(of: bank, inTune: true))
      let player = try medianError(players(of: bank))
      print("LV2, \(bank), sounding_pitch.py: median \(before) → \(after) cents")
      #expect(abs(after - player) < 0.05 && after < before)
      func isBounded() {
        #expect(after <= TestScale.cases(short: 1.3, full: 0.9) && after < 0.5 * before)
      }
      bank == Self.largeBank ? withKnownIssue(Self.playersIssue, isBounded) : isBounded()
    }

    /// A bank whose first preset is 20 cents sharp.
    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.put("bank.sf2", VibratoRecording.bank.chunks.file)
      return folder
    }

    /// Returns the mean pitch of A4 over a second, in cents, of a violin with vibrato, 7 cents
    /// sharp.
    private func violin(_ host: LV2Host) throws -> Double {
      let start = host.left.count
      host.run(512, midi: [(0, [0xB0, 120, 0]), (0, [0x90, 69, 100])])
      for _ in 0..<100 { host.run(512) }
      let audio = Array(host.left[(start + 512)...])
      // Ten periods of the vibrato of 5.2 Hz would be 1.92 s; windows of 0.77 s hold four.
      let cents = CombMeter.cents(
        audio, from: 0.1, through: 0.869, step: 0.0385, above: 440, sampleRate: Double(Self.rate))
      return cents.reduce(0, +) / Double(cents.count)
    }

    @Test("The port is on by default; without it, and until the worker is done, as in the bank")
    func port() throws {
      let folder = try folder()
      let port = try #require(LV2Host.port("inTune"))
      #expect(LV2Description.defaultValue(of: LV2Description.parameters[port]) == 1)
      let host = try #require(LV2Host(sampleRate: Double(Self.rate), inTune: true))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      host.run(64, midi: [(0, [0xC0, 40]), (0, [0xB0, 91, 0]), (0, [0xB0, 93, 0])])
      for _ in 0..<20 { host.run(64) }
      let inTune = try violin(host)
      host.values[port] = 0
      for _ in 0..<3 { host.run(64) }
      let recorded = try violin(host)
      host.values[port] = 1
      for _ in 0..<3 { host.run(64) }
      let again = try violin(host)
      print("violin: \(recorded) as in the bank, \(inTune) in tune")
      #expect(abs(recorded - 7) < 1.5 && abs(inTune) < 1.5 && abs(again - inTune) < 0.2)
      let other = try #require(
        LV2Host(sampleRate: Double(Self.rate), hasWorker: false, inTune: true))
      #expect(other.restore(host.save()))
      other.run(64, midi: [(0, [0xB0, 91, 0]), (0, [0xB0, 93, 0])])
      #expect(abs(try violin(other) - recorded) < 0.2)
    }
  }
#endif

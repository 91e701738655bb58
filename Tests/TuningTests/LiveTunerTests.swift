import Foundation
import PeachMIDIEvents
import PeachTuning
import TestEnvironment
import Testing

/// Expectations are cents of frequency ratios.
@Suite("Tuning of live notes")
struct LiveTunerTests {
  private func cents(_ ratio: Double) -> Double { 1200 * log2(ratio) }

  private func played(
    _ song: VoiceSong, _ change: (inout AdaptiveTuning) -> Void = { _ in }
  ) throws -> LiveRun {
    var options = AdaptiveTuning()
    change(&options)
    return LiveRun(SongTuning(try song.file(), options).notes, options)
  }

  /// Returns the interval between two notes in cents.
  private func interval(_ run: LiveRun, _ low: Int, _ high: Int) -> Double {
    let keys = Double(run.notes[high].key) - Double(run.notes[low].key)
    return 100 * keys + run.cents[high] - run.cents[low]
  }

  private func distance(_ cents: Double, _ ratio: Double) -> Double {
    abs((cents - self.cents(ratio)).remainder(dividingBy: 1200))
  }

  /// Returns the errors of thirds, fifths and octaves between notes that sound together for 0.2 s.
  private func errors(_ run: LiveRun) -> [Double] {
    var errors: [Double] = []
    for low in run.notes.indices {
      for high in run.notes.indices where low != high {
        let end = min(run.notes[low].endFrame, run.notes[high].endFrame)
        let start = max(run.notes[low].startFrame, run.notes[high].startFrame)
        let keys = Int(run.notes[high].key) - Int(run.notes[low].key)
        guard end - start >= 9_600, keys >= 0 else { continue }
        let ratio: Double? = [0: 1, 3: 1.2, 4: 1.25, 7: 1.5][keys % 12]
        if let ratio { errors.append(distance(interval(run, low, high), ratio)) }
      }
    }
    return errors
  }

  private func rms(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))).squareRoot()
  }

  @Test(
    "Chords have their ratios within 0.05 cents",
    arguments: [
      ("C3 E4 G4 C5", "five", "4 5 6 8"), ("C3 Eb4 G4 C5", "five", "10 12 15 20"),
      ("C4 E4 G4 Bb4", "five", "36 45 54 64"), ("C4 E4 G4 Bb4", "seven", "4 5 6 7"),
      ("B3 D4 F4 A4", "seven", "5 6 7 9"), ("C4 E4 G4 B4", "five", "8 10 12 15"),
      ("C4 G4 C5 G5", "five", "2 3 4 6"),
    ])
  func chords(text: String, style: String, proportion: String) throws {
    let ratios = proportion.split(separator: " ").compactMap { Double($0) }
    let run = try played(VoiceSong(chords: [text])) {
      $0.sevenths = style == "seven" ? .seven : .five
    }
    try #require(run.notes.count == ratios.count)
    for high in 1..<ratios.count {
      let found = interval(run, 0, high)
      #expect(distance(found, ratios[high] / ratios[0]) < 0.05, "\(text) \(style): \(found)")
    }
  }

  @Test("Thirds, fifths and octaves of cadences are pure: 0.1 cents at the 95th percentile")
  func cadences() throws {
    let errors = errors(try played(VoiceSong(chords: VoiceSong.cadences))).sorted()
    #expect(errors.count > 40 && errors[errors.count * 95 / 100] < 0.1)
    #expect((errors.last ?? 9) < 0.2, "\(errors.last ?? 0)")
  }

  // Each round of C–a–d–G is a syntonic comma lower if no note moves between its chords.
  @Test(
    "Ten minutes of comma pumps: center within 8.5 cents, tied 20; steps of repeated notes 9.5",
    arguments: [false, true])
  func pump(isTied: Bool) throws {
    let rest = isTied ? ["_ A4 _ A2", "D5 _ F4 D3", "_ G4 D4 B2"] : Array(VoiceSong.pump[1...])
    let again = isTied ? "C5 _ E4 C3" : VoiceSong.pump[0]
    var chords = [VoiceSong.pump[0]] + rest
    for _ in 1..<100 { chords += [again] + rest }
    let run = try played(VoiceSong(chords: chords + [again]))
    for start in Set(run.notes.map(\.startFrame)) {
      let members = run.notes.indices.filter {
        run.notes[$0].startFrame <= start && run.notes[$0].endFrame > start + 9_600
      }
      let center = members.reduce(0) { $0 + run.cents[$1] } / Double(members.count)
      #expect(abs(center) < (isTied ? 20 : 8.5), "\(center)")
    }
    if isTied { return }
    #expect(rms(errors(run)) < 0.1)
    // Notes that are repeated within half a second, as in the report of a song.
    var last: [UInt8: Int] = [:]
    var steps: [Double] = []
    for (index, note) in run.notes.enumerated() {
      if let earlier = last[note.key], note.startFrame - run.notes[earlier].endFrame < 24_000 {
        steps.append(abs(run.cents[index] - run.cents[earlier]))
      }
      last[note.key] = index
    }
    #expect(steps.count > 300 && (steps.max() ?? 99) < 9.5, "\(steps.max() ?? 0)")
  }

  @Test("Held notes keep their pitch once they are 50 ms old, and glide only with glides")
  func held() throws {
    let song = VoiceSong(
      chords: ["C5 G4 E4 C3", "_ A4 _ A2", "D5 _ F4 D3", "_ G4 D4 B2", "C5 _ E4 C3"])
    let run = try played(song)
    for (note, track) in zip(run.notes, run.tracks) {
      #expect(track.allSatisfy { $0.frame < note.startFrame + 2_464 })
    }
    let gliding = try played(song) { $0.glideRate = 10 }
    var moves = 0
    for (note, track) in zip(gliding.notes, gliding.tracks) {
      for (last, next) in zip(track, track.dropFirst()) where next.frame > note.startFrame + 2_464 {
        let seconds = Double(max(next.frame - last.frame, 64)) / 48_000
        #expect(abs(next.cents - last.cents) <= 10 * seconds + 1e-9)
        moves += 1
      }
    }
    #expect(moves > 100)
  }

  @Test("A chord whose notes are spread over 30 ms is that of notes at once within 0.1 cents RMS")
  func spread() throws {
    let chords = [
      "E5 C5 F4 D3", "D5 B4 F4 G2", "D5 B4 E4 C3", "C5 G4 E4 A2", "D5 A4 F4 B2", "D5 B4 G#4 E3",
      "C5 G4 E4 A2", "C5 A4 F#4 D3", "C5 A4 F#4 Eb3", "B4 G4 F4 D3", "B4 G4 Eb4 G2", "A4 G4 E4 C3",
    ]
    var random = RandomNumbers(seed: 57)
    var differences: [Double] = []
    for _ in 0..<20 {
      // One chord at a time, whose predecessors are the same.
      for chord in chords + VoiceSong.cadences {
        let together = VoiceSong(chords: [chord])
        var spread = together
        for index in spread.notes.indices {
          spread.notes[index].start += random.between(0, 0.03)
        }
        spread.notes.sort { $0.start < $1.start }
        let (expected, found) = (try played(together), try played(spread))
        for (low, first) in found.notes.enumerated() {
          for (high, second) in found.notes.enumerated() where low != high {
            let own = try #require(expected.notes.firstIndex { $0.key == first.key })
            let other = try #require(expected.notes.firstIndex { $0.key == second.key })
            differences.append(interval(found, low, high) - interval(expected, own, other))
          }
        }
      }
    }
    #expect(rms(differences) <= 0.1, "\(rms(differences))")
  }

  @Test("Cents are bit-identical after any transposition and any later start")
  func invariance() throws {
    for song in [VoiceSong.hymn, VoiceSong(chords: VoiceSong.cadences)] {
      let expected = LiveRun(SongTuning(try song.file(), AdaptiveTuning()).notes)
      for transposition in [-12, -7, 1, 6, 11] {
        let file = try song.file(transposition: transposition)
        let other = LiveRun(SongTuning(file, AdaptiveTuning()).notes)
        #expect(other.cents.map(\.bitPattern) == expected.cents.map(\.bitPattern))
      }
      // 640 ticks are 32,000 frames, whole control blocks.
      let later = LiveRun(SongTuning(try song.file(laterTicks: 640), AdaptiveTuning()).notes)
      #expect(later.cents.map(\.bitPattern) == expected.cents.map(\.bitPattern))
    }
  }

  @Test("Fixed notes keep the temperament; purity scales, and 0 is the temperament exactly")
  func options() throws {
    let song = VoiceSong(chords: VoiceSong.cadences)
    let fixed = try played(song) { $0.fixedChannels = 0b1000 }
    for (index, note) in fixed.notes.enumerated() where note.channel == 3 {
      #expect(fixed.cents[index] == 0)
    }
    #expect(abs(interval(fixed, 3, 0) - 2400 - cents(1.25) - 0) < 0.05)
    for purity in [0, 0.3, 1] {
      let run = try played(VoiceSong(chords: ["C5 G4 E4 C3"])) { $0.purity = purity }
      let third = interval(run, 3, 2) - 1200
      #expect(abs(third - (400 - purity * (400 - cents(1.25)))) < 0.05)
    }
    #expect(try played(song) { $0.purity = 0 }.cents.allSatisfy { $0 == 0 })
  }

  @Test("In any temperament, octaves of keys that deviate differently are pure")
  func temperament() {
    var tuner = LiveTuner(sampleRate: 48_000)
    for (serial, (key, deviation)) in [(48, -9.0), (64, 4), (67, 2), (72, 11)].enumerated() {
      var note = LiveNote(serial: UInt64(serial), channel: 0, key: UInt8(key), velocity: 90)
      note.temperamentCents = deviation
      tuner.begin(note, at: 0)
    }
    tuner.tuneNewNotes(at: 0)
    let total = (0..<4).map { tuner.notes[$0].cents + tuner.notes[$0].temperamentCents }
    #expect(abs(total[3] - total[0]) < 0.01)
    #expect(abs(total[1] - total[0] + 400 - cents(1.25)) < 0.05)
    #expect(abs(total[2] - total[0] + 700 - cents(1.5)) < 0.05)
  }

  // The number of unknowns is limited, so the notes that sound cost a sum each. Microseconds are in
  // Benchmarks/ (`chords`).
  @Test(
    "The time of 16 new notes in a control block grows at most in proportion to those that sound",
    arguments: [0.0, 10])
  func time(glideRate: Double) {
    let counts = [LiveTuner.noteLimit / 4, LiveTuner.noteLimit]
    var shortest = [Duration](repeating: .seconds(1), count: counts.count)
    // Other programs only add time.
    for _ in 0..<20 {
      for (index, count) in counts.enumerated() {
        shortest[index] = min(shortest[index], blockTime(sounding: count, glideRate: glideRate))
      }
    }
    #expect(shortest[1] <= shortest[0] * 4, "\(shortest)")
  }

  /// Returns the shortest time of several control blocks in which 16 notes begin in two frames,
  /// over as many as sound.
  private func blockTime(sounding: Int, glideRate: Double) -> Duration {
    var tuner = LiveTuner(sampleRate: 48_000)
    tuner.options.glideRate = glideRate
    tuner.options.sevenths = .seven
    var serial: UInt64 = 0
    func begin(_ count: Int, at frame: Int64) {
      for _ in 0..<count {
        // All pitch classes; half of the notes decay.
        var note = LiveNote(
          serial: serial, channel: 0, key: UInt8(24 + serial * 7 % 84), velocity: 90)
        note.isDecaying = serial % 2 == 0
        serial += 1
        tuner.begin(note, at: frame)
      }
    }
    begin(sounding, at: 0)
    tuner.tuneNewNotes(at: 0)
    var shortest = Duration.seconds(1)
    for block in 1...10 {
      let frame = Int64(block * 64)
      for _ in 0..<16 where tuner.count > sounding - 16 { tuner.end(0, at: frame) }
      let time = cpuTime {
        tuner.glide(frames: 64)
        // Those of the last 50 ms again.
        tuner.tuneYoungNotes(at: frame)
        begin(8, at: frame)
        tuner.tuneNewNotes(at: frame)
        begin(8, at: frame + 20)
        tuner.tuneNewNotes(at: frame + 20)
      }
      shortest = min(shortest, time)
    }
    return shortest
  }

  @Test("Hostile play: more notes than fit, all keys at once, notes in each frame")
  func hostile() {
    var random = RandomNumbers(seed: 7)
    for glideRate in [0.0, 10] {
      var tuner = LiveTuner(sampleRate: 48_000)
      tuner.options.glideRate = glideRate
      for frame in 0..<20_000 {
        if frame % 64 == 0 {
          tuner.glide(frames: 64)
          tuner.tuneYoungNotes(at: Int64(frame))
        }
        if random.chance(0.3), tuner.count > 0 {
          tuner.end(random.whole(0...tuner.count - 1), at: Int64(frame))
        }
        for _ in 0..<(frame % 1_000 == 0 ? 200 : 1) {
          var note = LiveNote(
            serial: UInt64(frame), channel: 0, key: random.sevenBits(),
            velocity: max(random.sevenBits(), 1))
          note.isDecaying = random.chance(0.5)
          tuner.begin(note, at: Int64(frame))
        }
        tuner.tuneNewNotes(at: Int64(frame))
        #expect(tuner.count <= LiveTuner.noteLimit)
      }
      for index in 0..<tuner.count { #expect(abs(tuner.notes[index].cents) < 100) }
    }
  }
}

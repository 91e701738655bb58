import Foundation
import PeachMIDIEvents
import PeachMusicUnits
import PeachTuning
import Testing

/// Expectations are cents of frequency ratios.
@Suite("Adaptive tuning of songs")
struct AdaptiveTuningTests {
  private func cents(_ ratio: Double) -> Double { 1200 * log2(ratio) }

  private func tuned(
    _ song: VoiceSong, _ change: (inout AdaptiveTuning) -> Void = { _ in }
  ) throws -> SongTuning {
    var options = AdaptiveTuning()
    change(&options)
    return SongTuning(try song.file(), options)
  }

  /// Returns the interval between two notes, reduced to an octave, in cents.
  private func interval(_ tuning: SongTuning, _ low: Int, _ high: Int) -> Double {
    let keys = Double(tuning.notes[high].key) - Double(tuning.notes[low].key)
    let cents = 100 * keys + tuning.cents[high] - tuning.cents[low]
    return cents - 1200 * (cents / 1200).rounded(.down)
  }

  private func distance(_ cents: Double, _ ratio: Double) -> Double {
    abs((cents - self.cents(ratio)).remainder(dividingBy: 1200))
  }

  @Test(
    "Chords have their ratios within 0.05 cents",
    arguments: [
      ("C3 E4 G4 C5", "five", "4 5 6 8"), ("C3 Eb4 G4 C5", "five", "10 12 15 20"),
      ("E3 G4 C5 G5", "five", "5 6 8 12"), ("C4 E4 G4 Bb4", "five", "36 45 54 64"),
      ("C4 E4 G4 Bb4", "seven", "4 5 6 7"), ("C4 E4 Bb4", "seven", "4 5 7"),
      ("B3 D4 F4 A4", "seven", "5 6 7 9"), ("C4 Eb4 G4 Bb4", "five", "10 12 15 18"),
      ("C4 E4 G4 B4", "five", "8 10 12 15"), ("C4 G4 C5 G5", "five", "2 3 4 6"),
      ("A3 C#4 E4 A4", "five", "4 5 6 8"),
    ])
  func chords(text: String, style: String, proportion: String) throws {
    let ratios = proportion.split(separator: " ").map { word in
      Double(word) ?? 0
    }
    let tuning = try tuned(VoiceSong(chords: [text])) {
      $0.sevenths = style == "seven" ? .seven : .five
    }
    try #require(tuning.notes.count == ratios.count)
    for high in 1..<ratios.count {
      let found = interval(tuning, 0, high)
      #expect(distance(found, ratios[high] / ratios[0]) < 0.05, "\(text) \(style): \(found)")
    }
    // The pitch center stays.
    #expect(abs(tuning.cents.reduce(0, +)) < 1)
  }

  /// Whether the voices of a chord are 4 : 5 : 6 or 10 : 12 : 15 above its root.
  private func triadErrors(_ tuning: SongTuning) -> [Double] {
    var errors: [Double] = []
    let starts = Set(tuning.notes.map(\.startFrame)).sorted()
    for start in starts {
      let members = tuning.notes.indices.filter {
        tuning.notes[$0].startFrame <= start && tuning.notes[$0].endFrame > start + 9_600
      }
      for low in members {
        for high in members {
          // Fifths, major and minor thirds upward, and octaves.
          switch (Int(tuning.notes[high].key) - Int(tuning.notes[low].key) + 120) % 12 {
          case 7: errors.append(distance(interval(tuning, low, high), 1.5))
          case 4: errors.append(distance(interval(tuning, low, high), 1.25))
          case 3: errors.append(distance(interval(tuning, low, high), 1.2))
          case 0: errors.append(distance(interval(tuning, low, high), 1))
          default: break
          }
        }
      }
    }
    return errors
  }

  @Test("All triads of cadences are pure within 0.05 cents")
  func cadences() throws {
    let errors = triadErrors(try tuned(VoiceSong(chords: VoiceSong.cadences)))
    #expect(errors.count > 100 && errors.allSatisfy { $0 < 0.05 }, "\(errors.max() ?? 0)")
  }

  /// The largest change of pitch from a note to the next one of its key in any voice.
  private func largestStep(_ tuning: SongTuning) -> Double {
    var last: [UInt8: Int] = [:]
    var largest = 0.0
    for (index, note) in tuning.notes.enumerated() {
      if let earlier = last[note.key], note.startFrame - tuning.notes[earlier].endFrame < 24_000 {
        largest = max(largest, abs(tuning.cents[index] - tuning.cents[earlier]))
      }
      last[note.key] = index
    }
    return largest
  }

  // 100 · (C–a–d–G), each round a syntonic comma lower if no note moves between its chords.
  @Test("Ten minutes of comma pumps: pure, center within 8.5 cents, steps within 6.5 cents")
  func pump() throws {
    let rounds = Array(repeating: VoiceSong.pump, count: 100).joined() + [VoiceSong.pump[0]]
    let tuning = try tuned(VoiceSong(chords: Array(rounds)))
    let errors = triadErrors(tuning)
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    #expect(rms < 0.05, "\(rms)")
    let centers = stride(from: 0, to: tuning.cents.count, by: 4).map {
      tuning.cents[$0..<$0 + 4].reduce(0, +) / 4
    }
    #expect(centers.allSatisfy { abs($0) < 8.5 }, "\(centers.min() ?? 0) \(centers.max() ?? 0)")
    #expect(largestStep(tuning) < 6.5, "\(largestStep(tuning))")
  }

  @Test("Clusters and symmetric chords stay within one cent of equal temperament")
  func clusters() throws {
    for text in [
      "Eb4 D4 C#4 C4", "E4 D#4 D4 C#4", "D4 Db4 C4", "C4 Db4 D4 Eb4 E4", "C4 Db4 D4 Eb4 E4 F4",
      "B4 Bb4 A4 Ab4 G4 F#4 F4 E4 Eb4 D4 C#4 C4", "A4 Gb4 Eb4 C4", "G#4 E4 C4",
      "C5 G#4 E4 C4", "A4 Gb4 Eb4 C4 C3",
    ] {
      let tuning = try tuned(VoiceSong(chords: [text]))
      let mean = tuning.cents.reduce(0, +) / Double(tuning.cents.count)
      #expect(tuning.cents.allSatisfy { abs($0 - mean) < 1 && abs($0) < 1 }, "\(text)")
    }
  }

  @Test("Cents are bit-identical in a second run, after any transposition and any later start")
  func invariance() throws {
    var song = VoiceSong(
      chords: VoiceSong.cadences + ["G4 F4 D4 G3", "Bb4 G4 E4 C3", "D5 A4 E4 C3"])
    song.setup = [[0xC0, 0], [0xC1, 46]]
    for sevenths in AdaptiveTuning.Sevenths.allCases {
      var options = AdaptiveTuning()
      options.sevenths = sevenths
      let expected = SongTuning(try song.file(), options).cents.map(\.bitPattern)
      #expect(SongTuning(try song.file(), options).cents.map(\.bitPattern) == expected)
      for transposition in [-24, -7, -1, 1, 2, 6, 11, 12] {
        let other = SongTuning(try song.file(transposition: transposition), options)
        #expect(other.cents.map(\.bitPattern) == expected, "\(transposition)")
      }
      let later = SongTuning(try song.file(laterTicks: 96_123), options)
      #expect(later.cents.map(\.bitPattern) == expected)
    }
  }

  @Test("Purity scales the corrections; 0 is the temperament, exactly")
  func purity() throws {
    let song = VoiceSong(chords: ["C5 G4 E4 C3"])
    for purity in [0, 0.3, 0.7, 1] {
      let tuning = try tuned(song) { $0.purity = purity }
      // From 400 to 386.31 cents.
      let third = interval(tuning, 3, 2)
      #expect(abs(third - (400 - purity * (400 - cents(1.25)))) < 0.05)
    }
    #expect(try tuned(song) { $0.purity = 0 }.cents.allSatisfy { $0 == 0 })
    #expect(try tuned(song) { $0.purity = .nan }.cents.allSatisfy { $0 == 0 })
    // In meantone, a third is pure already, and the fifth is widened by a quarter comma.
    let tempered = SongTuning(
      try song.file(), AdaptiveTuning(), temperament: KeyboardTuning(.quarterCommaMeantone))
    #expect(abs(tempered.cents[2] - tempered.cents[3]) < 0.05)
    let fifth = tempered.cents[1] - tempered.cents[3]
    #expect(abs(fifth - cents(81.0 / 80) / 4) < 0.05)
  }

  @Test("Fixed channels keep the temperament, and the others are tuned to them")
  func fixed() throws {
    let song = VoiceSong(chords: VoiceSong.cadences)
    let tuning = try tuned(song) { $0.fixedChannels = 0b1000 }
    for (index, note) in tuning.notes.enumerated() where note.channel == 3 {
      #expect(tuning.cents[index] == 0)
    }
    // The first chord above its bass.
    #expect(abs(interval(tuning, 3, 0) - cents(1.25)) < 0.05)
  }

  @Test("Percussion, unpitched programs, untuned and bent channels are neither tuned nor analyzed")
  func untuned() throws {
    let chord = VoiceSong(chords: ["C5 G4 E4 C3"])
    let expected = try tuned(chord).cents
    var song = chord
    for (channel, key) in [(9, 61), (8, 61), (7, 63), (6, 66)] as [(UInt8, UInt8)] {
      song.notes.append(.init(channel: channel, key: key, start: 0, end: 1.4))
    }
    // Program 116, taiko drum; a bend of a whole tone.
    song.setup = [[0xC8, 116], [0xE6, 0, 0x7F]]
    let tuning = try tuned(song) { $0.untunedChannels = 0b1000_0000 }
    #expect(tuning.notes.count == 4 && tuning.cents == expected)
  }

  @Test("Notes that a pedal holds sound with later ones, until it is up")
  func pedal() throws {
    // C, then E a second later: only with the pedal do they sound together.
    var song = VoiceSong([
      .init(channel: 0, key: 60, start: 0, end: 0.3),
      .init(channel: 0, key: 67, start: 0, end: 0.3),
      .init(channel: 0, key: 64, start: 1, end: 4),
    ])
    #expect(abs(interval(try tuned(song), 0, 2) - 400) < 8)
    song.controllers = [(0.1, [0xB0, 64, 127]), (5, [0xB0, 64, 0])]
    #expect(abs(interval(try tuned(song), 0, 2) - cents(1.25)) < 0.05)
    song.controllers = [(0.1, [0xB0, 64, 127]), (0.6, [0xB0, 64, 0])]
    #expect(abs(interval(try tuned(song), 0, 2) - 400) < 8)
  }

  @Test("Five fifths in one chord cannot be pure: at most 10.5 cents off, less than in equal steps")
  func impossible() throws {
    // C–G–D–A–E: four pure fifths and a pure third differ by a syntonic comma.
    let tuning = try tuned(VoiceSong(chords: ["E5 A4 D4 G3 C3"]))
    let errors = triadErrors(tuning)
    #expect((errors.max() ?? 99) < 10.5 && (errors.max() ?? 0) > 1)
  }

  @Test("Songs without notes, and of hostile density, are tuned within seconds")
  func extremes() throws {
    #expect(try tuned(VoiceSong([])).cents.isEmpty)
    // 4,000 notes of all keys, all held to the end.
    let notes = (0..<4_000).map { (number: Int) -> VoiceSong.Note in
      let key = UInt8(20 + number * 7 % 90)
      return VoiceSong.Note(
        channel: UInt8(number % 8), key: key, start: Double(number) * 0.03, end: 130)
    }
    let tuning = try tuned(VoiceSong(notes))
    #expect(tuning.cents.count == 4_000 && tuning.cents.allSatisfy { abs($0) < 60 })
  }
}

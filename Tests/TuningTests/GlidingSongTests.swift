import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import PeachTuning
import SoundMeasurement
import Testing

/// Held notes that follow the chords. Expectations are frequency ratios, and the limit of the rate.
@Suite("Songs whose held notes glide")
struct GlidingSongTests {
  /// A comma pump C–a–d–G of which all common notes are held, also from round to round.
  private static func heldPump(rounds: Int, seconds: Double = 1.5) -> VoiceSong {
    let round = ["C5 E4 _ C3", "_ _ A4 A3", "D5 F4 _ D3", "_ B4 G4 G3"]
    let chords = ["C5 E4 G4 C3"] + Array(repeating: round, count: rounds).joined().dropFirst()
    return VoiceSong(chords: Array(chords), seconds: seconds)
  }

  private static func tuned(_ file: MIDIFile, rate: Double = 10) -> SongTuning {
    var options = AdaptiveTuning()
    options.glideRate = rate
    return SongTuning(file, options)
  }

  /// Returns the errors of the octaves, fifths and thirds of chords in their middle, in cents.
  private func errors(_ tuning: SongTuning) -> [Double] {
    let ratios: [Int: Double] = [0: 1, 3: 1.2, 4: 1.25, 7: 1.5]
    return SongTuningReport(tuning).chords.flatMap { chord in
      let members = zip(chord.notes, chord.cents).map { (tuning.notes[$0].key, $1) }
      return members.flatMap { low, lowCents in
        members.compactMap { high, highCents -> Double? in
          guard high > low, let ratio = ratios[Int(high - low) % 12] else { return nil }
          let cents = 100 * Double(high - low) + highCents - lowCents
          return (cents - 1200 * log2(ratio)).remainder(dividingBy: 1200)
        }
      }
    }
  }

  @Test("In the middle of chords that are held, 3:2, 5:4 and 6:5 are pure within 0.1 cents")
  func pure() throws {
    let file = try Self.heldPump(rounds: 25).file()
    let gliding = Self.tuned(file)
    let found = errors(gliding)
    #expect(found.count > 300 && found.allSatisfy { abs($0) < 0.1 }, "\(found.max() ?? 9)")
    // Without glides, the comma of 21.5 cents of each round is spread over the chords.
    #expect(errors(Self.tuned(file, rate: 0)).contains { abs($0) > 3 })
    let center = try #require(SongTuningReport(gliding).centerRange)
    #expect(center.lowerBound > -8.5 && center.upperBound < 8.5, "\(center)")
  }

  @Test("Glides are no faster than the rate, join, and end with their note", arguments: [2.0, 10])
  func limit(rate: Double) throws {
    let tuning = Self.tuned(try Self.heldPump(rounds: 4).file(), rate: rate)
    var count = 0
    for (index, glides) in tuning.glides.enumerated() {
      var (frame, cents) = (tuning.notes[index].startFrame, tuning.cents[index])
      for glide in glides {
        #expect(glide.startFrame >= frame && glide.endFrame > glide.startFrame)
        #expect(glide.startCents == cents)
        let seconds = Double(glide.endFrame - glide.startFrame) / 48_000
        #expect(abs(glide.endCents - glide.startCents) <= rate * seconds + 1e-9)
        (frame, cents) = (glide.endFrame, glide.endCents)
        count += 1
      }
      #expect(frame <= tuning.notes[index].endFrame)
    }
    #expect(count > 15)
  }

  @Test("A song without held notes has the cents of no glides, bit for bit")
  func repeated() throws {
    let file = try VoiceSong(chords: VoiceSong.pump + VoiceSong.cadences).file()
    let gliding = Self.tuned(file)
    #expect(gliding.glides.allSatisfy { $0.isEmpty })
    #expect(gliding.noteTunings == Self.tuned(file, rate: 0).noteTunings)
  }

  @Test("Glides are bit-identical after any transposition and any later start")
  func invariance() throws {
    let song = Self.heldPump(rounds: 3)
    let expected = Self.tuned(try song.file())
    for transposition in [-7, 5, 12] {
      let other = Self.tuned(try song.file(transposition: transposition))
      #expect(other.glides == expected.glides && other.cents == expected.cents)
    }
    let later = Self.tuned(try song.file(laterTicks: 960))
    #expect(later.glides.map(\.count) == expected.glides.map(\.count))
    #expect(later.cents == expected.cents)
  }

  @Test("The audio of held notes follows their glides within 0.2 cents, and in straight lines")
  func follows() throws {
    let file = try Self.heldPump(rounds: 2).file()
    let tuning = Self.tuned(file)
    var largest = 0.0
    for channel in 0..<UInt8(3) {
      let audio = ToneSong.audio(
        try ToneSong.renderer(file, tuning.noteTunings, excerpt: ToneSong.soloing(channel)))
      for (index, note) in tuning.notes.enumerated() where note.channel == channel {
        let expected = 440 * exp2((Double(note.key) - 69) / 12 + TestBank.toneCents / 1200)
        var start = Int(note.startFrame) + 7_200
        while start + 9_600 < Int(note.endFrame) {
          let cents = PitchMeter.cents(
            of: audio[start..<start + 9_600], above: expected, sampleRate: ToneSong.rate)
          let sum = (0..<20).reduce(0.0) { sum, part in
            let frame = Double(start + 480 * part + 240)
            return sum + tuning.totalCents(ofNote: index, atSeconds: frame / ToneSong.rate)
          }
          let planned = sum / 20
          #expect(abs(cents - planned) < 0.2, "\(channel) \(start): \(cents) \(planned)")
          largest = max(largest, abs(cents - tuning.cents[index]))
          start += 9_600
        }
      }
    }
    #expect(largest > 3, "\(largest)")
  }

  @Test("Audio with glides is bit-identical for all block sizes, and differs from none")
  func blocks() throws {
    let file = try Self.heldPump(rounds: 1, seconds: 0.8).file()
    let tunings = Self.tuned(file).noteTunings
    let expected = ToneSong.audio(try ToneSong.renderer(file, tunings))
    for block in [1, 63, 1_000] {
      let other = ToneSong.audio(try ToneSong.renderer(file, tunings), block: block)
      let count = min(other.count, expected.count)
      #expect(other[..<count] == expected[..<count])
    }
    #expect(
      ToneSong.audio(try ToneSong.renderer(file, Self.tuned(file, rate: 0).noteTunings)) != expected
    )
  }

  @Test("The player glides as the renderer, also in the repetition of a loop")
  func player() throws {
    let file = try Self.heldPump(rounds: 1).file()
    let tunings = Self.tuned(file).noteTunings
    let audio = try ToneSong.repeatedAudio(file, tunings)
    let expected = ToneSong.audio(try ToneSong.renderer(file, tunings))
    #expect(audio[..<280_000] == expected[..<280_000])
    #expect(audio[300_000..<500_000] == expected[12_000..<212_000])
  }

  @Test("The outline has the cents of the glides at their ends within 0.2 cents")
  func outline() throws {
    let file = try Self.heldPump(rounds: 1).file()
    let tuning = Self.tuned(file)
    let outline = SongOutline(file, tunings: tuning.noteTunings)
    for (index, note) in tuning.notes.enumerated() {
      let own = try #require(
        outline.notes.first {
          $0.channel == note.channel && abs($0.startSeconds - note.startSeconds) < 0.001
        })
      let last = tuning.totalCents(ofNote: index, atSeconds: note.endSeconds)
      #expect(abs((own.deviations.last?.cents ?? 0) - last) < 0.2)
    }
    #expect(tuning.glides.contains { !$0.isEmpty })
  }
}

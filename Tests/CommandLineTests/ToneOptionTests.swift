import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

/// `--tone`, its older names, the setting, and `--stretch`, compared by the bytes of files.
@Suite("The options --tone and --stretch", .serialized)
struct ToneOptionTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    // A violin with vibrato, 7 cents sharp.
    try peach.put("my.sf2", VibratoRecording.bank.chunks.file)
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 1500,
        [(0, [0xC0, 40]), (0, [0xB0, 91, 0]), (250, [0x90, 69, 100]), (1250, [0x80, 69, 0])]))
  }

  private func written(_ words: [String]) throws -> [UInt8] {
    let result = try peach.end(
      peach.start(words + ["--bank", "my.sf2", "--force", "-o", "sound.wav"]))
    #expect(result.status == 0, "\(words): \(result.errors)")
    return try #require(peach.bytes("sound.wav"))
  }

  private func song(_ words: String...) throws -> [UInt8] {
    try written(["render", "song.mid"] + words)
  }

  private func note(_ words: String...) throws -> [UInt8] {
    try written(["play", "A4", "--duration", "1", "--sound", "sf2:0:40"] + words)
  }

  @Test("Each tone has the bytes of its older names, in songs and notes")
  func olderNames() throws {
    let (bank, corrected) = (try song(), try song("--in-tune"))
    let (straight, smooth) = (try song("--straight"), try song("--straight", "--smooth"))
    #expect(Set([bank, corrected, straight, smooth]).count == 4)
    #expect(try song("--tone", "bank") == bank)
    #expect(try song("--tone", "corrected") == corrected)
    #expect(try song("--tone", "straight") == straight)
    #expect(try song("--tone", "straight,smooth") == smooth)
    let half = try song("--straight", "--smooth", "--vibrato", "50")
    #expect(half != smooth)
    #expect(try song("--tone", "straight,vibrato=50,smooth") == half)
    #expect(try song("--tone", "straight,smooth,vibrato 50") == half)
    #expect(try song("--adaptive", "--tone", "straight,smooth") == song("--adaptive"))
    #expect(try song("--adaptive", "--tone", "corrected") == song("--adaptive", "--in-tune"))
    #expect(try note("--tone", "straight") == note())
    #expect(try note("--tone", "straight,smooth") == note("--smooth"))
    #expect(try note("--tone", "corrected") == note("--as-recorded"))
    #expect(try note("--tone", "bank") == note("--as-recorded", "--uncorrected"))
  }

  @Test("The setting applies to songs and notes; options and their older names have precedence")
  func setting() throws {
    let (bank, corrected, straight) = (try song(), try song("--in-tune"), try song("--straight"))
    let (note, recorded) = (try self.note(), try self.note("--as-recorded"))
    #expect(try peach.run("settings", "set", "tone", "corrected").status == 0)
    #expect(try song() == corrected)
    #expect(try self.note() == recorded)
    #expect(try song("--tone", "bank") == bank)
    #expect(try song("--straight") == straight)
    #expect(try self.note("--tone", "straight") == note)
    #expect(try peach.run("settings", "set", "tone", "straight,vibrato=0").status == 0)
    #expect(try song() == straight)
    #expect(try peach.run("settings", "reset", "tone").status == 0)
    #expect(try song() == bank)
    let refused = try peach.run("settings", "set", "tone", "smooth")
    #expect(refused.status == 2 && refused.errors.contains("bank, corrected, or straight"))
  }

  @Test("Invalid and contradictory options are errors")
  func errors() throws {
    let cases: [(words: [String], message: String)] = [
      (["--tone", "pure"], "bank, corrected, or straight"),
      (["--tone", "bank,smooth"], "bank, corrected, or straight"),
      (["--tone", "straight,vibrato=201"], "bank, corrected, or straight"),
      (["--tone", "straight,smooth,smooth"], "bank, corrected, or straight"),
      (["--tone", "straight", "--in-tune"], "--tone and --in-tune exclude each other"),
      (["--tone", "straight", "--vibrato", "5"], "--tone and --vibrato exclude each other"),
      (["--tone", "bank", "--stretch"], "--stretch and --tone bank exclude each other"),
      (["--stretch-amount", "50"], "--stretch-amount requires --stretch"),
      (["--stretch", "--stretch-amount", "201"], "0 to 200"),
      (["--stretch=3:1"], "2:1"),
    ]
    for (words, message) in cases {
      let result = try peach.end(
        peach.start(["render", "song.mid", "--bank", "my.sf2", "-o", "a.wav"] + words))
      #expect(result.status == 2 && result.errors.contains(message), "\(words): \(result.errors)")
    }
    let live = try peach.run("live", "--bank", "my.sf2", "--stretch", "--uncorrected")
    #expect(live.status == 2 && live.errors.contains("exclude each other"), "\(live.errors)")
    let note = try peach.run("play", "A4", "--stretch")
    #expect(note.status == 2 && note.errors.contains("applies to songs only"), "\(note.errors)")
  }

  @Test("--stretch corrects recordings, and changes nothing else of tones that are no strings")
  func noStrings() throws {
    let corrected = try song("--in-tune")
    #expect(try song("--stretch") == corrected)
    #expect(try song("--stretch", "4:2", "--stretch-amount", "150") == corrected)
    #expect(try song("--stretch", "off") == song())
    #expect(try song("--stretch", "--straight") == song("--straight"))
    #expect(try peach.run("settings", "set", "stretch", "2:1").status == 0)
    #expect(try song() == corrected)
    #expect(try song("--stretch", "off") == song("--tone", "bank", "--stretch", "off"))
  }
}

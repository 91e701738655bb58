import CPeach
import Foundation
import PeachC
import SoundMeasurement
import TestEnvironment
import Testing

/// Expectations are cents of frequency ratios.
@Suite("Tunings of the C library")
struct TuningFunctionTests {
  private static let third = 1200 * log2(1.25)

  private func named(_ name: String, root: String? = nil) throws -> OpaquePointer {
    try CLibraryFixture.opened { peach_tuning_open_name(name, root, &$0) }
  }

  private func parsed(_ text: String) throws -> OpaquePointer {
    let bytes = Array(text.utf8)
    return try CLibraryFixture.opened { peach_tuning_open_memory(bytes, bytes.count, &$0) }
  }

  private func cents(_ tuning: OpaquePointer, _ key: Int32) -> Double {
    var cents = 99.0
    #expect(peach_tuning_cents(tuning, key, &cents) == 0)
    return cents
  }

  @Test("Temperaments by name have the cents of their fifths, from their root")
  func names() throws {
    // F–C to E–B are a sixth of the Pythagorean comma narrower; A keeps its pitch.
    let comma = 1200 * log2(pow(1.5, 12) / 128)
    let tempered = 1200 * log2(1.5) - comma / 6
    let vallotti = try named("Vallotti")
    #expect(abs(cents(vallotti, 69)) < 1e-9)
    // Three fifths down from A.
    #expect(abs(cents(vallotti, 60) - (2_100 - 3 * tempered)) < 1e-6)
    #expect(abs(cents(vallotti, 64) - (tempered - 700)) < 1e-6)
    // D–F♯ on D is C–E on C.
    let onD = try named("vallotti", root: "D")
    #expect(
      abs(cents(onD, 66) - cents(onD, 62) - (cents(vallotti, 64) - cents(vallotti, 60))) < 1e-9)
    for (name, root, code) in [
      ("valotti", nil, -6), ("vallotti", "H", -2), ("vallotti", "", -2),
    ] as [(String, String?, Int32)] {
      var tuning: OpaquePointer?
      #expect(peach_tuning_open_name(name, root, &tuning) == code && tuning == nil)
    }
    var unused = 0.0
    #expect(peach_tuning_cents(vallotti, 128, &unused) == -2)
    #expect(peach_tuning_close(vallotti) == 0 && peach_tuning_cents(vallotti, 60, &unused) == -1)
  }

  @Test("Scala and AnaMark bytes of one tuning are equal; invalid ones name their line")
  func files() throws {
    let steps = [100.5, 204, 300, 386.3, 500, 600, 700, 800, 900.25, 1000, 1100, 1200]
    let scala = "! test.scl\nTest\n 12\n!\n" + steps.map { " \($0)\n" }.joined()
    var tun = "; comment\n[Exact Tuning]\n"
    for key in 0..<128 {
      let step = key % 12 == 0 ? 0 : steps[key % 12 - 1]
      tun += "note \(key) = \(1200 * Double(key / 12) + step)\n"
    }
    let (first, second) = (try parsed(scala), try parsed(tun))
    for key in 0..<Int32(128) { #expect(abs(cents(first, key) - cents(second, key)) < 1e-6) }
    #expect(abs(cents(first, 61) - cents(first, 60) - 0.5) < 1e-6)
    var tuning: OpaquePointer?
    for text in ["", "[Exact Tuning]\nnote x = 3\n", "title\n2\n1/0\n2\n"] {
      let bytes = Array(text.utf8)
      #expect(peach_tuning_open_memory(bytes, bytes.count, &tuning) == -5)
    }
    #expect(CLibraryFixture.message.contains("Line 3"), "\(CLibraryFixture.message)")
    #expect(peach_tuning_open_file("/nowhere.scl", &tuning) == -4)
  }

  @Test("A scale with a keyboard mapping is read from bytes and files; errors name their line")
  func mappings() throws {
    let scale = Array("Third\n2\n5/4\n2/1\n".utf8)
    let mapping = Array("0\n0\n127\n62\n69\n440.0\n0\n".utf8)
    let tuning = try CLibraryFixture.opened {
      peach_tuning_open_mapped_memory(scale, scale.count, mapping, mapping.count, &$0)
    }
    // Degree 0 is D.
    #expect(abs(100 + cents(tuning, 63) - cents(tuning, 62) - Self.third) < 1e-6)
    #expect(abs(cents(tuning, 69)) < 1e-9)
    let folder = try TemporaryFolder()
    let paths = [folder.path("third.scl"), folder.path("d.kbm")]
    for (path, bytes) in zip(paths, [scale, mapping]) {
      try Data(bytes).write(to: URL(filePath: path))
    }
    let file = try CLibraryFixture.opened {
      peach_tuning_open_mapped_file(paths[0], paths[1], &$0)
    }
    for key in Int32(0)..<128 { #expect(cents(file, key) == cents(tuning, key)) }
    var unused: OpaquePointer?
    #expect(peach_tuning_open_mapped_file(paths[0], "/nowhere.kbm", &unused) == -4)
    #expect(peach_tuning_open_mapped_memory(scale, scale.count, scale, scale.count, &unused) == -5)
    #expect(CLibraryFixture.message.contains("Line 1"), "\(CLibraryFixture.message)")
    #expect(peach_tuning_open_mapped_memory(scale, scale.count, mapping, 0, &unused) == -5)
  }

  /// The audio of C4 and E4, one of them at volume 0.
  private func pitch(_ key: UInt8, muting channel: UInt8, adaptive: Int, tuning: String?) throws
    -> Double
  {
    let bank = try CLibraryFixture.bank()
    var options = peach_player_options()
    peach_player_options_init(&options, MemoryLayout<peach_player_options>.stride)
    #expect(options.purity == 1 && options.adaptive == 0 && options.tuning == nil)
    (options.limiter, options.effects, options.in_tune) = (0, 0, 0)
    options.adaptive = Int32(adaptive)
    if let tuning { options.tuning = try named(tuning) }
    let player = try CLibraryFixture.opened { peach_player_open(bank, &options, &$0) }
    let messages: [UInt8] = [0xB0 | channel, 7, 0, 0x90, 60, 100, 0x91, 64, 100]
    #expect(peach_player_send(player, messages, messages.count, -1) == 0)
    var (left, right) = ([Float](repeating: 0, count: 48_000), [Float](repeating: 0, count: 48_000))
    #expect(peach_player_render(player, &left, &right, 1, 48_000) == 0)
    let hertz = 440 * exp2((Double(key) - 69) / 12)
    return PitchMeter.cents(of: left[6_000...], above: hertz, sampleRate: 48_000)
  }

  @Test("Players play tunings, and pure thirds with adaptive tuning")
  func players() throws {
    for (adaptive, tuning, expected) in [
      (PEACH_ADAPTIVE_OFF, nil, 400), (PEACH_ADAPTIVE_OFF, "pythagorean", 1200 * log2(81 / 64.0)),
      (PEACH_ADAPTIVE_FIVE, nil, Self.third), (PEACH_ADAPTIVE_SEVEN, "pythagorean", Self.third),
    ] as [(Int, String?, Double)] {
      let low = try pitch(60, muting: 1, adaptive: adaptive, tuning: tuning)
      let high = try pitch(64, muting: 0, adaptive: adaptive, tuning: tuning)
      #expect(abs(400 + high - low - expected) < 0.02, "\(adaptive) \(tuning ?? "")")
    }
  }

  @Test("A song is tuned as the options say, and written in parts")
  func songs() throws {
    let track: [UInt8] = [
      0, 0x90, 60, 100, 0, 0x91, 64, 100, 0, 0x99, 40, 90, 0x83, 0, 0x80, 60, 0, 0, 0x81, 64, 0, 0,
      0xFF, 0x2F, 0,
    ]
    let bytes: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    let song = try CLibraryFixture.opened { peach_song_open_memory(bytes, bytes.count, &$0) }
    var notes = [peach_tuned_note](repeating: peach_tuned_note(), count: 3)
    var count = 0
    #expect(peach_song_tune(song, nil, nil, 0, &count) == 0 && count == 2)
    #expect(peach_song_tune(song, nil, &notes, 3, &count) == 0 && count == 2)
    #expect(notes[0].key == 60 && notes[1].key == 64 && notes[1].channel == 1)
    #expect(abs(400 + notes[1].cents - notes[0].cents - Self.third) < 0.01)
    #expect(notes[2].key == 0 && notes[1].seconds == 0)
    var options = peach_render_options()
    peach_render_options_init(&options, MemoryLayout<peach_render_options>.stride)
    options.purity = 0
    options.tuning = try named("pythagorean")
    #expect(peach_song_tune(song, &options, &notes, 1, &count) == 0 && count == 2)
    // Three pure fifths down from A.
    #expect(abs(notes[0].cents - (2_100 - 3_600 * log2(1.5))) < 1e-3, "\(notes[0].cents)")
    options.purity = .nan
    #expect(peach_song_tune(song, &options, nil, 0, &count) == -2)
    options.purity = 1
    options.adaptive = 3
    #expect(peach_song_tune(song, &options, nil, 0, &count) == -2)
    // Options of the first version have the defaults of the missing members.
    let first = MemoryLayout<peach_render_options>.offset(of: \.reference_pitch) ?? 0
    options.size = UInt32(first)
    #expect(peach_song_tune(song, &options, nil, 0, &count) == 0)
  }
}

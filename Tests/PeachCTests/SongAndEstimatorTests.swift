import CPeach
import Foundation
import PeachC
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Songs, intonation and the estimator of the C library")
struct SongAndEstimatorTests {
  @Test("a song in buffers of any size has the frames of the rendered file")
  func songs() throws {
    let (bank, song) = (try CLibraryFixture.bank(), try CLibraryFixture.song())
    var seconds = 0.0
    #expect(peach_song_seconds(song, &seconds) == 0 && abs(seconds - 2) < 1e-9)
    var options = peach_render_options()
    peach_render_options_init(&options, MemoryLayout<peach_render_options>.stride)
    options.format = Int32(PEACH_FORMAT_FLOAT32)
    (options.in_tune, options.effects) = (1, 0)
    let folder = try TemporaryFolder()
    var summary = peach_render_summary()
    summary.size = UInt32(MemoryLayout<peach_render_summary>.stride)
    let path = folder.path("song.wav")
    #expect(peach_song_render_file(song, bank, path, &options, &summary) == 0)
    #expect(summary.song_frame_count == 96_000 && summary.missing_preset_count == 0)

    let renderer = try CLibraryFixture.opened { peach_renderer_open(song, bank, &options, &$0) }
    #expect(peach_song_close(song) == 0 && peach_bank_close(bank) == 0)
    var (left, written, limit) = ([Float](), 1, Int64(0))
    #expect(peach_renderer_limit(renderer, &limit) == 0)
    var block = [Float](repeating: 0, count: 2000)
    while written > 0 {
      let result = block.withUnsafeMutableBufferPointer { block in
        let start = block.baseAddress
        return peach_renderer_read(renderer, start, start.map { $0 + 1 }, 2, 1000, &written)
      }
      #expect(result == 0)
      left += (0..<written).map { block[2 * $0] }
    }
    #expect(peach_renderer_close(renderer) == 0)
    #expect(Int64(left.count) == summary.frame_count && Int64(left.count) <= limit)
    // The frames end the file: 32-bit floats, little-endian.
    let bytes = try #require(folder.bytes("song.wav")).suffix(8 * left.count)
    let frames = bytes.withUnsafeBytes { bytes in
      left.indices.map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Float.self) }
    }
    #expect(frames == left)
    let cents = PitchMeter.cents(of: left[4800..<90_000], above: 440, sampleRate: 48_000)
    #expect(abs(cents) < 0.01)
  }

  @Test("a song follows the reference pitch within 0.01 cents, and texts of notes do")
  func referencePitch() throws {
    let (bank, song) = (try CLibraryFixture.bank(), try CLibraryFixture.song())
    var options = peach_render_options()
    peach_render_options_init(&options, MemoryLayout<peach_render_options>.stride)
    #expect(options.reference_pitch == 440)
    (options.in_tune, options.effects, options.reference_pitch) = (1, 0, 442)
    let renderer = try CLibraryFixture.opened { peach_renderer_open(song, bank, &options, &$0) }
    var (left, right) = ([Float](repeating: 0, count: 96_000), [Float](repeating: 0, count: 96_000))
    var written = 0
    #expect(peach_renderer_read(renderer, &left, &right, 1, 96_000, &written) == 0)
    let cents = PitchMeter.cents(of: left[4800..<90_000], above: 442, sampleRate: 48_000)
    #expect(abs(cents) < 0.01)
    #expect(peach_renderer_close(renderer) == 0)
    var hertz = 0.0
    for (text, expected) in [("A4", 442.0), ("A3", 221), ("442.3", 442.3)] {
      #expect(peach_note_parse(text, 442, &hertz) == 0 && abs(hertz - expected) < 1e-9)
    }
    #expect(peach_note_parse("X4", 442, &hertz) == -2 && peach_note_parse("A4", 0, &hertz) == -2)
    #expect(peach_song_close(song) == 0 && peach_bank_close(bank) == 0)
  }

  @Test("repeated notes of a key add up to 6 dB, or with the option the earlier one ends")
  func repeatedNotes() throws {
    // A4 twice, 0.5 s apart, on an endless sample; the first half second is one note.
    let track: [UInt8] = [
      0, 0x90, 69, 100, 0x60, 0x90, 69, 100, 0x60, 0x80, 69, 0, 0, 0xFF, 0x2F, 0,
    ]
    let bytes: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    let bank = try CLibraryFixture.bank()
    let song = try CLibraryFixture.opened { peach_song_open_memory(bytes, bytes.count, &$0) }
    func rise(_ endsRepeatedNotes: Int32) throws -> Double {
      var options = peach_render_options()
      peach_render_options_init(&options, MemoryLayout<peach_render_options>.stride)
      (options.effects, options.limiter) = (0, 0)
      options.ends_repeated_notes = endsRepeatedNotes
      let renderer = try CLibraryFixture.opened { peach_renderer_open(song, bank, &options, &$0) }
      var left = [Float](repeating: 0, count: 48_000)
      var (right, written) = (left, 0)
      #expect(peach_renderer_read(renderer, &left, &right, 1, 48_000, &written) == 0)
      #expect(peach_renderer_close(renderer) == 0)
      return Level.rootMeanSquare(left[33_600..<45_600])
        - Level.rootMeanSquare(left[9_600..<21_600])
    }
    // The second note starts after 220 periods, in phase with the first: 20 log 2.
    #expect(abs(try rise(0) - 6.02) < 0.1)
    #expect(abs(try rise(1)) < 0.1)
    #expect(peach_song_close(song) == 0 && peach_bank_close(bank) == 0)
  }

  @Test("the intonation of a flat preset is measured, per key, and corrected in a file")
  func intonation() throws {
    let bank = try CLibraryFixture.bank()
    var summary = peach_intonation()
    summary.size = UInt32(MemoryLayout<peach_intonation>.stride)
    var keys = [peach_key_intonation](repeating: peach_key_intonation(), count: 10)
    keys[0].size = UInt32(MemoryLayout<peach_key_intonation>.stride)
    var count = 0
    #expect(peach_bank_measure(bank, 1, &summary, &keys, 10, &count) == 0)
    #expect(count == 128 && keys[9].key == 9 && keys[9].size == keys[0].size)
    #expect(abs(summary.worst_before - 13) < 0.01 && summary.worst_after < 0.01)
    #expect(abs(keys[5].before + 13) < 0.01 && abs(keys[5].after) < 0.01)
    #expect(peach_bank_measure(bank, 2, &summary, nil, 0, nil) == -7)

    let folder = try TemporaryFolder()
    let path = folder.path("tuned.sf2")
    #expect(peach_bank_write_tuned(bank, path) == 0 && peach_bank_close(bank) == 0)
    let bytes = try #require(folder.bytes("tuned.sf2"))
    let tuned = try CLibraryFixture.opened { tuned in
      bytes.withUnsafeBytes { peach_bank_open_memory($0.baseAddress, $0.count, &tuned) }
    }
    #expect(peach_bank_measure(tuned, 1, &summary, nil, 0, nil) == 0)
    #expect(summary.worst_before <= 0.5)
    #expect(peach_bank_close(tuned) == 0)
  }

  @Test("the presets of a bank have their numbers and names, truncated if the buffer is short")
  func presets() throws {
    let bank = try CLibraryFixture.bank()
    defer { #expect(peach_bank_close(bank) == 0) }
    var (count, index) = (Int32(0), Int32(0))
    #expect(peach_bank_preset_count(bank, &count) == 0 && count == 3)
    #expect(peach_bank_find_preset(bank, 0, 42, &index) == 0 && index == 1)
    #expect(peach_bank_find_preset(bank, 0, 43, &index) == -6)
    #expect(peach_bank_find_sound(bank, "CEL", &index) == 0 && index == 1)
    #expect(peach_bank_find_sound(bank, "drums", &index) == -6)
    #expect(peach_bank_find_sound(bank, "", &index) == -2)
    var preset = peach_preset()
    preset.size = UInt32(MemoryLayout<peach_preset>.stride)
    #expect(peach_bank_preset(bank, 2, &preset) == 0)
    #expect(preset.bank == 128 && preset.program == 0 && preset.is_percussion == 1)
    let name = withUnsafeBytes(of: preset.name) { String(decoding: $0.prefix(6), as: UTF8.self) }
    #expect(name == "Drums\0")
    var text = [CChar](repeating: 1, count: 4)
    #expect(peach_bank_name(bank, &text, 4) == 0)
    #expect(text == [102, 105, 120, 0])
  }

  @Test("a stack of banks has the presets of all, and songs play those of the last one first")
  func stack() throws {
    let folder = try TemporaryFolder()
    try folder.put("fix.sf2", CLibraryFixture.bankBytes)
    func open(_ texts: [String]) throws -> OpaquePointer {
      let copies = texts.map { strdup(folder.path($0)) }
      defer { for copy in copies { free(copy) } }
      let pointers = copies.map { $0.map { UnsafePointer($0) } }
      return try CLibraryFixture.opened { bank in
        pointers.withUnsafeBufferPointer {
          peach_bank_open_stack($0.baseAddress, $0.count, &bank)
        }
      }
    }
    let stack = try open(["fix.sf2", "fix.sf2:0:42+8", "fix.sf2=5:1"])
    defer { #expect(peach_bank_close(stack) == 0) }
    var (count, index) = (Int32(0), Int32(0))
    #expect(peach_bank_preset_count(stack, &count) == 0 && count == 5)
    #expect(peach_bank_find_preset(stack, 8, 42, &index) == 0 && index == 1)
    #expect(peach_bank_find_preset(stack, 5, 1, &index) == 0 && index == 0)
    #expect(peach_bank_find_preset(stack, 0, 42, &index) == 0 && index == 3)
    #expect(peach_bank_find_sound(stack, "CEL", &index) == 0)
    // By the numbers of the stack, not those of the file.
    #expect(peach_bank_find_sound(stack, "sf2:5:1", &index) == 0 && index == 0)
    #expect(peach_bank_find_sound(stack, "sf2:8:42", &index) == 0 && index == 1)
    #expect(peach_bank_find_sound(stack, "sf2:8:43", &index) == -6)
    // A player and an instrument of the stack play; its file cannot be tuned.
    let player = try CLibraryFixture.opened { peach_player_open(stack, nil, &$0) }
    #expect(peach_player_select(player, 0, 1) == 0 && peach_player_close(player) == 0)
    #expect(peach_bank_write_tuned(stack, folder.path("tuned.sf2")) == -7)
    var bank: OpaquePointer?
    #expect(
      "/nowhere.sf2:128".withCString { text in
        var text: UnsafePointer<CChar>? = text
        return peach_bank_open_stack(&text, 1, &bank)
      } == -4)
    #expect(
      folder.path("fix.sf2:3:99").withCString { text in
        var text: UnsafePointer<CChar>? = text
        return peach_bank_open_stack(&text, 1, &bank)
      } == -6)
  }

  /// The gate of the estimator: the error after 80 trials is at most 0.21, that of a staircase
  /// 0.36.
  @Test("the estimator finds thresholds with smaller errors than a staircase", arguments: [0, 2])
  func estimator(procedure: Int32) throws {
    var random = RandomSource(seed: 7)
    var sum = 0.0
    let listeners = 200
    for listener in 0..<listeners {
      var options = peach_estimator_options()
      peach_estimator_options_init(&options, MemoryLayout<peach_estimator_options>.stride)
      (options.procedure, options.seed) = (procedure, UInt64(listener))
      let estimator = try CLibraryFixture.opened { peach_estimator_open(&options, &$0) }
      let threshold = 2 * exp(random.fraction() * log(30))
      for _ in 0..<80 {
        var cents = 0.0
        #expect(peach_estimator_next(estimator, 69, 0, &cents) == 0)
        let higher = 0.5 * erfc(-0.6745 * cents / threshold / 2.0.squareRoot())
        let answer: Int32 = random.fraction() < 0.015 + 0.97 * higher ? 1 : 0
        #expect(peach_estimator_answer(estimator, 69, cents, answer) == 0)
      }
      var estimate = peach_threshold()
      estimate.size = UInt32(MemoryLayout<peach_threshold>.stride)
      #expect(peach_estimator_threshold(estimator, 69, &estimate) == 0)
      #expect(estimate.has_interval == (procedure == 0 ? 1 : 0))
      let error = log(estimate.cents / threshold)
      sum += error * error
      #expect(peach_estimator_close(estimator) == 0)
    }
    let error = (sum / Double(listeners)).squareRoot()
    #expect(procedure == 0 ? error < 0.25 : error > 0.28)
  }

  @Test("Beats: a listener who hears two thirds of a beat is found, in cents of each pitch")
  func beats() throws {
    var options = peach_estimator_options()
    peach_estimator_options_init(&options, MemoryLayout<peach_estimator_options>.stride)
    (options.procedure, options.seed) = (Int32(PEACH_PROCEDURE_BEATS), 3)
    (options.semitones, options.seconds) = (7, 2)
    let estimator = try CLibraryFixture.opened { peach_estimator_open(&options, &$0) }
    var random = RandomSource(seed: 5)
    // The third partial of the lower note is the second of the higher one.
    func rate(_ key: Double, _ cents: Double) -> Double {
      3 * 440 * exp2((key - 69) / 12) * (exp2(abs(cents) / 1200) - 1)
    }
    for _ in 0..<200 {
      let key = 36 + 48 * random.fraction()
      var (cents, hertz) = (0.0, 0.0)
      #expect(peach_estimator_next(estimator, key, 0, &cents) == 0)
      let reference = 440 * exp2((key - 69) / 12)
      #expect(peach_interval_beats(reference, 7, abs(cents), &hertz) == 0)
      #expect(abs(hertz - rate(key, cents)) < 1e-9 * reference)
      let right = 0.5 * erfc(-0.6745 * 2 * hertz / 0.667 / 2.0.squareRoot())
      let isHigher = (random.fraction() < right) == (cents > 0)
      #expect(peach_estimator_answer(estimator, key, cents, isHigher ? 1 : 0) == 0)
    }
    for key in [40.0, 60, 80] {
      var estimate = peach_threshold()
      estimate.size = UInt32(MemoryLayout<peach_threshold>.stride)
      #expect(peach_estimator_threshold(estimator, key, &estimate) == 0)
      // 1/3 Hz in 2 s. The error of a key after 320 trials is 0.19 (G5).
      #expect(abs(log(rate(key, estimate.cents) / 0.3333)) < 0.45, "\(estimate)")
      #expect(estimate.has_interval == 1)
    }
    #expect(peach_estimator_answer(estimator, 60, 60, 1) == -2)
    #expect(peach_estimator_close(estimator) == 0)
    options.semitones = 6
    var refused: OpaquePointer?
    #expect(peach_estimator_open(&options, &refused) == -2)
  }

  @Test("answers and keys out of range are errors")
  func estimatorErrors() throws {
    let estimator = try CLibraryFixture.opened { peach_estimator_open(nil, &$0) }
    var cents = 0.0
    #expect(peach_estimator_next(estimator, 128, 0, &cents) == -2)
    #expect(peach_estimator_answer(estimator, 69, 0, 1) == -2)
    #expect(peach_estimator_answer(estimator, 69, .nan, 1) == -2)
    #expect(peach_estimator_next(estimator, 69, 1, &cents) == 0 && cents > 0)
    #expect(peach_estimator_next(estimator, 69, -1, &cents) == 0 && cents < 0)
    #expect(peach_estimator_close(estimator) == 0)
    #expect(peach_abi_version() == 0)
    #expect(peach_version().map { String(cString: $0) }?.contains(".") == true)
    #expect(peach_result_text(-9).map { String(cString: $0) } == "A limit is exceeded.")
    #expect(peach_result_text(4).map { String(cString: $0) } == "An unknown result.")
  }
}

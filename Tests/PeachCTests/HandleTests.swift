import CPeach
import PeachC
import Testing

@Suite("Handles of the C library")
struct HandleTests {
  /// Every function that takes a handle of a type, with valid arguments otherwise.
  private struct Call {
    var type: String
    var name: String
    var call: (OpaquePointer?) -> Int32

    init(_ type: String, _ name: String, _ call: @escaping (OpaquePointer?) -> Int32) {
      (self.type, self.name, self.call) = (type, name, call)
    }
  }

  private static var closing: [Call] {
    [
      Call("bank", "close", peach_bank_close), Call("instrument", "close", peach_instrument_close),
      Call("player", "close", peach_player_close), Call("song", "close", peach_song_close),
      Call("renderer", "close", peach_renderer_close),
      Call("estimator", "close", peach_estimator_close),
    ]
  }

  private static func calls(_ audio: UnsafeMutablePointer<Float>) -> [Call] {
    var (number, frame, count, id, value) = (Int32(0), Int64(0), 0, UInt64(0), 0.0)
    var other: OpaquePointer?
    let midi: [UInt8] = [0x90, 69, 100]
    return closing + [
      Call("bank", "name") {
        peach_bank_name($0, UnsafeMutablePointer<CChar>.allocate(capacity: 9), 9)
      },
      Call("bank", "preset_count") { peach_bank_preset_count($0, &number) },
      Call("bank", "find_preset") { peach_bank_find_preset($0, 0, 0, &number) },
      Call("bank", "find_sound") { peach_bank_find_sound($0, "cello", &number) },
      Call("bank", "measure") { peach_bank_measure($0, 0, nil, nil, 0, &count) },
      Call("bank", "write_tuned") { peach_bank_write_tuned($0, "/nowhere/never.sf2") },
      Call("bank", "instrument_open") { peach_instrument_open($0, 0, nil, &other) },
      Call("bank", "player_open") { peach_player_open($0, nil, &other) },
      Call("instrument", "frames") { peach_instrument_frames($0, nil, 0, &count) },
      Call("instrument", "render") { peach_instrument_render($0, nil, 0, audio, audio, 1, 1) },
      Call("player", "select") { peach_player_select($0, 0, 0) },
      Call("player", "send") { peach_player_send($0, midi, 3, -1) },
      Call("player", "note_on") { peach_player_note_on($0, 0, 69, 100) },
      Call("player", "note_off") { peach_player_note_off($0, 0, 69) },
      Call("player", "start") { peach_player_start($0, 0, 440, 0.8, &id) },
      Call("player", "retune") { peach_player_retune($0, 1, 441) },
      Call("player", "stop") { peach_player_stop($0, 1, 0) },
      Call("player", "service") { peach_player_service($0, &number) },
      Call("player", "clock") { peach_player_clock($0, &frame) },
      Call("player", "voices") { peach_player_voices($0, &number) },
      Call("player", "render") { peach_player_render($0, audio, audio, 1, 1) },
      Call("player", "render_events") {
        peach_player_render_events($0, nil, 0, audio, audio, 1, 1)
      },
      Call("song", "seconds") { peach_song_seconds($0, &value) },
      Call("renderer", "limit") { peach_renderer_limit($0, &frame) },
      Call("renderer", "read") { peach_renderer_read($0, audio, audio, 1, 1, &count) },
      Call("estimator", "begin_day") { peach_estimator_begin_day($0, 1) },
      Call("estimator", "next") { peach_estimator_next($0, 69, 0, &value) },
      Call("estimator", "answer") { peach_estimator_answer($0, 69, 10, 1) },
    ]
  }

  private func openAll() throws -> [String: OpaquePointer] {
    let (bank, song) = (try CLibraryFixture.bank(), try CLibraryFixture.song())
    return [
      "bank": bank, "song": song,
      "instrument": try CLibraryFixture.opened { peach_instrument_open(bank, 0, nil, &$0) },
      "player": try CLibraryFixture.opened { peach_player_open(bank, nil, &$0) },
      "renderer": try CLibraryFixture.opened { peach_renderer_open(song, bank, nil, &$0) },
      "estimator": try CLibraryFixture.opened { peach_estimator_open(nil, &$0) },
    ]
  }

  @Test("null, arbitrary, closed handles and those of another type are errors in every function")
  func wrongHandles() throws {
    let audio = UnsafeMutablePointer<Float>.allocate(capacity: 8)
    defer { audio.deallocate() }
    let calls = Self.calls(audio)
    let open = try openAll()
    let arbitrary: [UInt] = [
      1, 2, 0x7FFF_FFFF_FFFF, .max, UInt(bitPattern: audio), 0x106, 0xFFFF_06,
    ]
    for call in calls {
      #expect(call.call(nil) == -1, "\(call.type) \(call.name) with null")
      for bits in arbitrary {
        #expect(call.call(OpaquePointer(bitPattern: bits)) == -1, "\(call.name) with \(bits)")
      }
      for (type, handle) in open where type != call.type {
        #expect(call.call(handle) == -1, "\(call.type) \(call.name) with a \(type)")
      }
    }
    for call in Self.closing { #expect(call.call(open[call.type]) == 0) }
    for call in calls {
      #expect(call.call(open[call.type]) == -1, "\(call.type) \(call.name), closed")
    }
  }

  @Test("the message names the problem of a handle")
  func messages() throws {
    let bank = try CLibraryFixture.bank()
    #expect(peach_player_service(nil, nil) == -1)
    #expect(CLibraryFixture.message == "The peach_player is null.")
    #expect(peach_player_service(bank, nil) == -1)
    #expect(CLibraryFixture.message == "The peach_player is a peach_bank.")
    #expect(peach_bank_close(bank) == 0)
    #expect(peach_bank_close(bank) == -1)
    #expect(CLibraryFixture.message == "The peach_bank is closed.")
  }

  @Test("a handle never equals an earlier one, and objects outlive the bank that they use")
  func lifetimes() throws {
    var known: Set<OpaquePointer> = []
    for _ in 0..<200 {
      let handle = try CLibraryFixture.opened { peach_estimator_open(nil, &$0) }
      #expect(known.insert(handle).inserted)
      #expect(peach_estimator_close(handle) == 0)
    }
    let bank = try CLibraryFixture.bank()
    let instrument = try CLibraryFixture.opened { peach_instrument_open(bank, 0, nil, &$0) }
    #expect(peach_bank_close(bank) == 0)
    var (audio, other) = ([Float](repeating: 0, count: 480), [Float](repeating: 0, count: 480))
    var note = CLibraryFixture.note(hertz: 440, seconds: 0.01)
    #expect(peach_instrument_render(instrument, &note, 1, &audio, &other, 1, 480) == 0)
    #expect(audio.contains { $0 != 0 })
    #expect(peach_instrument_close(instrument) == 0)
  }

  @Test("structures of an older program have defaults, and unknown members must be 0")
  func structureSizes() throws {
    let bank = try CLibraryFixture.bank()
    defer { #expect(peach_bank_close(bank) == 0) }
    let size = MemoryLayout<peach_instrument_options>.stride
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: size + 16, alignment: 8)
    defer { bytes.deallocate() }
    let options = bytes.assumingMemoryBound(to: peach_instrument_options.self)
    #expect(peach_instrument_options_init(options, size + 16) == 0)
    #expect(options.pointee.size == UInt32(size + 16) && options.pointee.sample_rate == 48_000)
    let handle = try CLibraryFixture.opened { peach_instrument_open(bank, 0, options, &$0) }
    #expect(peach_instrument_close(handle) == 0)
    bytes.storeBytes(of: 1, toByteOffset: size + 9, as: UInt8.self)
    var never: OpaquePointer?
    #expect(peach_instrument_open(bank, 0, options, &never) == -3 && never == nil)
    #expect(peach_instrument_options_init(options, size - 1) == -3)
    #expect(peach_instrument_open(bank, 0, nil, nil) == -2)
  }
}

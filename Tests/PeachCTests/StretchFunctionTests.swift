import CPeach
import Foundation
import PeachC
import SoundFontFixtures
import Testing

/// The audio of synthetic strings, whose partials are measured without the engine.
@Suite("Stretched octaves of the C library")
struct StretchFunctionTests {
  private func strings() throws -> OpaquePointer {
    let bytes = StringBank.builder().chunks.file
    return try CLibraryFixture.opened { bank in
      bytes.withUnsafeBytes { peach_bank_open_memory($0.baseAddress, $0.count, &bank) }
    }
  }

  private static let frameCount = Int(StringBank.rate * StringBank.noteSeconds)

  @Test("The partials of a song's octaves coincide as the options say")
  func songs() throws {
    let bank = try strings()
    let song = try CLibraryFixture.opened {
      peach_song_open_memory(StringBank.song, StringBank.song.count, &$0)
    }
    func partials(_ stretch: Int, amount: Double) throws -> [[Double]] {
      var options = peach_render_options()
      peach_render_options_init(&options, MemoryLayout<peach_render_options>.stride)
      #expect(options.stretch == 0 && options.stretch_amount == 1)
      (options.effects, options.limiter, options.in_tune) = (0, 0, 1)
      (options.stretch, options.stretch_amount) = (Int32(stretch), amount)
      let renderer = try CLibraryFixture.opened { peach_renderer_open(song, bank, &options, &$0) }
      let count = Self.frameCount * StringBank.keys.count
      var left = [Float](repeating: 0, count: count)
      var (right, written) = (left, 0)
      #expect(peach_renderer_read(renderer, &left, &right, 1, count, &written) == 0)
      #expect(written == count && peach_renderer_close(renderer) == 0)
      return StringBank.partials(left)
    }
    let plain = try partials(PEACH_STRETCH_OFF, amount: 1)
    #expect(StringBank.beats(plain, 1, 0) > 1 && StringBank.beats(plain, 2, 1) > 3)
    for (stretch, lower, upper) in [(PEACH_STRETCH_2_TO_1, 1, 0), (PEACH_STRETCH_4_TO_2, 2, 1)] {
      let found = try partials(stretch, amount: 1)
      #expect(StringBank.beats(found, lower, upper) <= 0.3, "\(stretch)")
    }
    // 2:1 from A5 on, and 4:2 at A3: C6 is between them.
    let top = try [PEACH_STRETCH_2_TO_1, PEACH_STRETCH_MIXED, PEACH_STRETCH_4_TO_2].map {
      try partials($0, amount: 1)[24][0]
    }
    #expect(plain[24][0] < top[0] && top[0] < top[1] && top[1] < top[2], "\(top)")
    let none = try partials(PEACH_STRETCH_6_TO_3, amount: 0)
    #expect(none == plain)
  }

  @Test("A player's octaves are stretched, with the tones of its options")
  func players() throws {
    let bank = try strings()
    for tone in [PEACH_TONE_RECORDED, PEACH_TONE_STRAIGHT] {
      var options = peach_player_options()
      peach_player_options_init(&options, MemoryLayout<peach_player_options>.stride)
      #expect(options.stretch == 0 && options.stretch_amount == 1)
      (options.effects, options.limiter, options.tone) = (0, 0, Int32(tone))
      options.stretch = Int32(PEACH_STRETCH_2_TO_1)
      let player = try CLibraryFixture.opened { peach_player_open(bank, &options, &$0) }
      var audio: [Float] = []
      for key in StringBank.keys {
        let messages: [UInt8] = [0xB0, 120, 0, 0x90, key, 100]
        #expect(peach_player_send(player, messages, messages.count, -1) == 0)
        var left = [Float](repeating: 0, count: Self.frameCount)
        var right = left
        #expect(peach_player_render(player, &left, &right, 1, Self.frameCount) == 0)
        audio += left
      }
      #expect(peach_player_close(player) == 0)
      let beats = StringBank.beats(StringBank.partials(audio), 1, 0)
      #expect(beats <= 0.3, "tone \(tone): \(beats) Hz")
    }
  }

  @Test("Stretches and amounts out of range are errors")
  func ranges() throws {
    let (bank, song) = (try CLibraryFixture.bank(), try CLibraryFixture.song())
    let valid = [(0, 0.0), (4, 2)]
    let invalid = [(-1, 1), (5, 1), (1, -0.1), (1, 2.1), (0, .nan), (1, .infinity)]
    for (stretch, amount) in valid + invalid {
      let isValid = valid.contains { $0 == (stretch, amount) }
      var render = peach_render_options()
      peach_render_options_init(&render, MemoryLayout<peach_render_options>.stride)
      (render.stretch, render.stretch_amount) = (Int32(stretch), amount)
      var renderer: OpaquePointer?
      #expect(peach_renderer_open(song, bank, &render, &renderer) == (isValid ? 0 : -2))
      var live = peach_player_options()
      peach_player_options_init(&live, MemoryLayout<peach_player_options>.stride)
      (live.stretch, live.stretch_amount) = (Int32(stretch), amount)
      var player: OpaquePointer?
      #expect(peach_player_open(bank, &live, &player) == (isValid ? 0 : -2))
      live.stretch = 0
      live.reserved = 1
      #expect(peach_player_open(bank, &live, &player) == -2)
    }
  }
}

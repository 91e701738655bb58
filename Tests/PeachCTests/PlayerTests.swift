import CPeach
import Dispatch
import Foundation
import PeachC
import RealtimeContext
import SoundMeasurement
import Synchronization
import Testing

@Suite("The live player of the C library")
struct PlayerTests {
  private final class Rounds: Sendable {
    let count = Atomic<Int>(0)
  }

  private let bank: OpaquePointer
  private let player: OpaquePointer

  init() throws {
    let bank = try CLibraryFixture.bank()
    self.bank = bank
    var options = peach_player_options()
    peach_player_options_init(&options, MemoryLayout<peach_player_options>.stride)
    options.limiter = 0
    options.effects = 0
    player = try CLibraryFixture.opened { peach_player_open(bank, &options, &$0) }
    #expect(peach_bank_close(bank) == 0)
  }

  private func render(_ frames: Int, events: [peach_event] = []) -> [Float] {
    var (left, right) = ([Float](repeating: 9, count: frames), [Float](repeating: 9, count: frames))
    RealtimeContext.enter()
    let result = peach_player_render_events(
      player, events, events.count, &left, &right, 1, frames)
    RealtimeContext.exit()
    #expect(result == 0)
    return left
  }

  private func cents(_ audio: [Float], above hertz: Double) -> Double {
    PitchMeter.cents(of: audio[4800..<24_000], above: hertz, sampleRate: 48_000)
  }

  @Test("a note in hertz starts, is retuned, fades out and ends")
  func notes() throws {
    var note: UInt64 = 0
    #expect(peach_player_start(player, 0, 442.3, 0.8, &note) == 0 && note != 0)
    #expect(abs(cents(render(24_000), above: 442.3)) < 0.01)
    #expect(peach_player_retune(player, note, 450) == 0)
    #expect(abs(cents(render(24_000), above: 450)) < 0.01)
    #expect(peach_player_stop(player, note, 0.05) == 0)
    #expect(render(24_000)[2401...].allSatisfy { $0 == 0 })
    var (voices, frame) = (Int32(9), Int64(0))
    #expect(peach_player_voices(player, &voices) == 0 && voices == 0)
    #expect(peach_player_clock(player, &frame) == 0 && frame == 72_000)
    #expect(peach_player_close(player) == 0)
  }

  @Test("keys follow the reference pitch within 0.01 cents, notes in hertz do not")
  func referencePitch() throws {
    let bank = try CLibraryFixture.bank()
    var options = peach_player_options()
    peach_player_options_init(&options, MemoryLayout<peach_player_options>.stride)
    #expect(options.reference_pitch == 440)
    (options.limiter, options.effects, options.reference_pitch) = (0, 0, 442)
    let tuned = try CLibraryFixture.opened { peach_player_open(bank, &options, &$0) }
    func render() -> [Float] {
      var (left, right) = (
        [Float](repeating: 0, count: 24_000), [Float](repeating: 0, count: 24_000)
      )
      #expect(peach_player_render(tuned, &left, &right, 1, 24_000) == 0)
      return left
    }
    #expect(peach_player_note_on(tuned, 0, 69, 100) == 0)
    #expect(abs(cents(render(), above: 442)) < 0.01)
    #expect(peach_player_note_off(tuned, 0, 69) == 0)
    _ = render()
    var note: UInt64 = 0
    #expect(peach_player_start(tuned, 0, 442.3, 0.8, &note) == 0)
    #expect(abs(cents(render(), above: 442.3)) < 0.01)
    #expect(peach_player_retune(tuned, note, 450) == 0)
    #expect(abs(cents(render(), above: 450)) < 0.01)
    #expect(peach_player_close(tuned) == 0)
    options.reference_pitch = 500
    var refused: OpaquePointer?
    #expect(peach_player_open(bank, &options, &refused) == -2)
    // Options of a program that was compiled before the member existed.
    options.size = UInt32(MemoryLayout<peach_player_options>.offset(of: \.reference_pitch) ?? 0)
    let older = try CLibraryFixture.opened { peach_player_open(bank, &options, &$0) }
    #expect(peach_player_close(older) == 0 && peach_bank_close(bank) == 0)
  }

  @Test("a selection that a full queue cannot take is busy, and succeeds after rendering")
  func fullQueue() throws {
    _ = render(64)
    var sent = 0
    while sent < 10_000, peach_player_note_off(player, 0, 60) == 0 { sent += 1 }
    #expect(sent == 4096)
    for channel in [-1, 0] as [Int32] {
      #expect(peach_player_select(player, channel, 1) == -8)
    }
    _ = render(64)
    for channel in [-1, 0] as [Int32] {
      #expect(peach_player_select(player, channel, 1) == 0)
    }
    #expect(peach_player_close(player) == 0)
  }

  @Test("a selected preset is corrected when the player was serviced")
  func selection() throws {
    #expect(peach_player_select(player, -1, 1) == 0)
    var count: Int32 = 0
    #expect(peach_player_service(player, &count) == 0 && count == 1)
    #expect(peach_player_note_on(player, 0, 69, 100) == 0)
    #expect(abs(cents(render(24_000), above: 440)) < 0.01)
    #expect(peach_player_select(player, 0, 3) == -6)
    #expect(peach_player_select(player, 16, 0) == -2)
    #expect(peach_player_close(player) == 0)
  }

  @Test("messages sound on their frames, from either thread, in any layout of the buffers")
  func messages() throws {
    let on: [UInt8] = [0x90, 69, 100]
    #expect(peach_player_send(player, on, 3, 5000) == 0)
    let sent = render(10_000)
    #expect(sent[..<5000].allSatisfy { $0 == 0 } && sent[5001..<5100].contains { $0 != 0 })
    #expect(peach_player_send(player, [0xB0, 120, 0], 3, -1) == 0)
    _ = render(4800)
    var frames = [Float](repeating: 9, count: 20_000)
    on.withUnsafeBufferPointer { on in
      var event = peach_event(frame: 5200, bytes: on.baseAddress, byte_count: 3)
      frames.withUnsafeMutableBufferPointer { frames in
        let right = frames.baseAddress.map { $0 + 1 }
        let left = frames.baseAddress
        #expect(peach_player_render_events(player, &event, 1, left, right, 2, 10_000) == 0)
      }
    }
    #expect(frames[..<10_400].allSatisfy { $0 == 0 })
    #expect(frames[10_402..<10_600].contains { $0 != 0 } && !frames.contains(9))
    let expected = sent[5000..<9800].map { abs($0) }.max() ?? 0
    let found = frames[10_400...].map { abs($0) }.max() ?? 0
    #expect(abs(found - expected) < 1e-3)
    #expect(peach_player_close(player) == 0)
  }

  @Test("values out of range, unsorted events and a full queue are errors")
  func errors() {
    var (audio, other) = ([Float](repeating: 0, count: 8), [Float](repeating: 0, count: 8))
    var id: UInt64 = 0
    #expect(peach_player_note_on(player, 0, 128, 1) == -2)
    #expect(peach_player_note_on(player, -1, 60, 1) == -2)
    #expect(peach_player_start(player, 0, -1, 0.5, &id) == -2)
    #expect(peach_player_start(player, 0, 440, 0, &id) == -2)
    #expect(peach_player_stop(player, 1, .nan) == -2)
    #expect(peach_player_render(player, &audio, &other, 0, 8) == -2)
    #expect(peach_player_render(player, &audio, &other, 1, -8) == -2)
    let bytes: [UInt8] = [0xF8]
    bytes.withUnsafeBufferPointer { bytes in
      let events = [5, 4].map { peach_event(frame: $0, bytes: bytes.baseAddress, byte_count: 1) }
      #expect(peach_player_render_events(player, events, 2, &audio, &other, 1, 8) == -2)
    }
    var result: Int32 = 0
    for _ in 0..<100_000 where result == 0 { result = peach_player_note_on(player, 0, 60, 1) }
    #expect(result == -8)
    #expect(peach_player_close(player) == 0)
  }

  @Test("a player that another thread renders can be closed; a second renderer is busy")
  func threads() {
    nonisolated(unsafe) let player = player
    let (rounds, group) = (Rounds(), DispatchGroup())
    for _ in 0..<2 {
      group.enter()
      Thread {
        var audio = [Float](repeating: 0, count: 512)
        var other = audio
        var result: Int32 = 0
        while result == 0 || result == -8 {
          result = peach_player_render(player, &audio, &other, 1, 512)
          rounds.count.wrappingAdd(1, ordering: .relaxed)
        }
        #expect(result == -1)
        group.leave()
      }.start()
    }
    while rounds.count.load(ordering: .relaxed) < 100 { usleep(100) }
    #expect(peach_player_close(player) == 0)
    group.wait()
  }
}

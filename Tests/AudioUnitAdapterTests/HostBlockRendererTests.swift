import CAllocationCounter
import Foundation
import PeachPlugIn
import SoundMeasurement
import Testing

@testable import PeachAudioUnitAdapter

/// Events of a host, measured in the sound. The tone of key 69 has 441 Hz.
@Suite("Audio unit blocks")
struct HostBlockRendererTests {
  private static let rate = HostDouble.sampleRate
  private static let noteOn = HostDouble.Event.midi([0x90, 69, 100])

  /// Returns the deviation from a number of cents above the tone.
  private func cents(_ audio: ArraySlice<Float>, from expected: Double = 0) -> Double {
    PitchMeter.cents(
      of: audio, above: 441 * exp2(expected / 1200), sampleRate: Self.rate)
  }

  @Test("Null pointers get the unit's buffers, with the same sound")
  func nullBuffers() {
    var sounds: [[Float]] = []
    for passesNull in [false, true] {
      let host = HostDouble(playing: HostDouble.tone)
      host.passesNull = passesNull
      host.play(44_100, [(100, Self.noteOn)])
      #expect(host.left[..<100].allSatisfy { $0 == 0 } && host.left[101...110].contains { $0 != 0 })
      #expect(abs(cents(host.left[4410...])) < 0.01)
      sounds.append(host.left)
    }
    #expect(sounds[0] == sounds[1])
  }

  @Test("All of 5,000 events in a block apply on their frames")
  func manyEvents() {
    // Bends of all sizes, one per frame; the last one is 150 cents up, at frame 5,000.
    var events: [(frame: Int, event: HostDouble.Event)] = [(0, Self.noteOn)]
    for frame in 1..<5000 {
      events.append((frame, .midi([0xE0, 0, UInt8(frame * 37 % 128)])))
    }
    events.append((5000, .midi([0xE0, 0, 112])))
    let whole = HostDouble(playing: HostDouble.tone)
    whole.play(8192, block: 8192, events)
    whole.play(44_100)
    let parts = HostDouble(playing: HostDouble.tone)
    parts.play(8192, block: 64, events)
    parts.play(44_100)
    #expect(whole.left == parts.left)
    // (112 − 64) / 64 of two semitones.
    #expect(abs(cents(whole.left[9000...], from: 150)) < 0.02)
  }

  @Test("More events than fit in a batch, all on one frame, apply in their order")
  func sameFrame() {
    var events: [(frame: Int, event: HostDouble.Event)] = [(300, Self.noteOn)]
    for number in 0..<4998 { events.append((300, .midi([0xE0, 0, UInt8(number % 128)]))) }
    events.append((300, .midi([0xE0, 0, 0])))
    let host = HostDouble(playing: HostDouble.tone)
    host.play(4096, block: 4096, events)
    host.play(44_100)
    #expect(host.left[..<300].allSatisfy { $0 == 0 } && host.left[301...310].contains { $0 != 0 })
    #expect(abs(cents(host.left[4410...], from: -200)) < 0.02)
  }

  @Test("Event lists: MIDI 1.0 and 2.0, several packets, an incomplete one")
  func eventLists() {
    // MIDI 1.0 in a packet sounds like its bytes.
    let bytes = HostDouble(playing: HostDouble.tone)
    bytes.play(22_050, [(77, .midi([0x90, 69, 100]))])
    let packets = HostDouble(playing: HostDouble.tone)
    packets.play(22_050, [(77, .list([[0x2090_4564]]))])
    #expect(bytes.left == packets.left && bytes.left.contains { $0 != 0 })
    // A MIDI 2.0 note of pitch 69.5, then a per-note pitch of 70.25 semitones.
    let host = HostDouble(playing: HostDouble.tone)
    let pitch = UInt32(69.5 * 512)
    host.play(44_100, [(0, .list([[0x4090_4503, 0xC800_0000 | pitch]]))])
    #expect(abs(cents(host.left[4410...], from: 50)) < 0.02)
    let start = host.left.count
    let perNote = UInt32(70.25 * 33_554_432)
    host.play(44_100, [(0, .list([[0x2090_0000], [0x4000_4503, perNote]]))])
    #expect(abs(cents(host.left[(start + 4410)...], from: 125)) < 0.02)
    // The second word of the last packet is missing: no note.
    let cut = HostDouble(playing: HostDouble.tone)
    cut.play(4096, [(0, .list([[0x4090_4500]]))])
    #expect(cut.left.allSatisfy { $0 == 0 })
    // A count beyond the limit ends the list.
    let long = HostDouble(playing: HostDouble.tone)
    long.play(4096, [(0, .list([[UInt32](repeating: 0x2090_4564, count: 65)]))])
    #expect(long.left.allSatisfy { $0 == 0 })
  }

  @Test(
    "A ramp of the attenuation lowers the level linearly in decibels; an event sets it immediately")
  func ramps() {
    let host = HostDouble(playing: HostDouble.tone)
    host.play(22_050, [(0, Self.noteOn)])
    let before = Level.rootMeanSquare(host.left[11_025...])
    // 40 dB of generator 48 in four seconds, begun within a block.
    host.play(300, [])
    let start = host.left.count
    host.play(6 * 44_100, [(100, .ramp(48, 400, frames: 4 * 44_100))])
    func level(at seconds: Double) -> Double {
      let middle = start + 100 + Int(seconds * Self.rate)
      return Level.rootMeanSquare(host.left[(middle - 500)..<(middle + 500)]) - before
    }
    let end = level(at: 5)
    #expect(end < -10)
    for seconds in [1.0, 2, 3] {
      #expect(abs(level(at: seconds) - end * seconds / 4) < 0.1, "\(seconds) \(level(at: seconds))")
    }
    let sudden = HostDouble(playing: HostDouble.tone)
    sudden.play(44_100, [(0, Self.noteOn), (11_025, .parameter(48, 400))])
    #expect(abs(Level.rootMeanSquare(sudden.left[22_050...]) - before - end) < 0.01)
  }

  @Test("Blocks without resources, and longer ones than announced, are refused")
  func refused() {
    let host = HostDouble(playing: HostDouble.tone)
    let renderer = host.hosted.renderer
    let frames = HostDouble.maximumFrames + 1
    #expect(
      renderer.pointee.begin(left: nil, right: nil, frameCount: frames, sampleTime: 0)
        == .tooManyFrames)
    host.hosted.deallocateRenderResources()
    #expect(
      renderer.pointee.begin(left: nil, right: nil, frameCount: 16, sampleTime: 0)
        == .uninitialized)
    // More than the buffer of events has: none is stored.
    for _ in 0..<5000 {
      renderer.pointee.add(.parameter(address: 48, value: 400, rampFrames: 0), at: 0)
    }
    renderer.pointee.finish()
    host.hosted.allocateRenderResources(sampleRate: 48_000, maximumFrames: 64)
    // The host's block of 44.1 kHz is now one of 48 kHz, with the pitch of the key.
    host.play(48_000, block: 64, [(0, Self.noteOn)])
    #expect(
      abs(PitchMeter.cents(of: host.left[4800...], above: 441, sampleRate: 48_000)) < 0.01)
  }

  #if !DEBUG
    @Test(
      "Blocks do not allocate or free",
      .enabled(if: allocation_counter_works(), "Requires glibc."))
    func allocatesNothing() {
      let host = HostDouble(playing: HostDouble.tone)
      let renderer = host.hosted.renderer
      let memory = [
        EventMemory(.midi([0x90, 69, 100])), EventMemory(.list([[0x4090_4800, 0xC800_0000]])),
        EventMemory(.ramp(48, 100, frames: 900)), EventMemory(.midi([0xE0, 1, 2])),
      ]
      defer { for element in memory { element.deallocate() } }
      var counts: [Int] = []
      for block in 0..<8 {
        allocation_counter_start()
        _ = renderer.pointee.begin(
          left: nil, right: nil, frameCount: 512, sampleTime: Int64(512 * block))
        for number in 0..<3000 {
          memory[number & 3].add(to: renderer, at: Int64(512 * block + number / 8))
        }
        renderer.pointee.finish()
        counts.append(Int(allocation_counter_stop()))
      }
      #expect(counts == [Int](repeating: 0, count: 8))
    }
  #endif
}

import CAllocationCounter
import PeachEarTraining
import SoundMeasurement
import Synchronization
import Testing

@testable import PeachServices

@Suite("Playing rendered clips")
struct AudioClipPlayerTests {
  let device = OfflineAudioDevice(periodFrames: 128, capturesSound: true)
  let player: AudioClipPlayer

  init() throws { player = try AudioClipPlayer(device: device) }

  private func constant(_ value: Float, count: Int = 4800) -> AudioClip {
    AudioClip(
      left: [Float](repeating: value, count: count),
      right: [Float](repeating: -value, count: count))
  }

  private func ramp(_ count: Int) -> AudioClip {
    AudioClip(left: (1...count).map { Float($0) }, right: (1...count).map { -Float($0) })
  }

  private func advance(_ frames: Int) -> OfflineAudioDevice.Capture {
    device.advance(frames: frames)
    return device.takeCapture()
  }

  @Test("A clip is output bit for bit after its silence, and reports its beginning and end")
  func exact() {
    #expect(advance(300).left == [Float](repeating: 0, count: 300))
    // 0.01 s are 480 frames.
    player.play(ramp(1000), cue: 7, delaySeconds: 0.01)
    #expect(advance(480).left == [Float](repeating: 0, count: 480))
    #expect(player.begunCue == 0)
    let first = advance(128)
    #expect(player.begunCue == 7 && player.endedCue == 0)
    let rest = advance(1000)
    #expect(player.endedCue == 7)
    let silence = [Float](repeating: 0, count: 128)
    #expect(first.left + rest.left == ramp(1000).left + silence)
    #expect(first.right + rest.right == ramp(1000).right + silence)
  }

  @Test("Another clip replaces the current one after a fade-out of 10 ms without a click")
  func replacement() {
    player.play(constant(0.5), cue: 1)
    _ = advance(1024)
    player.play(constant(-0.25), cue: 2, delaySeconds: 0.02)
    let capture = advance(6000)
    // A linear fade-out of 480 frames, 960 frames of silence, then the clip.
    let fade = (0..<480).map { 0.5 * Float(480 - $0) / 480 }
    #expect(capture.left[0..<480].elementsEqual(fade))
    #expect(capture.left[480..<1440].allSatisfy { $0 == 0 })
    #expect(capture.left[1440..<6000].allSatisfy { $0 == -0.25 })
    #expect(Level.largestStep(capture.left[0..<1440]) < 0.0011)
    #expect(player.begunCue == 2 && player.endedCue == 0)
    _ = advance(400)
    #expect(player.endedCue == 2)
  }

  @Test("Stopping fades out; the last of several requests within a fade-out plays")
  func stop() {
    player.stop()
    player.play(constant(0.5), cue: 1)
    _ = advance(512)
    player.stop()
    #expect(advance(1000).left[480...].allSatisfy { $0 == 0 })
    player.play(constant(0.5), cue: 2)
    _ = advance(512)
    player.play(constant(0.1), cue: 3)
    _ = advance(128)
    player.play(constant(0.2), cue: 4)
    player.play(constant(0.3), cue: 5)
    let capture = advance(1000)
    #expect(capture.left[352...].allSatisfy { $0 == 0.3 })
    #expect(player.begunCue == 5)
  }

  @Test("A clip that is replaced in its last frames, and one of a single frame")
  func edges() {
    player.play(constant(0.5, count: 1000), cue: 1)
    _ = advance(768)
    player.play(constant(0.25, count: 1), cue: 2)
    // 232 frames remain, fewer than the fade-out has.
    let capture = advance(512)
    #expect(capture.left[231] > 0 && capture.left[232] == 0.25)
    #expect(capture.left[233...].allSatisfy { $0 == 0 })
    #expect(player.begunCue == 2 && player.endedCue == 2)
  }

  @Test(
    "Rendering does not allocate",
    .enabled(if: allocation_counter_works(), "needs glibc"))
  func allocations() throws {
    let playback = UnsafeMutablePointer<ClipPlayback>.allocate(capacity: 1)
    playback.initialize(to: ClipPlayback(fadeFrames: 480))
    defer {
      playback.deinitialize(count: 1)
      playback.deallocate()
    }
    var (left, right) = ([Float](repeating: 1, count: 256), [Float](repeating: 1, count: 256))
    let source = [Float](repeating: 0.5, count: 300)
    source.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      var request = ClipRequest(left: start, right: start, frameCount: 300, delayFrames: 10, cue: 1)
      withUnsafePointer(to: &request) { request in
        allocation_counter_start()
        for _ in 0..<8 {
          playback.pointee.pending.store(UInt(bitPattern: request), ordering: .releasing)
          playback.pointee.render(left: &left, right: &right, count: 256)
        }
        #expect(allocation_counter_stop() == 0)
      }
    }
    #expect(left.contains(0.5))
  }
}

import Foundation
import PeachAudioOutput
import Testing

@Suite("Null and offline audio devices")
struct OfflineAudioDeviceTests {
  @Test("Offline time advances in whole periods and a remainder, and all audio is captured")
  func advance() throws {
    let device = OfflineAudioDevice(sampleRate: 44_100, periodFrames: 128, capturesSound: true)
    let signal = try TestSignal.withRenderer { renderer, signal in
      device.advance(frames: 100)
      #expect(signal.pointee.position == 0 && device.state == .idle)
      try device.start(renderer)
      #expect(device.state == .running)
      #expect(throws: AudioDeviceError.alreadyRunning(device: "offline")) {
        try device.start(renderer)
      }
      device.advance(frames: 1_000)
      #expect(signal.pointee.longestCall == 128 && signal.pointee.shortestCall == 104)
      device.advance(frames: 1)
      device.advance(frames: 0)
      device.stop()
      device.advance(frames: 100)
    }
    #expect(signal.position == 1_001)
    let capture = device.takeCapture()
    #expect(capture.left == (0..<1_001).map { TestSignal.value($0, 0) })
    #expect(capture.right == (0..<1_001).map { TestSignal.value($0, 1) })
    #expect(device.takeCapture().left.isEmpty)
  }

  @Test("The null audio device requests frames in real time until it is stopped")
  func clock() throws {
    let device = NullAudioDevice(sampleRate: 48_000, periodFrames: 240)
    let clock = ContinuousClock()
    for ending in [AudioStopMode.drain, .drop] {
      var elapsed = Duration.zero
      let signal = try TestSignal.withRenderer { renderer, signal in
        let start = clock.now
        try device.start(renderer)
        #expect(throws: AudioDeviceError.self) { try device.start(renderer) }
        #expect(device.state == .running)
        Thread.sleep(forTimeInterval: 0.3)
        device.stop(ending)
        elapsed = clock.now - start
        let position = signal.pointee.position
        Thread.sleep(forTimeInterval: 0.02)
        #expect(signal.pointee.position == position)
      }
      #expect(device.state == .idle)
      let most = Int(elapsed / .milliseconds(1) * 48) + 480
      #expect(signal.position.isMultiple(of: 240) && signal.position <= most)
      // A loaded machine may wake it late, which the clock compensates unless it underruns.
      if device.underrunCount == 0 { #expect(signal.position > 48 * 300 - 48 * 100 - 480) }
    }
  }
}

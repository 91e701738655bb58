import Foundation
import PeachAudioOutput
import SoundMeasurement
import Testing

@Suite("A device for an app's own engine")
struct PullAudioDeviceTests {
  @Test("The engine pulls any number of frames at the exact pitch; a pause is silent")
  func pulls() throws {
    let device = PullAudioDevice(sampleRate: 44_100, latencyFrames: 300)
    #expect(device.state == .idle && device.latencyFrames == 300)
    try SineSource.withRenderer(hertz: 441, sampleRate: 44_100) { sine, state in
      try device.start(sine)
      #expect(throws: AudioDeviceError.self) { try device.start(sine) }
      #expect(device.state == .running)
      let audio = pull(device, [1, 470, 1024, 4096, 64, 20_000])
      #expect(abs(PitchMeter.cents(of: audio[...], above: 441, sampleRate: 44_100)) < 0.01)
      #expect(state.pointee.longestCall == 256)
      device.suspend()
      #expect(device.state == .interrupted(.suspended))
      let callCount = state.pointee.callCount
      #expect(pull(device, [1000]).allSatisfy { $0 == 0 } && state.pointee.callCount == callCount)
      device.resume()
      #expect(device.state == .running && pull(device, [1000]).contains { $0 != 0 })
      device.stop(.drop)
      #expect(device.state == .idle && pull(device, [1000]).allSatisfy { $0 == 0 })
      device.resume()
      #expect(device.state == .idle)
    }
  }

  @Test("It is stalled if the engine does not pull, and continues when it does")
  func stalls() throws {
    let device = PullAudioDevice(sampleRate: 44_100)
    try SineSource.withRenderer(hertz: 441, sampleRate: 44_100) { sine, _ in
      try device.start(sine)
      _ = device.state
      Thread.sleep(forTimeInterval: 0.35)
      #expect(device.state == .interrupted(.stalled))
      _ = pull(device, [64])
      #expect(device.state == .running)
      device.stop(.drop)
    }
  }

  @Test("Rendering leaves the denormals of the calling thread")
  func denormals() {
    let device = PullAudioDevice(sampleRate: 44_100)
    var small = Float.leastNormalMagnitude
    _ = pull(device, [64])
    withUnsafeMutablePointer(to: &small) { small in
      #expect(small.pointee * 0.25 > 0)
    }
  }

  private func pull(_ device: PullAudioDevice, _ counts: [Int]) -> [Float] {
    counts.flatMap { count in
      var block = [Float](repeating: .nan, count: 2 * count)
      block.withUnsafeMutableBufferPointer { block in
        guard let left = block.baseAddress else { return }
        device.render(left: left, right: left + count, frameCount: count)
      }
      return block[..<count]
    }
  }
}

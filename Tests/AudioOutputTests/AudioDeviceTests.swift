import PeachAudioOutput
import Synchronization
import Testing

@Suite("Audio devices")
struct AudioDeviceTests {
  /// A device that only records how it was stopped.
  final class Remembering: AudioDevice {
    let sampleRate = 48_000.0
    let periodFrames = 1
    let latencyFrames = 0
    let underrunCount = 0
    let modes = Mutex<[AudioStopMode]>([])

    var state: AudioDeviceState { modes.withLock { $0.isEmpty ? .running : .idle } }
    func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {}
    func stop(_ mode: AudioStopMode) { modes.withLock { $0.append(mode) } }
  }

  @Test("Stopping drains the rendered audio by default")
  func stop() {
    let remembering = Remembering()
    let device: any AudioDevice = remembering
    #expect(device.state == .running)
    device.stop()
    #expect(remembering.modes.withLock { $0 } == [.drain])
    #expect(device.state == .idle)
  }
}

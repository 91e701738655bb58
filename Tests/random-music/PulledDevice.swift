import PeachAudioOutput
import Synchronization

/// A device whose blocks its owner requests, without a lock: a sanitizer of the audio thread would
/// report it.
final class PulledDevice: AudioDevice {
  let sampleRate = 48_000.0
  let periodFrames = 512
  let latencyFrames = 0
  let underrunCount = 0
  /// The renderer; `nil` if it does not run.
  let renderer = Mutex<AudioRenderer?>(nil)

  var state: AudioDeviceState { renderer.withLock { $0 == nil ? .idle : .running } }

  func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    self.renderer.withLock { $0 = renderer }
  }

  func stop(_ mode: AudioStopMode) { renderer.withLock { $0 = nil } }
}

import AVFAudio
import PeachAudio

/// Peach as one source of an app's own audio engine and session.
@MainActor
final class OwnEngine {
  let engine = AVAudioEngine()
  let device: PullAudioDevice
  let peach: PlaybackEngine

  init() throws {
    // The app has set the category of its session, and has activated it.
    let rate = engine.outputNode.outputFormat(forBus: 0).sampleRate
    device = PullAudioDevice(sampleRate: rate)
    peach = try PlaybackEngine(device: device)
    if let node = device.makeSourceNode() {
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: device.format)
    }
    try engine.start()
  }

  /// Call when an interruption of the session begins.
  func pause() {
    engine.stop()
    device.suspend()
  }

  /// Call when it has ended.
  func resume() throws {
    try engine.start()
    device.resume()
  }
}

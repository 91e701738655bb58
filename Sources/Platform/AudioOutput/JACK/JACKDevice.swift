/// A JACK server as an audio device: a client whose outputs are connected to the physical inputs of
/// the server.
package final class JACKDevice: AudioDevice, @unchecked Sendable {
  // Safe: the renderer changes only while the client is inactive.

  private let client: JACKClient
  /// The renderer that plays; read by the audio thread while the client is active.
  private let renderer: UnsafeMutablePointer<AudioRenderer?>

  /// Connects to a running server.
  ///
  /// - Throws: ``JACKError`` if there is none.
  package init(name: String) throws(JACKError) {
    client = try JACKClient(name: name)
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: nil)
  }

  deinit {
    client.stop()
    renderer.deinitialize(count: 1)
    renderer.deallocate()
  }

  package var sampleRate: Double { client.sampleRate }
  package var periodFrames: Int { client.blockFrames }
  /// One period. The latency of the hardware is that of the server.
  package var latencyFrames: Int { client.blockFrames }
  package var underrunCount: Int { client.xrunCount }

  package var state: AudioDeviceState {
    if let failure = client.failure {
      return .lost(Self.error("jack_on_shutdown", "\(failure)"))
    }
    return renderer.pointee == nil ? .idle : .running
  }

  package func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    if self.renderer.pointee != nil { throw .alreadyRunning(device: "jack") }
    self.renderer.pointee = renderer
    do {
      try client.start(
        MIDIRenderer(context: UnsafeMutableRawPointer(self.renderer)) {
          context, left, right, count, _, _ in
          if let renderer = context.assumingMemoryBound(to: AudioRenderer?.self).pointee {
            renderer.render(renderer.context, left, right, count)
          }
        })
      let inputs = client.ports(.audioInput).filter(\.isPhysical)
      for (output, input) in zip(client.audioPortNames, inputs) {
        try client.connect(output, to: input.name)
      }
    } catch {
      stop(.drop)
      throw Self.error("jack_activate", "\(error)")
    }
  }

  package func stop(_ mode: AudioStopMode) {
    client.stop()
    renderer.pointee = nil
  }

  private static func error(_ call: String, _ reason: String) -> AudioDeviceError {
    .call(call, device: "jack", code: 0, reason: reason)
  }
}

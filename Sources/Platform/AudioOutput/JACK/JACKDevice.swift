/// A JACK server as an audio device: a client whose outputs are connected to the physical inputs of
/// the server, unless `isConnected` is `false`.
public final class JACKDevice: AudioDevice, @unchecked Sendable {
  // Safe: the renderer changes only while the client is inactive.

  private let client: JACKClient
  /// The renderer that plays; read by the audio thread while the client is active.
  private let renderer: UnsafeMutablePointer<AudioRenderer?>

  private let isConnected: Bool

  /// Connects to a running server.
  ///
  /// - Throws: ``JACKError`` if there is none.
  public init(name: String, isConnected: Bool = true) throws(JACKError) {
    self.isConnected = isConnected
    client = try JACKClient(name: name)
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: nil)
  }

  deinit {
    client.stop()
    renderer.deinitialize(count: 1)
    renderer.deallocate()
  }

  /// The sample rate of the server, in hertz.
  public var sampleRate: Double { client.sampleRate }
  /// The period of the server.
  public var periodFrames: Int { client.blockFrames }
  /// One period. The latency of the hardware is that of the server.
  public var latencyFrames: Int { client.blockFrames }
  /// The number of overruns and underruns that the server reports.
  public var underrunCount: Int { client.xrunCount }

  /// Whether the device plays.
  public var state: AudioDeviceState {
    if let failure = client.failure {
      return .lost(Self.error("jack_on_shutdown", "\(failure)"))
    }
    return renderer.pointee == nil ? .idle : .running
  }

  /// Starts the client, and connects it.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
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
      if !isConnected { return }
      let inputs = client.ports(.audioInput).filter(\.isPhysical)
      for (output, input) in zip(client.audioPortNames, inputs) {
        try client.connect(output, to: input.name)
      }
    } catch {
      stop(.drop)
      throw Self.error("jack_activate", "\(error)")
    }
  }

  /// Stops the client.
  public func stop(_ mode: AudioStopMode) {
    client.stop()
    renderer.pointee = nil
  }

  private static func error(_ call: String, _ reason: String) -> AudioDeviceError {
    .call(call, device: "jack", code: 0, reason: reason)
  }
}

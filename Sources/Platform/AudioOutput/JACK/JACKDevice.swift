import Synchronization

/// A JACK server as an audio device: a client whose outputs are connected to the physical inputs of
/// the server, unless `isConnected` is `false`.
public final class JACKDevice: AudioDevice, @unchecked Sendable {
  // Safe: the renderer changes only under the lock, while the client is inactive.

  private let client: JACKClient
  /// The renderer that plays; read by the audio thread while the client is active.
  private let renderer: UnsafeMutablePointer<AudioRenderer?>
  private let isRunning = Mutex(false)

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
    return isRunning.withLock { $0 } ? .running : .idle
  }

  /// Starts the client, and connects it.
  public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    try isRunning.withLock { isRunning throws(AudioDeviceError) in
      if isRunning { throw .alreadyRunning(device: "jack") }
      self.renderer.pointee = renderer
      do {
        try client.start(
          MIDIRenderer(
            context: UnsafeMutableRawPointer(self.renderer), render: renderWithoutEvents))
        isRunning = true
        if !isConnected { return }
        let inputs = client.ports(.audioInput).filter(\.isPhysical)
        for (output, input) in zip(client.audioPortNames, inputs) {
          try client.connect(output, to: input.name)
        }
      } catch {
        stop(&isRunning)
        throw Self.error("jack_activate", "\(error)")
      }
    }
  }

  /// Stops the client.
  public func stop(_ mode: AudioStopMode) { isRunning.withLock { stop(&$0) } }

  private func stop(_ isRunning: inout Bool) {
    client.stop()
    renderer.pointee = nil
    isRunning = false
  }

  private static func error(_ call: String, _ reason: String) -> AudioDeviceError {
    .call(call, device: "jack", code: 0, reason: reason)
  }
}

/// The callback of a ``JACKDevice``.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
private func renderWithoutEvents(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int, _ events: UnsafeRawPointer, _ eventCount: Int
) {
  context.assumingMemoryBound(to: AudioRenderer?.self).pointee?.callAsFunction(left, right, count)
}

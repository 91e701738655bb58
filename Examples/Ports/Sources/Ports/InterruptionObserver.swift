import PeachAudio

/// Reports interruptions of the audio output, such as calls, and their ends.
public struct InterruptionObserver: Sendable {
  public enum Event: Hashable, Sendable {
    case interrupted(AudioInterruption)
    case failed(AudioDeviceError)
    case resumed
  }

  public let device: any AudioDevice

  public init(_ device: any AudioDevice) { self.device = device }

  /// The changes from now on. The app answers with `try device.resume()`, when the user wants it.
  public var events: AsyncStream<Event> {
    AsyncStream { events in
      let watching = Task {
        var last = device.state
        while !Task.isCancelled {
          let state = device.state
          if state != last, let event = Self.event(of: state) { events.yield(event) }
          last = state
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      events.onTermination = { _ in watching.cancel() }
    }
  }

  private static func event(of state: AudioDeviceState) -> Event? {
    switch state {
    case .running: .resumed
    case .interrupted(let interruption): .interrupted(interruption)
    case .lost(let error): .failed(error)
    case .idle: nil
    }
  }
}

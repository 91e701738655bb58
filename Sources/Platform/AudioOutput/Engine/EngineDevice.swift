import Synchronization

/// A device on the system's audio engine, as on Apple's systems. The sample rate of the device is
/// that of the hardware when it was created. If the hardware changes its rate, the engine converts,
/// so that pitch and tempo stay.
///
/// An interruption pauses the device: its state stays ``AudioDeviceState/running``, and its
/// renderer is not called until ``handle(_:)`` receives the end, or ``resume()`` is called.
final class EngineDevice: AudioDevice {
  private enum Phase {
    case idle, running, interrupted
    case lost(AudioDeviceError)
  }

  static let name = "system output"

  let sampleRate: Double
  let periodFrames: Int
  private let calls: EngineCalls
  private let source: PullSourceMemory
  private let phase = Mutex(Phase.idle)

  /// Throws ``AudioDeviceError/call(_:device:code:reason:)`` without an output.
  init(_ calls: EngineCalls, periodFrames: Int) throws(AudioDeviceError) {
    try calls.activateSession()
    let rate = calls.hardwareSampleRate()
    guard rate > 0 else {
      throw .call("outputFormat", device: Self.name, code: 0, reason: "There is no output")
    }
    sampleRate = rate
    self.calls = calls
    self.periodFrames = periodFrames
    source = PullSourceMemory(periodFrames: periodFrames)
  }

  deinit {
    stop(.drop)
    source.deallocate()
  }

  var latencyFrames: Int {
    periodFrames + Int((max(calls.latencySeconds(), 0) * sampleRate).rounded(.up))
  }
  /// 0: the engine reports no underruns.
  var underrunCount: Int { 0 }
  /// The number of frames that were rendered.
  var renderedFrames: Int64 { source.pointer.pointee.renderedFrames }

  var state: AudioDeviceState {
    phase.withLock { phase in
      switch phase {
      case .idle: .idle
      case .running, .interrupted: .running
      case .lost(let error): .lost(error)
      }
    }
  }

  /// Whether an interruption has paused the device.
  var isInterrupted: Bool {
    phase.withLock { if case .interrupted = $0 { true } else { false } }
  }

  func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    try phase.withLock { phase throws(AudioDeviceError) in
      switch phase {
      case .running, .interrupted: throw .alreadyRunning(device: Self.name)
      case .idle, .lost: break
      }
      source.pointer.pointee.activate(renderer)
      do throws(AudioDeviceError) { try connectAndStart() } catch {
        source.pointer.pointee.deactivate()
        throw error
      }
      phase = .running
    }
  }

  func stop(_ mode: AudioStopMode) {
    phase.withLock { phase in
      // An interrupted device plays nothing that could be waited for.
      if mode == .drain, case .running = phase {
        source.pointer.pointee.deactivate()
        calls.sleep(Double(latencyFrames) / sampleRate)
      }
      calls.stop()
      source.pointer.pointee.deactivate()
      if case .idle = phase {} else { calls.deactivateSession() }
      phase = .idle
    }
  }

  // MARK: Notifications

  /// Handles a notification of the system. Call on any thread but the audio thread.
  func handle(_ event: EngineEvent) {
    phase.withLock { phase in
      switch (event, phase) {
      case (.interruptionBegan, .running):
        calls.stop()
        phase = .interrupted
      case (.interruptionEnded(resumes: true), .interrupted), (.configurationChanged, .running),
        (.servicesReset, .running):
        restart(&phase)
      default: break
      }
    }
  }

  /// Ends an interruption after which the system has not advised to resume, such as when the user
  /// returns to the app.
  func resume() { handle(.interruptionEnded(resumes: true)) }

  private func restart(_ phase: inout Phase) {
    do throws(AudioDeviceError) {
      try connectAndStart()
      phase = .running
    } catch {
      source.pointer.pointee.deactivate()
      phase = .lost(error)
    }
  }

  /// The source keeps its sample rate when that of the hardware changes.
  private func connectAndStart() throws(AudioDeviceError) {
    try calls.activateSession()
    try calls.connect(source, sampleRate)
    try calls.start()
  }
}

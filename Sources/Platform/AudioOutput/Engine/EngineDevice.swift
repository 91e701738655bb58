import Synchronization

/// A device on the system's audio engine, as on Apple's systems. The sample rate of the device is
/// that of the hardware when it was created. If the hardware changes its rate, the engine converts,
/// so that pitch and tempo stay.
///
/// An interruption pauses the device: its renderer is not called until ``handle(_:)`` receives the
/// end with the advice to resume, or ``resume()`` is called. If the system stops to request frames
/// without a notification, the device is ``AudioInterruption/stalled``.
final class EngineDevice: AudioDevice {
  private enum Phase {
    case idle, running
    case interrupted(AudioInterruption)
    case lost(AudioDeviceError)
  }

  private struct Progress {
    var phase = Phase.idle
    var stall: StallDetector
  }

  static let name = "system output"

  let sampleRate: Double
  let periodFrames: Int
  private let calls: EngineCalls
  private let source: PullSourceMemory
  private let progress: Mutex<Progress>

  /// Throws ``AudioDeviceError/call(_:device:code:reason:)`` without an output.
  init(
    _ calls: EngineCalls, periodFrames: Int, stallLimit: Duration = .milliseconds(300)
  ) throws(AudioDeviceError) {
    progress = Mutex(Progress(stall: StallDetector(limit: stallLimit)))
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

  var hardwareBufferFrames: Int {
    let frames = Int((calls.bufferSeconds() * sampleRate).rounded())
    return frames > 0 ? frames : periodFrames
  }
  var latencyFrames: Int {
    hardwareBufferFrames + Int((max(calls.latencySeconds(), 0) * sampleRate).rounded(.up))
  }
  /// 0: the engine reports no underruns.
  var underrunCount: Int { 0 }
  /// The number of frames that were rendered.
  var renderedFrames: Int64 { source.pointer.pointee.renderedFrames }

  var state: AudioDeviceState {
    let rendered = renderedFrames
    return progress.withLock { progress in
      switch progress.phase {
      case .idle: .idle
      case .running: progress.stall.isStalled(at: rendered) ? .interrupted(.stalled) : .running
      case .interrupted(let interruption): .interrupted(interruption)
      case .lost(let error): .lost(error)
      }
    }
  }

  func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
    try progress.withLock { progress throws(AudioDeviceError) in
      switch progress.phase {
      case .running, .interrupted: throw .alreadyRunning(device: Self.name)
      case .idle, .lost: break
      }
      source.pointer.pointee.activate(renderer)
      do throws(AudioDeviceError) { try connectAndStart(&progress) } catch {
        source.pointer.pointee.deactivate()
        throw error
      }
    }
  }

  func stop(_ mode: AudioStopMode) {
    progress.withLock { progress in
      // An interrupted device plays nothing that could be waited for.
      if mode == .drain, case .running = progress.phase {
        source.pointer.pointee.deactivate()
        calls.sleep(Double(latencyFrames) / sampleRate)
      }
      calls.stop()
      source.pointer.pointee.deactivate()
      if case .idle = progress.phase {} else { calls.deactivateSession() }
      progress.phase = .idle
    }
  }

  func suspend() { handle(.suspended) }

  func resume() throws(AudioDeviceError) {
    let rendered = renderedFrames
    try progress.withLock { progress throws(AudioDeviceError) in
      switch progress.phase {
      case .idle: return
      case .running:
        if !progress.stall.isStalled(at: rendered) { return }
        try connectAndStart(&progress)
      case .interrupted: try connectAndStart(&progress)
      case .lost:
        source.pointer.pointee.reactivate()
        do throws(AudioDeviceError) { try connectAndStart(&progress) } catch {
          source.pointer.pointee.deactivate()
          throw error
        }
      }
    }
  }

  // MARK: Notifications

  /// Handles a notification of the system. Call on any thread but the audio thread.
  func handle(_ event: EngineEvent) {
    progress.withLock { progress in
      switch (event, progress.phase) {
      case (.interruptionBegan, .running): pause(&progress, .began)
      case (.interruptionBegan, .interrupted): progress.phase = .interrupted(.began)
      case (.outputRemoved, .running): pause(&progress, .outputRemoved)
      case (.suspended, .running): pause(&progress, .suspended)
      case (.interruptionEnded(resumes: false), .interrupted(.began)):
        progress.phase = .interrupted(.ended)
      case (.interruptionEnded(resumes: true), .interrupted(.began)),
        (.interruptionEnded(resumes: true), .interrupted(.ended)),
        (.configurationChanged, .running), (.servicesReset, .running):
        restart(&progress)
      default: break
      }
    }
  }

  private func pause(_ progress: inout Progress, _ reason: AudioInterruption) {
    calls.stop()
    progress.phase = .interrupted(reason)
  }

  private func restart(_ progress: inout Progress) {
    do throws(AudioDeviceError) { try connectAndStart(&progress) } catch {
      source.pointer.pointee.deactivate()
      progress.phase = .lost(error)
    }
  }

  /// The source keeps its sample rate when that of the hardware changes.
  private func connectAndStart(_ progress: inout Progress) throws(AudioDeviceError) {
    try calls.activateSession()
    try calls.connect(source, sampleRate)
    try calls.start()
    progress.phase = .running
    progress.stall.restart()
  }
}

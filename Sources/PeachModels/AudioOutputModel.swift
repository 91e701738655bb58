public import Observation
public import PeachServices

/// The state of the audio output for an app's views: an interruption or a failure, and the remedy.
///
/// ```swift
/// let output = AudioOutputModel(device: engine.device)
/// if let message = output.message {
///   Label(message, systemImage: "speaker.slash")
///   Button("Resume") { output.resume() }
/// }
/// ```
@MainActor @Observable
public final class AudioOutputModel {
  /// The state of the device, at most a tenth of a second old.
  public private(set) var state: AudioDeviceState
  /// The language of the message.
  public var language: ModelLanguage
  /// The last failure of ``resume()``; `nil` if it succeeded.
  private var failure: AudioDeviceError?
  @ObservationIgnored private let device: any AudioDevice
  @ObservationIgnored private var watching: Task<Void, Never>?

  /// Creates a model that watches a device.
  public init(device: any AudioDevice, language: ModelLanguage = .english) {
    self.device = device
    self.language = language
    state = device.state
    watching = Task { [weak self] in
      while !Task.isCancelled {
        guard let self else { return }
        update()
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
  }

  deinit { watching?.cancel() }

  /// A message with the problem and the remedy; `nil` while the output is running.
  public var message: String? {
    let texts = ModelTexts(language)
    if let failure { return texts.message(failure) }
    return switch state {
    case .running: nil
    case .idle: texts.message(NotePlayerError.notRunning)
    case .interrupted(let interruption): texts.message(interruption)
    case .lost(let error): texts.message(NotePlayerError.deviceLost(error))
    }
  }

  /// The number of frames of the hardware's buffer divided by the sample rate.
  public var bufferSeconds: Double { Double(device.hardwareBufferFrames) / device.sampleRate }

  /// Pauses the output, such as when the app enters the background.
  public func suspend() {
    device.suspend()
    update()
  }

  /// Continues after an interruption, and tries a lost device again.
  ///
  /// - Returns: Whether the output is running. If not, ``message`` is the reason.
  @discardableResult
  public func resume() -> Bool {
    do throws(AudioDeviceError) {
      try device.resume()
      failure = nil
    } catch {
      failure = error
    }
    update()
    return state == .running
  }

  private func update() {
    let new = device.state
    if new == .running { failure = nil }
    if new != state { state = new }
  }
}

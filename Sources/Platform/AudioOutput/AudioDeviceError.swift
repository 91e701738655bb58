import PeachPOSIX

/// A failure of an audio device. `\(error)` is a message with a remedy.
public enum AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A call failed: its name, the device, the positive error number, and the error message.
  case call(_ name: String, device: String, code: Int32, reason: String)
  /// The device accepted no data for `seconds` seconds.
  case timedOut(device: String, seconds: Int)
  /// The device is already running.
  case alreadyRunning(device: String)
  /// The audio thread could not be created: the error number.
  case noThread(code: Int32)
  /// Peach was built without the trait `ALSA`.
  case noSoundSystem

  private var advice: String {
    switch self {
    case .call(let name, _, let code, _): Self.advice(call: name, code: code)
    case .timedOut: "Check that it is connected and that other programs can use it."
    case .alreadyRunning: "Stop it before you start it again."
    case .noThread: "Close other programs, or raise the user's process limit."
    case .noSoundSystem:
      "Enable the trait in your Package.swift: .package(url: …, traits: [\"ALSA\"]), and install "
        + "libasound2-dev."
    }
  }

  /// The message, and the remedy.
  public var description: String {
    let problem =
      switch self {
      case .call(let name, let device, _, let reason):
        "Audio device \(device) failed: \(reason) (\(name))"
      case .timedOut(let device, let seconds):
        "Audio device \(device) timed out: it accepted no data for \(seconds) seconds"
      case .alreadyRunning(let device): "Audio device \(device) is already running"
      case .noThread(let code): "Cannot create the audio thread: \(String(cString: strerror(code)))"
      case .noSoundSystem: "Peach was built without audio output (the trait ALSA)"
      }
    return "\(problem). \(advice)"
  }

  /// Whether a device could not be opened because it does not exist.
  package var isMissingDevice: Bool {
    guard case .call("snd_pcm_open", _, let code, _) = self else { return false }
    return [ENOENT, ENODEV, ENXIO].contains(code)
  }

  private static func advice(call: String, code: Int32) -> String {
    switch code {
    case EBUSY, EAGAIN:
      "Another program uses the device exclusively. Close it, or use the device \"default\"."
    case ENODEV where call != "snd_pcm_open":
      "The device was disconnected. Connect it and try again."
    case ENOENT, ENODEV, ENXIO: "Choose a listed device, or connect the device."
    case EACCES, EPERM: "The user has no permission. Add the user to the group \"audio\"."
    case EINVAL where call.hasPrefix("snd_pcm_hw_params"):
      "The device does not support the format. Prefix its name with \"plug\", as in plughw:0."
    case EINVAL: "The device name is invalid. Choose a listed device."
    default: "Try another device."
    }
  }
}

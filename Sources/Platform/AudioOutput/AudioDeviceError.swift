#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why a device does not play, and what to do about it.
///
/// `\(error)` is a sentence for a person:
/// `hw:7: snd_pcm_open: No such file or directory. Name one of the devices that are listed.`
public enum AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A call of the sound system failed: its name, the device's name, the system's error number
  /// (positive), and its words for it.
  case call(_ name: String, device: String, code: Int32, reason: String)
  /// The device took no sound for so many seconds.
  case stuck(device: String, seconds: Int)
  /// It is playing already.
  case alreadyRunning(device: String)
  /// The system gave no thread for the sound: its error number.
  case noThread(code: Int32)
  /// This build has no sound output; it was made without the trait `ALSA`.
  case noSoundSystem

  /// What a person can do about it; a sentence.
  public var advice: String {
    switch self {
    case .call(let name, _, let code, _): Self.advice(call: name, code: code)
    case .stuck: "Look whether the device is connected and another program can play on it."
    case .alreadyRunning: "Stop it before it is started again."
    case .noThread: "Close other programs, or raise this user's limit of processes."
    case .noSoundSystem: "Build with --traits ALSA, or render to a file."
    }
  }

  /// Two sentences: what is wrong, and what to do.
  public var description: String {
    let problem =
      switch self {
      case .call(let name, let device, _, let reason): "\(device): \(name): \(reason)"
      case .stuck(let device, let seconds): "\(device): no sound taken for \(seconds) seconds"
      case .alreadyRunning(let device): "\(device): it is playing already"
      case .noThread(let code): "no thread for the sound: \(String(cString: strerror(code)))"
      case .noSoundSystem: "this build has no sound output"
      }
    return "\(problem). \(advice)"
  }

  private static func advice(call: String, code: Int32) -> String {
    switch code {
    case EBUSY, EAGAIN:
      "Another program has the device for itself; end that, or take the device \"default\"."
    case ENODEV where call != "snd_pcm_open":
      "The device is gone; connect it again and start anew."
    case ENOENT, ENODEV, ENXIO:
      "Name one of the devices that are listed, or connect it."
    case EACCES, EPERM:
      "This user may not use sound devices; become a member of the group \"audio\"."
    case EINVAL where call.hasPrefix("snd_pcm_hw_params"):
      "The device cannot do this by itself; put \"plug\" before its name, as in plughw:0."
    case EINVAL:
      "The name is not understood; name one of the devices that are listed."
    default:
      "Try another device."
    }
  }
}

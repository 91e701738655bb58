#if ALSA
  import CALSA

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
#endif

/// The devices there are.
public enum AudioDevices {
  /// A device that a person could choose.
  public struct Description: Hashable, Sendable {
    /// What to open it by.
    public var name: String
    /// What it is, in the system's words; one line.
    public var text: String
    /// True for the one that is meant where none is named.
    public var isDefault: Bool
  }

  /// The devices that play, as the system names them: its default, cards (with conversion of rate
  /// and format), digital outputs, sound servers, and what the user's configuration describes.
  ///
  /// Left out is what only serves to build others. Empty without a card or without the trait `ALSA`.
  /// Takes milliseconds; not for the audio thread.
  public static func list() -> [Description] {
    #if ALSA
      PCM.beQuiet()
      var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
      defer { snd_device_name_free_hint(hints) }
      var found: [Description] = []
      var next = hints
      while let hint = next.pointee {
        let direction = text(of: hint, "IOID") ?? "Output"
        if direction == "Output", let name = text(of: hint, "NAME"), isForPeople(name) {
          found.append(description(name: name, text: text(of: hint, "DESC") ?? name))
        }
        next += 1
      }
      return found
    #else
      []
    #endif
  }

  /// Opens the device of this name, one of those in ``list()`` or any that the system understands.
  ///
  /// `sampleRate` in hertz, the sizes in frames; the device does what is nearest. Without the trait
  /// `ALSA` the error is `.noSoundSystem`.
  public static func open(
    _ name: String = "default", sampleRate: Double = 48_000, periodFrames: Int = 128,
    bufferFrames: Int = 512
  ) throws(AudioDeviceError) -> any AudioDevice {
    #if ALSA
      try ALSADevice(
        name: name, sampleRate: sampleRate, periodFrames: periodFrames, bufferFrames: bufferFrames)
    #else
      throw .noSoundSystem
    #endif
  }

  /// The system's description has several lines; a list has one for each device.
  static func description(name: String, text: String) -> Description {
    let lines = text.split(separator: "\n").joined(separator: ", ")
    return Description(name: name, text: lines, isDefault: name == "default")
  }

  /// False for the parts that devices are built from, and for a card's doubles: of a card's many
  /// names the one with all conversions (`plughw:`) is shown, and its digital outputs.
  static func isForPeople(_ name: String) -> Bool {
    let kind = name.split(separator: ":", maxSplits: 1).first.map { String($0) } ?? name
    return !parts.contains(kind)
  }

  private static var parts: Set<String> {
    [
      "null", "hw", "sysdefault", "dmix", "dsnoop", "front", "rear", "center_lfe", "side",
      "surround21", "surround40", "surround41", "surround50", "surround51", "surround71",
      "samplerate", "speexrate", "lavrate", "speex", "upmix", "vdownmix", "oss", "usbstream",
      "modem", "phoneline",
    ]
  }

  #if ALSA
    private static func text(of hint: UnsafeMutableRawPointer, _ key: String) -> String? {
      guard let text = snd_device_name_get_hint(hint, key) else { return nil }
      defer { free(text) }
      return String(cString: text)
    }
  #endif
}

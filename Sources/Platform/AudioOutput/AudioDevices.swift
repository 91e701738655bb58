import PeachPOSIX

#if ALSA
  import CALSA
#endif

/// The output devices of the system.
public enum AudioDevices {
  /// A device that a user can choose.
  package struct Description: Hashable, Sendable {
    /// The name to open it by.
    package var name: String
    /// The system's description, in one line.
    package var text: String
    package var isDefault: Bool
  }

  /// Returns the output devices: the default, cards (with rate and format conversion), digital
  /// outputs, sound servers, and devices of the user's configuration. Omits ALSA's building blocks
  /// of other devices. On Apple's systems, the output that the user has chosen in the system.
  /// Otherwise empty without a card or the trait `ALSA`. Takes milliseconds. Call on any thread but
  /// the audio thread.
  package static func list() -> [Description] {
    #if ALSA
      PCM.silenceErrorHandler()
      var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
      defer { snd_device_name_free_hint(hints) }
      var found: [Description] = []
      var next = hints
      while let hint = next.pointee {
        let direction = text(of: hint, "IOID") ?? "Output"
        if direction == "Output", let name = text(of: hint, "NAME"), isUserFacing(name) {
          found.append(description(name: name, text: text(of: hint, "DESC") ?? name))
        }
        next += 1
      }
      return found
    #elseif canImport(AVFAudio)
      [Description(name: EngineDevice.name, text: "The system's output", isDefault: true)]
    #else
      []
    #endif
  }

  /// Opens a device of `list()`, or another that the system supports; `nil` for the default. The
  /// rate is the nearest that it supports; on Apple's systems, name and rate are the system's. A
  /// ``NullAudioDevice`` if `isNull`, or by default if the variable `PEACH_NULL_AUDIO` is set.
  /// `session` is that of the app, where apps have one.
  /// Throws ``AudioDeviceError/noSoundSystem`` elsewhere without the trait `ALSA`.
  public static func open(
    _ name: String? = nil, sampleRate: Double = 48_000, periodFrames: Int = 128,
    bufferFrames: Int = 512, isNull: Bool = isNullRequested,
    session: AudioSessionOptions = AudioSessionOptions()
  ) throws(AudioDeviceError) -> any AudioDevice {
    if isNull { return NullAudioDevice(sampleRate: sampleRate, periodFrames: periodFrames) }
    #if ALSA
      return try ALSADevice(
        name: name ?? "default", sampleRate: sampleRate, periodFrames: periodFrames,
        bufferFrames: bufferFrames)
    #elseif canImport(AVFAudio)
      return try AudioEngine.device(
        periodFrames: max(periodFrames, bufferFrames), session: session)
    #else
      throw .noSoundSystem
    #endif
  }

  /// Whether the variable `PEACH_NULL_AUDIO` is set.
  public static var isNullRequested: Bool { getenv("PEACH_NULL_AUDIO") != nil }

  static func description(name: String, text: String) -> Description {
    let lines = text.split(separator: "\n").joined(separator: ", ")
    return Description(name: name, text: lines, isDefault: name == "default")
  }

  /// Returns whether a device is for users: not a building block of other devices. Of the many
  /// names of a card, only the one with all conversions (`plughw:`) and its digital outputs are.
  static func isUserFacing(_ name: String) -> Bool {
    let kind = name.split(separator: ":", maxSplits: 1).first.map { String($0) } ?? name
    return !buildingBlocks.contains(kind)
  }

  private static var buildingBlocks: Set<String> {
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

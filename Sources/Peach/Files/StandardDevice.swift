public import PeachAudioOutput

/// The system's own way to sound.
public enum StandardDevice {
  /// Opens the device of this name, or the default one; where `isSilent`, one that keeps time
  /// without a sound. Throws `AudioDeviceError` with what to do about it.
  public static func open(
    _ name: String? = nil, sampleRate: Double = 48_000, periodFrames: Int = 128,
    bufferFrames: Int = 512, isSilent: Bool = false
  ) throws(AudioDeviceError) -> any AudioDevice {
    if isSilent { return SilentClock(sampleRate: sampleRate, periodFrames: periodFrames) }
    return try AudioDevices.open(
      name ?? "default", sampleRate: sampleRate, periodFrames: periodFrames,
      bufferFrames: bufferFrames)
  }
}

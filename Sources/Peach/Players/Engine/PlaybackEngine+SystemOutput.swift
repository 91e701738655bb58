import PeachAudioOutput

extension PlaybackEngine {
  /// Returns an engine on the default output. If the variable `PEACH_NULL_AUDIO` is set, it has no
  /// output.
  ///
  /// - Throws: ``AudioDeviceError`` if the output cannot be opened or started.
  public static func systemOutput() throws -> PlaybackEngine {
    try PlaybackEngine(device: AudioDevices.open())
  }
}

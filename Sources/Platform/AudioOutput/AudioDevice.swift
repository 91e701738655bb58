/// An audio output that calls a renderer for each period. Call on any thread but the audio thread.
public protocol AudioDevice: AnyObject, Sendable {
  /// The actual sample rate in hertz.
  var sampleRate: Double { get }
  /// The number of frames per render call. The last call before a stop may request fewer.
  var periodFrames: Int { get }
  /// The output latency in frames, as last measured; initially its maximum.
  var latencyFrames: Int { get }
  /// The number of buffer underruns.
  var underrunCount: Int { get }
  /// The state of the device. Reports the loss of a device, for example when it is disconnected.
  var state: AudioDeviceState { get }

  /// Starts the device, which must be idle.
  func start(_ renderer: AudioRenderer) throws(AudioDeviceError)
  /// Stops the device if it is running. The renderer is not called after this has returned.
  func stop(_ mode: AudioStopMode)
}

extension AudioDevice {
  /// Stops the device after it has played all rendered frames.
  public func stop() { stop(.drain) }
}

/// The treatment of rendered frames when a device stops.
public enum AudioStopMode: Hashable, Sendable {
  /// Plays all rendered frames, at most ``AudioDevice/latencyFrames``.
  case drain
  /// Discards rendered frames that have not been played.
  case drop
}

/// The state of an audio device.
public enum AudioDeviceState: Hashable, Sendable {
  /// Not started, or stopped.
  case idle
  /// Calling its renderer.
  case running
  /// Failed while running, for example because it was disconnected.
  case lost(AudioDeviceError)
}

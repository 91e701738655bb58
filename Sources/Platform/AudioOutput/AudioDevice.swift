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
  /// The state of the device. Reports interruptions, and the loss of a device, for example when it
  /// is disconnected.
  var state: AudioDeviceState { get }
  /// The number of frames in the buffer of the hardware, as the system has granted it; by default
  /// ``periodFrames``.
  var hardwareBufferFrames: Int { get }

  /// Starts the device, which must be idle.
  func start(_ renderer: AudioRenderer) throws(AudioDeviceError)
  /// Stops the device if it is running. The renderer is not called after this has returned.
  func stop(_ mode: AudioStopMode)

  /// Pauses a running device until ``resume()`` is called, such as when the app enters the
  /// background. By default does nothing.
  func suspend()
  /// Continues after an interruption or ``suspend()``, such as when the user returns to the app,
  /// and tries a lost device again. Does nothing if the device is running or idle, and by default.
  ///
  /// - Throws: ``AudioDeviceError`` if the output is not available yet. The state does not change.
  func resume() throws(AudioDeviceError)
}

extension AudioDevice {
  /// The number of frames per render call.
  public var hardwareBufferFrames: Int { periodFrames }
  /// Does nothing.
  public func suspend() {}
  /// Does nothing.
  public func resume() throws(AudioDeviceError) {}
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
  /// Paused by the system or the app. The renderer is not called, and waiting calls of players
  /// throw ``NotePlayerError/interrupted(_:)``.
  case interrupted(AudioInterruption)
  /// Failed while running, for example because it was disconnected.
  case lost(AudioDeviceError)
}

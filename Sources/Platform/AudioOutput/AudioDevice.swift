/// Something that plays: it asks a renderer for sound, period after period.
///
/// All of it is for the control side, from any thread but the audio thread.
public protocol AudioDevice: AnyObject, Sendable {
  /// Frames in a second, as the device really runs.
  var sampleRate: Double { get }
  /// Frames that are asked for at once; the last call before a stop may ask for fewer.
  var periodFrames: Int { get }
  /// Frames from the renderer to the ear, as last measured; before that, the most there can be.
  var latencyFrames: Int { get }
  /// How often the device ran dry because the sound came too late.
  var underrunCount: Int { get }
  /// Whether it plays. A device that is pulled out shows it here, not by a call.
  var state: AudioDeviceState { get }

  /// Begins to play. It must not be playing.
  func start(_ renderer: AudioRenderer) throws(AudioDeviceError)
  /// Ends it and returns when the renderer will not be called again. Nothing happens where it is
  /// not playing.
  func stop(_ ending: AudioEnding)
}

extension AudioDevice {
  /// Ends it when everything rendered has been heard.
  public func stop() { stop(.afterWhatWasRendered) }
}

/// How a device stops.
public enum AudioEnding: Hashable, Sendable {
  /// What has been rendered is played to its end, at most ``AudioDevice/latencyFrames``.
  case afterWhatWasRendered
  /// What has not yet been heard is dropped.
  case atOnce
}

/// What a device is doing.
public enum AudioDeviceState: Hashable, Sendable {
  /// Not started, or stopped.
  case idle
  /// Asking for sound.
  case running
  /// It failed while running, as one that is pulled out does; it plays no more.
  case lost(AudioDeviceError)
}

/// The reason why a device is paused. `\(interruption)` is a message with a remedy.
public enum AudioInterruption: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Another app or the system uses the output, for example for a call. The device continues by
  /// itself if the system advises it at the end.
  case began
  /// The interruption is over, and the system has not advised to continue.
  case ended
  /// The output was removed, for example headphones. The sound does not continue on the speaker.
  case outputRemoved
  /// The app has called ``AudioDevice/suspend()``.
  case suspended
  /// The system has stopped to request frames, without a notification. The device continues when
  /// the system does.
  case stalled

  /// The message.
  public var description: String {
    switch self {
    case .began: "Another app uses the audio output. Resume when it has ended."
    case .ended: "The audio output was interrupted. Resume to continue."
    case .outputRemoved: "The audio output was disconnected. Resume to use another output."
    case .suspended: "The audio output is paused. Resume to continue."
    case .stalled: "The audio output does not respond. Resume, or check the device."
    }
  }
}

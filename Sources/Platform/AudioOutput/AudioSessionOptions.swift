/// The audio session of an app, on systems where apps have one. Other systems ignore it.
///
/// ```swift
/// try PlaybackEngine.systemOutput(session: AudioSessionOptions(category: .ambient))
/// ```
public struct AudioSessionOptions: Hashable, Sendable {
  /// A category of `AVAudioSession`.
  public enum Category: Hashable, Sendable, CaseIterable {
    /// Plays while the ring switch is silent and, with the background mode *Audio*, in the
    /// background.
    case playback
    /// Mixes with other apps, and is silent if the ring switch is.
    case ambient
    /// Like ``ambient``, but silences other apps.
    case soloAmbient
    /// Plays and records.
    case playAndRecord
  }

  /// The category; `nil` if the app sets category and options, and activates the session.
  public var category: Category?
  /// Whether other apps continue to play.
  public var mixesWithOthers: Bool
  /// The requested duration of the hardware's buffer in seconds; the system may grant another one,
  /// which ``AudioDevice/hardwareBufferFrames`` reports.
  public var bufferSeconds: Double

  /// Creates options, by default those of an instrument: a category that always sounds, and a
  /// buffer of 5 ms.
  public init(
    category: Category? = .playback, mixesWithOthers: Bool = false, bufferSeconds: Double = 0.005
  ) {
    self.category = category
    self.mixesWithOthers = mixesWithOthers
    self.bufferSeconds = bufferSeconds
  }

  /// The options of an app that configures and activates its session itself.
  public static var managedByApp: AudioSessionOptions { AudioSessionOptions(category: nil) }
}

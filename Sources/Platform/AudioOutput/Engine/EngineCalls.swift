/// The calls of an ``EngineDevice`` to the system's audio engine, which pulls a source of any
/// sample rate and converts it to that of the hardware.
struct EngineCalls: Sendable {
  /// Returns the sample rate of the output in hertz; 0 without one.
  var hardwareSampleRate: @Sendable () -> Double
  /// Returns the latency of the output in seconds.
  var latencySeconds: @Sendable () -> Double
  /// Returns the duration of the hardware's buffer in seconds; 0 if it is unknown.
  var bufferSeconds: @Sendable () -> Double
  /// Makes the app's audio session active, where apps have one.
  var activateSession: @Sendable () throws(AudioDeviceError) -> Void
  /// Lets another app use the output, where apps have a session.
  var deactivateSession: @Sendable () -> Void
  /// Connects the source to the output, instead of a previous one. The engine pulls frames of
  /// `sampleRate`.
  var connect:
    @Sendable (_ source: PullSourceMemory, _ sampleRate: Double) throws(AudioDeviceError) -> Void
  var start: @Sendable () throws(AudioDeviceError) -> Void
  var stop: @Sendable () -> Void
  /// Waits on the calling thread.
  var sleep: @Sendable (_ seconds: Double) -> Void
}

/// A notification of the system.
enum EngineEvent: Hashable, Sendable {
  /// Another app has interrupted the output.
  case interruptionBegan
  /// The interruption is over. `resumes` is whether the system advises to resume.
  case interruptionEnded(resumes: Bool)
  /// The output was removed, for example headphones.
  case outputRemoved
  /// The route or the sample rate of the hardware has changed, which has stopped the engine.
  case configurationChanged
  /// The app pauses the output.
  case suspended
  /// The system's audio server has restarted.
  case servicesReset
}

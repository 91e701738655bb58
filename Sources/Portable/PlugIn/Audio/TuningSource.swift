/// The pitches of keys that another program sets while notes sound, as those of MTS-ESP.
///
/// The audio thread calls the functions and reads the table once per block. They must be real-time
/// safe, and valid as long as a unit uses the source.
public struct TuningSource: BitwiseCopyable, @unchecked Sendable {
  // Safe: the table consists of words that the other program writes at any time.

  /// Returns whether a program sets the pitches.
  public var isActive: @convention(c) () -> Bool
  /// The frequencies of 128 keys, in hertz.
  public var frequencies: UnsafePointer<Double>
  /// Returns whether notes of a key of a channel are not played; channel −1 stands for all. `nil`
  /// if all keys are played.
  public var isSilent: (@convention(c) (_ key: CChar, _ channel: CChar) -> Bool)?

  /// Creates a source.
  public init(
    isActive: @escaping @convention(c) () -> Bool, frequencies: UnsafePointer<Double>,
    isSilent: (@convention(c) (_ key: CChar, _ channel: CChar) -> Bool)? = nil
  ) {
    self.isActive = isActive
    self.frequencies = frequencies
    self.isSilent = isSilent
  }
}

/// The waveform of an LFO; SoundFont's is a triangle with phase 0 and no fade-in.
package struct RegionLFO: Hashable, BitwiseCopyable, Sendable {
  /// A waveform, −1…1.
  package enum Wave: UInt8, BitwiseCopyable, Sendable, CaseIterable {
    /// Starts at 0, upward.
    case triangle
    case sine
    /// High for three quarters, then low.
    case widePulse
    case square
    /// High for a quarter.
    case narrowPulse
    /// High for an eighth.
    case narrowestPulse
    case risingSaw
    case fallingSaw
  }

  /// The waveform.
  package var wave = Wave.triangle
  /// The initial phase, in 0..<1 cycles.
  package var phase: Float = 0
  /// The duration of the linear fade-in after the delay, in seconds.
  package var fadeSeconds: Float = 0

  /// Creates SoundFont's LFO.
  package init() {}
}

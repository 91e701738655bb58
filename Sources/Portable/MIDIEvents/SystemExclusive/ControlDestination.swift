/// The destination of an assignable controller (GS 40 2x, in its order).
package enum ControlDestination: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The pitch, in semitones.
  case pitch
  /// The filter's cutoff frequency, in cents.
  case filterCutoff
  /// The amplitude, as a fraction: −1…1.
  case amplitude
  /// The rate of the first LFO, in hertz.
  case lfo1Rate
  /// The pitch depth of the first LFO, in cents.
  case lfo1Pitch
  /// The cutoff depth of the first LFO, in cents.
  case lfo1Filter
  /// The amplitude depth of the first LFO, as a fraction: 0…1.
  case lfo1Amplitude
  /// The rate of the second LFO, in hertz.
  case lfo2Rate
  /// The pitch depth of the second LFO, in cents.
  case lfo2Pitch
  /// The cutoff depth of the second LFO, in cents.
  case lfo2Filter
  /// The amplitude depth of the second LFO, as a fraction: 0…1.
  case lfo2Amplitude
}

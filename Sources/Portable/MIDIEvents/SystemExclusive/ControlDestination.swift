/// What a controller changes, and in which unit (GS 40 2x, in its order).
public enum ControlDestination: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The pitch, in semitones.
  case pitch
  /// The filter's cutoff frequency, in cents.
  case filterCutoff
  /// The amplitude, as a fraction: −1…1.
  case amplitude
  /// The rate of the first oscillator, in hertz.
  case oscillator1Rate
  /// How far the first oscillator moves the pitch, in cents.
  case oscillator1Pitch
  /// How far the first oscillator moves the filter's cutoff frequency, in cents.
  case oscillator1Filter
  /// How far the first oscillator moves the amplitude, as a fraction: 0…1.
  case oscillator1Amplitude
  /// The rate of the second oscillator, in hertz.
  case oscillator2Rate
  /// How far the second oscillator moves the pitch, in cents.
  case oscillator2Pitch
  /// How far the second oscillator moves the filter's cutoff frequency, in cents.
  case oscillator2Filter
  /// How far the second oscillator moves the amplitude, as a fraction: 0…1.
  case oscillator2Amplitude
}

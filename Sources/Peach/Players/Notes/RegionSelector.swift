public import PeachMusicUnits

/// Selects the sample of a note by another note's pitch and amplitude.
///
/// A bank has different samples for different keys and velocities. Two notes a fraction of a cent
/// apart may use different samples, and then differ in more than pitch. To compare only the pitch
/// of two notes, play the second one with the first one's region.
public struct RegionSelector: Hashable, Sendable {
  /// The frequency that selects the sample.
  public var frequency: Frequency
  /// The amplitude that selects the sample, 0…1. The note keeps its own amplitude.
  public var amplitude: Double

  /// Creates a selector for the sample of a note with this frequency and amplitude.
  public init(frequency: Frequency, amplitude: Double = 0.8) {
    self.frequency = frequency
    self.amplitude = amplitude
  }

  /// The MIDI key and velocity that select the sample.
  var keyAndVelocity: (key: UInt8, velocity: UInt8) {
    let key = FrequencyCalculation.midiNoteAndCents(frequency: frequency).note.number
    return (key, Velocity(amplitude: amplitude)?.value ?? 1)
  }
}

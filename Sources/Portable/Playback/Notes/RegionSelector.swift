public import PeachMusicUnits

/// Selects the regions of a note, and so its samples, by another note's pitch and velocity.
///
/// A bank has different samples for different keys and velocities. Two notes a fraction of a cent
/// apart may use different samples, and then differ in more than pitch. To compare only the pitch
/// of two notes, play the second one with the first one's region.
///
/// ```swift
/// let reference = RegionSelector(frequency: .hertz(440), amplitude: 0.8)
/// try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 0.8)
/// try await player.play(
///   frequency: .hertz(440.13), duration: .seconds(1), amplitude: 0.8, region: reference)
/// ```
public struct RegionSelector: Hashable, Sendable {
  /// The frequency that selects the sample.
  public var frequency: Frequency
  /// The amplitude that selects the velocity, and so sample and timbre, 0…1. The level is that of
  /// the note's own amplitude.
  public var amplitude: Double

  /// Creates a selector for the sample of a note with this frequency and amplitude.
  public init(frequency: Frequency, amplitude: Double = 0.8) {
    self.frequency = frequency
    self.amplitude = amplitude
  }

  /// The MIDI key and velocity that select the regions; velocity 1 for an amplitude of 0.
  package var keyAndVelocity: (key: UInt8, velocity: UInt8) {
    let key = FrequencyCalculation.midiNoteAndCents(frequency: frequency).note.number
    return (key, Velocity(amplitude: amplitude)?.value ?? 1)
  }
}

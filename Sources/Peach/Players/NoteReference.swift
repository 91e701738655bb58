public import PeachMusicUnits

/// The note that another is compared with: both sound from one recording, whatever lies between.
///
/// A bank has one recording for several keys and velocities, and another beside it. Two notes a
/// fraction of a cent apart may lie on two sides of such a boundary, and then differ in more than
/// their pitch; a listener would answer by that.
///
/// ```swift
/// let reference = NoteReference(frequency: .hertz(440), amplitude: 0.8)
/// try await player.play(frequency: .hertz(440), duration: .seconds(1), amplitude: 0.8)
/// try await player.play(
///   frequency: .hertz(440.13), duration: .seconds(1), amplitude: 0.8, like: reference)
/// ```
public struct NoteReference: Hashable, Sendable {
  /// The pitch whose recording sounds.
  public var frequency: Frequency
  /// The loudness whose recording sounds, 0…1; the note's own loudness stays.
  public var amplitude: Double

  /// A note of this pitch and loudness.
  public init(frequency: Frequency, amplitude: Double = 0.8) {
    self.frequency = frequency
    self.amplitude = amplitude
  }

  /// The key and the velocity that choose the recording.
  var place: (key: UInt8, velocity: UInt8) {
    let key = FrequencyCalculation.midiNoteAndCents(frequency: frequency).note.number
    return (key, Velocity(amplitude: amplitude)?.value ?? 1)
  }
}

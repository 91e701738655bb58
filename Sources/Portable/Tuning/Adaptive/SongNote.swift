/// A note of a song that is tuned, from its note-on until it no longer sounds: pedals hold it.
package struct SongNote: Hashable, Sendable {
  /// The port, from 0.
  package var port: Int
  /// The number of the note-on among those of the port, from 0.
  package var noteOn: Int
  /// The channel of the port, 0…15.
  package var channel: UInt8
  package var key: UInt8
  package var velocity: UInt8
  /// Times in frames of ``SongNotes/sampleRate``.
  package var startFrame: Int64
  package var endFrame: Int64
  /// Whether its preset decays, as a piano or a guitar.
  package var isDecaying = false
  /// Whether it keeps the temperament.
  package var isFixed = false

  package var pitchClass: Int { Int(key) % 12 }
  package var startSeconds: Double { Double(startFrame) / Double(SongNotes.sampleRate) }
  package var endSeconds: Double { Double(endFrame) / Double(SongNotes.sampleRate) }
}

import PeachMIDIEvents

/// The events of a song in the order of their ticks.
struct PlayerSong {
  let events: [MIDIFile.PlaybackEvent]
  let endTick: Int64
  /// The number of ticks per quarter note.
  let division: Double
  let bytes: [UInt8]

  /// Reads a Standard MIDI File.
  init(_ bytes: [UInt8]) throws(MIDIFileError) {
    let file = try MIDIFile(bytes: bytes)
    events = file.playbackEvents()
    endTick = file.endTick
    division = file.ticksPerQuarterNote
    self.bytes = file.bytes
  }
}

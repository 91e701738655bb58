import PeachMIDIEvents
import PeachSequencing
import PeachWebPage

/// A song in the engine.
final class EngineSong {
  let name: String
  var file: MIDIFile
  /// The name of the bank that plays what the song does not bring.
  var bankName: String
  var banks: EngineSongBanks
  /// The deviations of its notes in pure chords.
  var tunings: NoteTunings
  var player: SongPlayer
  let bars: SongOutline
  var settings = SongSettings()
  /// The levels of the channels, in decibels that are added.
  var levels = Array(repeating: 0.0, count: 256)
  var loop: Range<Int64>?
  /// Whether the player has all keys of its presets, not only those of the file.
  var hasAllKeys = false
  /// Whether its position may change.
  var isActive = false
  /// The frame of the audio clock when the audio thread had performed the last message.
  var settledFrame: Int64 = 0
  /// Whether the song is to play, and where, by the messages that the audio thread may not have
  /// performed yet.
  var isWanted = false
  var wantedFrame: Int64?
  /// The position that was reported last.
  var reported: SongPlayer.Position?

  init(
    name: String, file: MIDIFile, bankName: String, banks: EngineSongBanks, tunings: NoteTunings,
    player: SongPlayer
  ) {
    (self.name, self.file, self.bankName, self.banks) = (name, file, bankName, banks)
    (self.tunings, self.player) = (tunings, player)
    bars = SongOutline(barsOf: file)
  }
}

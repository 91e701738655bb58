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
  /// The presets that were chosen for channels, in a layer each.
  var chosen = EngineSongBanks()
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
  /// Whether the song is to play, and where it was to be at a frame of the audio clock, by messages
  /// that the audio thread may not have performed yet; `nil` if they keep the position.
  private var isWanted = false
  private var wanted: (frame: Int64, clock: Int64)?
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

  /// Returns the position as if the audio thread had performed all messages.
  func position(at clock: Int64) -> SongPlayer.Position {
    var position = player.position
    if isSettled(at: clock) { return position }
    position.isPlaying = isWanted
    guard let wanted else { return position }
    let elapsed = isWanted ? Double(clock - wanted.clock) * settings.rate : 0
    (position.songFrame, position.isFinished) = (wanted.frame + Int64(elapsed), false)
    return position
  }

  /// Whether the audio thread has performed all messages.
  func isSettled(at clock: Int64) -> Bool { clock > settledFrame }

  /// Notes that a message was sent, which the audio thread will have performed at another frame of
  /// its clock.
  ///
  /// - Parameters:
  ///   - frame: The position that it sets; `nil` if it keeps the position.
  ///   - plays: Whether the song plays then; `nil` if that stays.
  func expect(
    _ frame: Int64? = nil, plays: Bool? = nil, at clock: Int64, until settled: Int64
  ) {
    if isSettled(at: clock) { (wanted, isWanted) = (nil, player.position.isPlaying) }
    if let frame { wanted = (frame, clock) }
    if let plays { isWanted = plays }
    (isActive, settledFrame) = (true, settled)
  }
}

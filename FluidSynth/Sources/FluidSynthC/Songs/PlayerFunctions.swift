// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of midi.h for players.
import FluidSynthPOSIX
import PeachMusicUnits

/// Creates a player. The synthesizer must live as long.
@c public func new_fluid_player(_ synth: OpaquePointer?) -> OpaquePointer? {
  use(synth, Synth.self, or: nil) { Handle.new(Player($0)) }
}

/// Deletes a player. No callback is called after this has returned.
@c public func delete_fluid_player(_ player: OpaquePointer?) {
  use(player, Player.self) { player in
    player.stop()
    player.synth.remove(player)
  }
  if let player { Handle.delete(player, as: Player.self) }
}

/// Calls `body` with a player. Returns −1 if it is null.
private func play(_ player: OpaquePointer?, _ body: (Player) -> Void) -> Int32 {
  use(player, Player.self, or: Result.failed) { player in
    body(player)
    return Result.ok
  }
}

/// Adds a MIDI file to the list.
@c public func fluid_player_add(_ player: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
  guard let path else { return Result.failed }
  return play(player) { $0.add(.file(String(cString: path))) }
}

/// Adds the bytes of a MIDI file to the list.
@c public func fluid_player_add_mem(
  _ player: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int32 {
  guard let bytes, count > 0 else { return Result.failed }
  return play(player) {
    $0.add(.memory(Array(UnsafeRawBufferPointer(start: bytes, count: count))))
  }
}

/// Starts or continues the list.
@c public func fluid_player_play(_ player: OpaquePointer?) -> Int32 { play(player) { $0.play() } }

/// Stops, and releases all notes.
@c public func fluid_player_stop(_ player: OpaquePointer?) -> Int32 { play(player) { $0.stop() } }

/// Waits for the end of the list.
@c public func fluid_player_join(_ player: OpaquePointer?) -> Int32 {
  play(player) { player in
    while player.status == .playing { usleep(10_000) }
  }
}

/// Sets the number of passes; −1 for no end.
@c public func fluid_player_set_loop(_ player: OpaquePointer?, _ count: Int32) -> Int32 {
  play(player) { player in player.withLock { player.loopCount = count } }
}

/// Sets the tempo: a factor of the song's (0.001 through 1000), beats per minute, or microseconds
/// per quarter note (1 through 60,000,000).
@c public func fluid_player_set_tempo(
  _ player: OpaquePointer?, _ mode: Int32, _ value: Double
) -> Int32 {
  use(player, Player.self, or: Result.failed) { player in
    guard let mode = Player.TempoMode(rawValue: mode) else { return Result.failed }
    let isValid =
      switch mode {
      case .factor: 0.001...1000 ~= value
      case .beatsPerMinute: 1...60_000_000 ~= value
      case .microseconds: 1...60_000_000 ~= value
      }
    guard isValid else { return Result.failed }
    player.setTempo(mode, value)
    return Result.ok
  }
}

/// Sets the tempo in microseconds per quarter note.
@c public func fluid_player_set_midi_tempo(_ player: OpaquePointer?, _ tempo: Int32) -> Int32 {
  play(player) { player in player.setTempo(.microseconds, Double(max(tempo, 1))) }
}

/// Sets the tempo in beats per minute.
@c public func fluid_player_set_bpm(_ player: OpaquePointer?, _ tempo: Int32) -> Int32 {
  fluid_player_set_tempo(player, Player.TempoMode.beatsPerMinute.rawValue, Double(tempo))
}

/// Sets the handler of events; null for the synthesizer.
@c public func fluid_player_set_playback_callback(
  _ player: OpaquePointer?, _ handler: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  play(player) { player in
    player.withLock {
      player.playback = handler.map { (unsafeBitCast($0, to: MIDIHandler.self), data) }
    }
  }
}

/// Sets a function that is called when the tick changes, at least every 64 frames.
@c public func fluid_player_set_tick_callback(
  _ player: OpaquePointer?, _ handler: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  typealias Handler = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32
  return play(player) { player in
    player.withLock {
      player.tickCallback = handler.map { (unsafeBitCast($0, to: Handler.self), data) }
    }
  }
}

/// Returns the status.
@c public func fluid_player_get_status(_ player: OpaquePointer?) -> Int32 {
  use(player, Player.self, or: Player.Status.done.rawValue) { $0.status.rawValue }
}

/// Returns the tick.
@c public func fluid_player_get_current_tick(_ player: OpaquePointer?) -> Int32 {
  use(player, Player.self, or: Result.failed) { player in
    player.withLock { Int32(clamping: player.currentTick) }
  }
}

/// Returns the last tick of the song; 0 without one.
@c public func fluid_player_get_total_ticks(_ player: OpaquePointer?) -> Int32 {
  use(player, Player.self, or: 0) { player in
    player.withLock { Int32(clamping: player.song?.endTick ?? 0) }
  }
}

/// Returns the tempo in beats per minute.
@c public func fluid_player_get_bpm(_ player: OpaquePointer?) -> Int32 {
  use(player, Player.self, or: Result.failed) { player in
    player.withLock { Int32(saturating: (60e6 / player.microsecondsPerQuarterNote).rounded()) }
  }
}

/// Returns the tempo in microseconds per quarter note.
@c public func fluid_player_get_midi_tempo(_ player: OpaquePointer?) -> Int32 {
  use(player, Player.self, or: Result.failed) { player in
    player.withLock { Int32(saturating: player.microsecondsPerQuarterNote.rounded()) }
  }
}

/// Continues the song at a tick, from the next block.
@c public func fluid_player_seek(_ player: OpaquePointer?, _ tick: Int32) -> Int32 {
  use(player, Player.self, or: Result.failed) { player in
    player.seek(Int64(tick)) ? Result.ok : Result.failed
  }
}

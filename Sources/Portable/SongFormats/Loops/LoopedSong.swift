package import PeachMIDIEvents
import PeachMusicUnits

/// A song whose loops are played out, as by a player that jumps back. The time between the marks is
/// exact; controllers, programs and tempos stay as they are at a jump.
///
/// ```swift
/// let looped = try LoopedSong(file, repeating: 2)
/// looped?.song.duration  // with the loop three times
/// ```
package struct LoopedSong: Sendable {
  /// The song, with the events of each repetition.
  package let song: MIDIFile
  /// The tick at which loops without end have been repeated; `nil` if there are none.
  package let loopEndTick: Int64?

  /// Plays the loops of a song. A loop with a number of repetitions has that number. A loop without
  /// end is repeated `count` times; if tracks have such loops of different lengths, the one that
  /// ends last is, and the others until then. The song plays on after it.
  ///
  /// - Parameter fadeSeconds: If positive, loops without end are repeated for this time at least,
  ///   too, and the song ends within them.
  /// - Returns: `nil` if the song has no loop.
  package init?(
    _ file: MIDIFile, repeating count: Int, fadeSeconds: Double = 0
  ) throws(SongLoopError) {
    let loops = SongLoops(file)
    if loops.isEmpty { return nil }
    var budget = SongLoopError.maximumEvents
    var ends: [LoopPlayer.Endless] = []
    for track in file.tracks.indices {
      var player = LoopPlayer(file, track: track, whole: loops.whole)
      try player.play(&budget)
      if let endless = player.endless { ends.append(endless) }
    }
    let end = ends.map { $0.end.addingReportingOverflow(Int64(count) * $0.length) }
      .map { $0.overflow ? Int64.max : $0.partialValue }.max()
    loopEndTick = end
    guard let end, fadeSeconds > 0 else {
      song = try Self.song(file, loops, limit: end ?? 0, isCut: false)
      return
    }
    var extra = ends.map { $0.length }.max() ?? 1
    while true {
      let long = try Self.song(file, loops, limit: end + extra, isCut: true)
      let seconds = long.tempoMap.time(atTick: end + extra).seconds
      if seconds - long.tempoMap.time(atTick: end).seconds >= fadeSeconds {
        song = long
        return
      }
      extra *= 2
    }
  }

  private static func song(
    _ file: MIDIFile, _ loops: SongLoops, limit: Int64, isCut: Bool
  ) throws(SongLoopError) -> MIDIFile {
    guard limit <= MIDIFile.largestTick else { throw SongLoopError() }
    var budget = SongLoopError.maximumEvents
    var parts: [(pass: Int, part: MIDIFile.TrackPart)] = []
    for track in file.tracks.indices {
      var player = LoopPlayer(
        file, track: track, whole: loops.whole, limit: limit, isCut: isCut)
      try player.play(&budget)
      parts += player.parts
    }
    // At the tick of a jump, what precedes it comes first in all tracks.
    let order = parts.indices.sorted(byKey: { SortKey(parts[$0].pass, parts[$0].part.track) })
    return file.rearranged(order.map { parts[$0].part })
  }
}

import PeachMIDIEvents
import PeachSequencing
import PeachSongFormats

extension MIDIFile {
  /// A song with its loops played out, and what applies to it.
  struct PlayedLoops {
    var song: MIDIFile
    var options: RenderOptions
    var fade: FadeOut?
    var warnings: [String] = []
  }

  /// Returns the song with its loops without end repeated; `nil` if it has no loop.
  ///
  /// - Throws: `SongLoopError`.
  package func repeatingLoops(_ count: Int) throws -> MIDIFile? {
    try LoopedSong(self, repeating: count)?.song
  }

  /// Plays the loops of the song as ``RenderOptions/loops`` and ``RenderOptions/fadeSeconds`` ask,
  /// with ``RenderOptions/channelPresets``.
  ///
  /// - Throws: `SongLoopError`.
  func playingLoops(_ options: RenderOptions) throws -> PlayedLoops {
    let file = options.song(self)
    guard let count = options.loops else { return PlayedLoops(song: file, options: options) }
    let rate = options.excerpt.settings.rate
    let looped = try LoopedSong(
      file, repeating: count, fadeSeconds: max(options.fadeSeconds, 0) * rate)
    guard let looped else {
      return PlayedLoops(
        song: file, options: options,
        warnings: ["The song marks no loop: it is rendered without repetitions."])
    }
    var played = PlayedLoops(song: looped.song, options: options)
    guard options.fadeSeconds > 0 else { return played }
    guard let tick = looped.loopEndTick else {
      played.warnings.append("The loops of the song end: it does not fade out.")
      return played
    }
    let start = looped.song.tempoMap.time(atTick: tick)
    let end = start.seconds + options.fadeSeconds * rate
    // An excerpt may end earlier, with its own tail.
    if options.excerpt.endSeconds ?? .infinity > end {
      played.options.excerpt.endSeconds = end
      played.options.excerpt.tailSeconds = 0
    }
    let sampleRate = Double(options.sampleRate)
    let first = Double(start.frame(sampleRate: options.sampleRate))
    let skipped = (options.excerpt.startSeconds * sampleRate).rounded()
    played.fade = FadeOut(
      start: Int(((first - skipped) / rate).rounded()),
      count: Int((options.fadeSeconds * sampleRate).rounded()))
    return played
  }
}

/// A linear fade to silence.
struct FadeOut {
  /// The first frame that is attenuated, and the number of frames to silence.
  var start: Int
  var count: Int

  /// Attenuates frames, of which the first one has a number.
  func apply(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count frames: Int,
    at frame: Int
  ) {
    let first = max(start - frame, 0)
    guard first < frames else { return }
    for index in first..<frames {
      let factor = Float(max(1 - Double(frame + index - start) / Double(max(count, 1)), 0))
      left[index] *= factor
      right[index] *= factor
    }
  }
}

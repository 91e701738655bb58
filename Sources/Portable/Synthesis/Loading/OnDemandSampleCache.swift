/// Brings a song's samples into memory when its notes strike them, and takes them out again when no
/// later note will and none sounds any more.
///
/// The song is told in advance, strike after strike, then strike after strike once more as it is
/// played. It reads and allocates: it is for songs that are rendered, not for the audio thread.
package struct OnDemandSampleCache: ~Copyable {
  private var strikeCount = 0
  private var strikesPlayed = 0
  private var loaded: [SampleData] = []

  /// Knows of no song.
  package init() {}

  /// How many bytes those take that are in memory.
  package var byteCount: Int {
    var sum = 0
    for frames in loaded { sum += frames.byteCount }
    return sum
  }

  /// The next strike of the song: of a preset's key, 0…127, at a velocity, 0…127. Nil: of nothing.
  package mutating func foresee(_ preset: PreparedPreset?, key: UInt8, velocity: UInt8) {
    for frames in preset?.samples(key: key, velocity: velocity) ?? [] {
      frames.lastStrike = strikeCount
    }
    strikeCount += 1
  }

  /// The next strike is about to be played by a synthesizer, which renders nothing meanwhile.
  package mutating func play(
    _ preset: PreparedPreset?, key: UInt8, velocity: UInt8, by synthesizer: borrowing Synthesizer
  ) {
    for frames in preset?.samples(key: key, velocity: velocity) ?? []
    where !frames.isInMemory {
      // Room is made first.
      unloadPassed(synthesizer)
      frames.load()
      loaded.append(frames)
    }
    strikesPlayed += 1
  }

  private mutating func unloadPassed(_ synthesizer: borrowing Synthesizer) {
    var kept: [SampleData] = []
    for frames in loaded {
      if frames.lastStrike >= strikesPlayed || synthesizer.plays(frames) {
        kept.append(frames)
      } else {
        frames.unload()
      }
    }
    loaded = kept
  }
}

extension Synthesizer {
  /// Whether any voice reads these frames, or will.
  fileprivate func plays(_ frames: SampleData) -> Bool {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      let region = pool.voices[index].region.pointee
      if region.held == frames.place || region.straight == frames.place { return true }
    }
    return false
  }
}

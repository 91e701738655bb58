/// Loads a song's samples at the notes that need them, and evicts those that no later note needs
/// and no voice plays. First register all notes of the song, then play them in the same order.
/// Loading reads files and allocates: for offline rendering only.
package struct OnDemandSampleCache: ~Copyable {
  private var registeredNoteCount = 0
  private var playedNoteCount = 0
  private var loaded: [SampleData] = []
  /// The number of loads after which unused samples are evicted: a fraction of those loaded, so
  /// that examining all takes constant time per load.
  private var loadsUntilEviction = 0

  package init() {}

  package var byteCount: Int { loaded.reduce(0) { $0 + $1.byteCount } }

  /// Registers the next note of the song, 0…127 for key and velocity.
  package mutating func registerUpcomingNote(
    _ preset: PreparedPreset?, key: UInt8, velocity: UInt8
  ) {
    let count = registeredNoteCount
    preset?.forEachSample(key: key, velocity: velocity) { $0.lastUse = count }
    registeredNoteCount += 1
  }

  /// Loads the samples of the next note of `synthesizer`, which must not render at the same time.
  package mutating func play(
    _ preset: PreparedPreset?, key: UInt8, velocity: UInt8, by synthesizer: borrowing Synthesizer
  ) {
    preset?.forEachSample(key: key, velocity: velocity) { data in
      if data.isInMemory { return }
      evictUnused(synthesizer)
      data.load()
      loaded.append(data)
    }
    playedNoteCount += 1
  }

  private mutating func evictUnused(_ synthesizer: borrowing Synthesizer) {
    loadsUntilEviction -= 1
    if loadsUntilEviction > 0 { return }
    var remaining: [SampleData] = []
    for data in loaded {
      if data.lastUse >= playedNoteCount || synthesizer.plays(data) {
        remaining.append(data)
      } else {
        data.evict()
      }
    }
    loaded = remaining
    loadsUntilEviction = loaded.count / 32
  }
}

extension Synthesizer {
  fileprivate func plays(_ data: SampleData) -> Bool {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      let region = pool.voices[index].region.pointee
      if region.looped == data.reference || region.unlooped == data.reference { return true }
    }
    return false
  }
}

import PeachMIDIEvents

/// A file's events in the order in which they sound, each on its frame.
enum Timeline {
  private struct Entry {
    let tick: Int64
    /// The place in the file: track after track, event after event.
    let order: Int
    let track: Int32
    let content: SequencedEvent.Content
  }

  /// Merges the tracks: by tick, then by track, then as they stand in the file. Meta-events, which
  /// are for the player alone, are left out.
  static func events(of file: MIDIFile, sampleRate: Int) -> [SequencedEvent] {
    var entries: [Entry] = []
    for (index, track) in file.tracks.enumerated() {
      let start = file.startTick(ofTrack: index)
      for event in track.events {
        let content: SequencedEvent.Content
        switch event.content {
        case .message(let message): content = .message(message)
        case .systemExclusive(let part): content = .systemExclusive(part)
        case .escape(let range): content = .escape(range)
        case .meta: continue
        }
        entries.append(
          Entry(
            tick: start + event.tick, order: entries.count, track: Int32(index), content: content))
      }
    }
    entries.sort { ($0.tick, $0.order) < ($1.tick, $1.order) }
    return entries.map { entry in
      SequencedEvent(
        frame: file.tempoMap.time(atTick: entry.tick).frame(sampleRate: sampleRate),
        track: entry.track, content: entry.content)
    }
  }
}

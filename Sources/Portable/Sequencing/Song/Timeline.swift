import PeachMIDIEvents
import PeachMusicUnits

/// Merges the tracks of a file into one list of events with frames.
enum Timeline {
  private struct Entry {
    let tick: Int64
    /// The order in the file: by track, then by event.
    let order: Int
    /// `nil` for clicks.
    let track: Int32?
    let content: SequencedEvent.Content
  }

  /// Returns the events of a port sorted by tick, track and order in the track, without
  /// meta-events.
  ///
  /// - Parameter hasClicks: Whether to add a click at each beat, before the events of its tick.
  static func events(
    of file: MIDIFile, port: Int, sampleRate: Int, hasClicks: Bool
  ) -> [SequencedEvent] {
    var entries: [Entry] = []
    for click in hasClicks ? SongOutline(barsOf: file).clicks() : [] {
      entries.append(
        Entry(
          tick: click.tick, order: -1, track: nil, content: .click(isAccented: click.isAccented)))
    }
    for (index, (start, track)) in zip(file.startTicks, file.tracks).enumerated() {
      var run = 0
      let reachesAll = file.portMap.reachesAllPorts(track: index)
      for (number, event) in track.events.enumerated() {
        let content: SequencedEvent.Content
        switch event.content {
        case .message(let message): content = .message(message)
        case .systemExclusive(let packet): content = .systemExclusive(packet)
        case .escape(let range): content = .escape(range)
        case .meta: continue
        }
        guard reachesAll || file.portMap.port(ofEvent: number, ofTrack: index, &run) == port
        else { continue }
        entries.append(
          Entry(
            tick: start + event.tick, order: entries.count, track: Int32(index), content: content))
      }
    }
    return entries.sorted(byKey: { SortKey($0.tick, $0.order) }).map { entry in
      SequencedEvent(
        frame: file.tempoMap.time(atTick: entry.tick).frame(sampleRate: sampleRate),
        track: entry.track, content: entry.content)
    }
  }
}

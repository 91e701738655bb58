import PeachMIDIEvents
import PeachMusicUnits

/// Merges the tracks of a file into one list of events with frames. The events of a track are in
/// the order of their ticks.
struct Timeline {
  /// The position in a track.
  private struct Cursor {
    let start: Int64
    /// −1 for the clicks.
    let track: Int
    let reachesAll: Bool
    var event = 0
    /// The position in ``MIDIFile/portMap``.
    var run = 0
    var tick: Int64 = 0
    var content = SequencedEvent.Content.click(isAccented: false)
  }

  private let file: MIDIFile
  private let port: Int
  private let clicks: [SongOutline.Click]

  /// Returns the events of a port sorted by tick, track and order in the track, without
  /// meta-events.
  ///
  /// - Parameter hasClicks: Whether to add a click at each beat, before the events of its tick.
  static func events(
    of file: MIDIFile, port: Int, sampleRate: Int, hasClicks: Bool
  ) -> FixedBuffer<SequencedEvent> {
    let timeline = Timeline(
      file: file, port: port, clicks: hasClicks ? SongOutline(barsOf: file).clicks() : [])
    var count = 0
    timeline.merge { _ in count += 1 }
    return FixedBuffer(count: count) { events in
      var next = events
      timeline.merge { cursor in
        let frame = file.tempoMap.time(atTick: cursor.tick).frame(sampleRate: sampleRate)
        next.initialize(
          to: SequencedEvent(
            frame: frame, track: cursor.track < 0 ? nil : Int32(cursor.track),
            content: cursor.content))
        next += 1
      }
    }
  }

  /// Passes the next event of each track in turn: of those with the first tick, the first track.
  private func merge(_ body: (Cursor) -> Void) {
    // A binary heap, whose first element is the next one.
    var heap: [Cursor] = []
    let starts = file.startTicks
    for track in -1..<starts.count {
      var cursor =
        track < 0
        ? Cursor(start: 0, track: track, reachesAll: true)
        : Cursor(
          start: starts[track], track: track,
          reachesAll: file.portMap.reachesAllPorts(track: track))
      if !advance(&cursor) { continue }
      heap.append(cursor)
      var child = heap.count - 1
      while child > 0 && Self.precedes(heap[child], heap[(child - 1) / 2]) {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }
    while !heap.isEmpty {
      body(heap[0])
      if !advance(&heap[0]) {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      var parent = 0
      var child = 1
      while child < heap.count {
        if child + 1 < heap.count && Self.precedes(heap[child + 1], heap[child]) { child += 1 }
        if !Self.precedes(heap[child], heap[parent]) { break }
        heap.swapAt(parent, child)
        parent = child
        child = 2 * parent + 1
      }
    }
  }

  private static func precedes(_ left: Cursor, _ right: Cursor) -> Bool {
    left.tick < right.tick || (left.tick == right.tick && left.track < right.track)
  }

  /// Moves to the next event of the port, except for meta-events. Returns `false` at the end.
  private func advance(_ cursor: inout Cursor) -> Bool {
    if cursor.track < 0 {
      guard cursor.event < clicks.count else { return false }
      (cursor.tick, cursor.content) = (
        clicks[cursor.event].tick, .click(isAccented: clicks[cursor.event].isAccented)
      )
      cursor.event += 1
      return true
    }
    let events = file.tracks[cursor.track].events
    while cursor.event < events.count {
      let (number, event) = (cursor.event, events[cursor.event])
      cursor.event += 1
      switch event.content {
      case .message(let message): cursor.content = .message(message)
      case .systemExclusive(let packet): cursor.content = .systemExclusive(packet)
      case .escape(let range): cursor.content = .escape(range)
      case .meta: continue
      }
      let own = file.portMap.port(ofEvent: number, ofTrack: cursor.track, &cursor.run)
      guard cursor.reachesAll || own == port else { continue }
      cursor.tick = cursor.start + event.tick
      return true
    }
    return false
  }
}

import PeachMIDIEvents
import PeachMusicUnits

/// A song that is too long with its loops.
package struct SongLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of events that loops add.
  package static var maximumEvents: Int { 1 << 22 }

  package var description: String {
    "With its loops, the song has more than \(Self.maximumEvents) events. Repeat them less often."
  }
}

/// Plays the loops of a track, as a player that jumps back: events before a jump stay in effect.
/// Notes that began in a repetition and are on at its end are released there.
struct LoopPlayer {
  /// The end of a loop without end, after its first time, and its length.
  struct Endless {
    var end: Int64
    var length: Int64
  }

  private struct OpenLoop {
    var startIndex: Int
    var startTick: Int64
    /// The remaining repetitions; `nil` without end.
    var remaining: Int?
    /// The number of notes before this repetition.
    var firstNote: Int
  }

  /// Whether a repetition ends at the limit, so that events there before its end belong to it.
  private var isAligned: Bool {
    guard let limit, let endless else { return false }
    return (limit - endless.end) % endless.length == 0
  }

  private enum Step { case go, jump, stop }

  private let track: MIDIFile.Track
  private let whole: SongLoops.Loop?
  /// The indices of the first events in the loop of the song and after it.
  private let wholeIndices: (start: Int, end: Int)
  /// The indices of the note-offs at the end of the loop of the song.
  private var noteEnds: [Int] = []
  /// The tick at which a loop without end is left; `nil` to stop at its first end.
  private let limit: Int64?
  /// Whether the song ends at the limit.
  private let isCut: Bool

  /// The parts between jumps, in order.
  private(set) var parts: [(pass: Int, part: MIDIFile.TrackPart)] = []
  private(set) var endless: Endless?
  private var endlessStart = 0
  private var part: MIDIFile.TrackPart
  private var pass = 0
  private var index = 0
  /// The tick of the output minus that of the track.
  private var offset: Int64 = 0
  private var open: [OpenLoop] = []
  private var isDone = false
  /// The index and number of the note-on of each channel and key.
  private var active: [Int: (source: Int, note: Int)] = [:]
  private var noteCount = 0
  private var addedEvents = 0

  init(
    _ file: MIDIFile, track number: Int, whole: SongLoops.Loop?, limit: Int64? = nil,
    isCut: Bool = false
  ) {
    track = file.tracks[number]
    (self.whole, self.limit, self.isCut) = (whole, limit, isCut)
    part = MIDIFile.TrackPart(track: number)
    let events = track.events
    func first(_ tick: Int64) -> Int { events.firstIndex { $0.tick >= tick } ?? events.count }
    wholeIndices = whole.map { (first($0.start), first($0.end)) } ?? (-1, -1)
    guard let whole else { return }
    noteEnds = (wholeIndices.end..<events.count).prefix { events[$0].tick == whole.end }.filter {
      if case .message(let message) = events[$0].content { message.endsNote } else { false }
    }
  }

  /// Plays the track.
  ///
  /// - Parameter budget: The number of events that loops may add.
  mutating func play(_ budget: inout Int) throws(SongLoopError) {
    while true {
      if let step = wholeStep() {
        if step == .stop { return }
        try pay(&budget)
        if step == .jump { continue }
      }
      guard index < track.events.count else { break }
      let event = track.events[index]
      if let limit, endless != nil, open.contains(where: { $0.remaining == nil }),
        event.tick + offset >= limit + (isAligned ? 1 : 0)
      {
        if isCut { return finish(at: limit) }
        leave(at: limit, releasing: open.first { $0.remaining == nil }?.firstNote)
        continue
      }
      emit(event, at: event.tick, source: index)
      index += 1
      if whole != nil { continue }
      switch SongLoops.TrackMark(event.content) {
      case .start(let count): push(SongLoops.TrackMark.start(count: count), at: event.tick)
      case .end where !open.isEmpty:
        if end(at: event.tick) == .stop { return }
        try pay(&budget)
      case .end, nil: break
      }
    }
    finish(at: track.endTick + offset)
  }

  private mutating func pay(_ budget: inout Int) throws(SongLoopError) {
    budget -= addedEvents + 1 + active.count
    addedEvents = 0
    if budget < 0 || offset > MIDIFile.largestTick - track.endTick { throw SongLoopError() }
  }

  /// Starts or ends the loop of the song before the next event.
  private mutating func wholeStep() -> Step? {
    guard let whole, !isDone else { return nil }
    if open.isEmpty, index == wholeIndices.start {
      open = [
        OpenLoop(
          startIndex: index, startTick: whole.start, remaining: whole.count, firstNote: noteCount)
      ]
    }
    return !open.isEmpty && index == wholeIndices.end ? end(at: whole.end) : nil
  }

  private mutating func push(_ mark: SongLoops.TrackMark, at tick: Int64) {
    guard case .start(let count) = mark, !isDone, open.count < Self.maximumDepth else { return }
    open.append(
      OpenLoop(startIndex: index, startTick: tick, remaining: count, firstNote: noteCount))
  }

  /// The nested loops of XMIDI.
  private static var maximumDepth: Int { 4 }

  /// Ends the innermost loop at a tick of the track.
  private mutating func end(at tick: Int64) -> Step {
    var loop = open.removeLast()
    let length = tick - loop.startTick
    if open.isEmpty && whole != nil { isDone = true }
    guard length > 0 else { return .go }
    if let remaining = loop.remaining {
      if remaining == 0 { return .go }
      loop.remaining = remaining - 1
    } else {
      if endless == nil {
        endless = Endless(end: tick + offset, length: length)
        endlessStart = loop.startIndex
        endlessEnd = (index, tick)
      } else if endlessStart != loop.startIndex {
        return .go
      }
      guard let limit else { return .stop }
      if tick + offset >= limit {
        if isCut {
          finish(at: limit)
          return .stop
        }
        leave(at: limit, releasing: loop.firstNote)
        return .go
      }
    }
    jump(to: loop, from: tick, length)
    return .jump
  }

  private mutating func jump(to loop: OpenLoop, from tick: Int64, _ length: Int64) {
    if whole != nil {
      for source in noteEnds { emit(track.events[source], at: tick, source: source) }
    }
    release(from: loop.firstNote, at: tick)
    nextPart(at: tick + offset)
    isDone = false
    open.append(loop)
    open[open.count - 1].firstNote = noteCount
    offset += length
    index = loop.startIndex
  }

  /// The index after the loop without end, and the tick of its end.
  private var endlessEnd: (index: Int, tick: Int64) = (0, 0)

  /// Continues after the loop without end.
  private mutating func leave(at limit: Int64, releasing firstNote: Int?) {
    let shift = limit - endlessEnd.tick
    if shift != offset || index != endlessEnd.index {
      release(from: firstNote ?? noteCount, at: limit - offset)
      nextPart(at: limit)
      (offset, index) = (shift, endlessEnd.index)
    }
    open = []
    isDone = true
  }

  private mutating func release(from firstNote: Int, at tick: Int64) {
    for slot in active.keys.sorted() {
      guard let note = active[slot], note.note >= firstNote,
        case .message(let message) = track.events[note.source].content
      else { continue }
      emit(
        MIDIFile.Event(
          tick: tick,
          content: .message(
            .noteOff(
              channel: message.status & 0x0F, note: MIDINote(clamping: Int(message.data1))))),
        at: tick, source: note.source)
    }
  }

  private mutating func emit(_ event: MIDIFile.Event, at tick: Int64, source: Int) {
    if event.content == .meta(.endOfTrack) { return }
    if pass > 0 { addedEvents += 1 }
    part.append(
      MIDIFile.Event(tick: tick + offset, content: event.content), source: source)
    guard case .message(let message) = event.content else { return }
    let slot = Int(message.status & 0x0F) << 7 | Int(message.data1)
    if message.startsNote {
      active[slot] = (source, noteCount)
      noteCount += 1
    } else if message.endsNote {
      active[slot] = nil
    }
  }

  private mutating func nextPart(at tick: Int64) {
    if pass == 0 || !part.events.isEmpty {
      part.endTick = tick
      parts.append((pass, part))
    }
    part = MIDIFile.TrackPart(track: part.track)
    pass += 1
  }

  private mutating func finish(at tick: Int64) {
    part.endTick = tick
    parts.append((pass, part))
  }
}

import PeachTuning

/// The notes of a song, played to a `LiveTuner` as a player does.
struct LiveRun {
  let notes: [SongNote]
  /// The deviation of each note after its first 50 ms.
  private(set) var cents: [Double]
  /// The deviation of each note at all changes.
  private(set) var tracks: [[(frame: Int64, cents: Double)]]

  init(_ notes: [SongNote], _ options: AdaptiveTuning = AdaptiveTuning()) {
    self.notes = notes
    cents = [Double](repeating: 0, count: notes.count)
    tracks = [[(frame: Int64, cents: Double)]](repeating: [], count: notes.count)
    var tuner = LiveTuner(sampleRate: 48_000)
    tuner.options = options
    let ends = notes.indices.sorted { (notes[$0].endFrame, $0) < (notes[$1].endFrame, $1) }
    var (nextStart, nextEnd, frame) = (0, 0, Int64(0))
    while nextEnd < ends.count {
      var event = notes[ends[nextEnd]].endFrame
      if nextStart < notes.count { event = min(event, notes[nextStart].startFrame) }
      while tuner.hasYoungNotes || tuner.glidingCount > 0 {
        let boundary = (frame | 63) + 1
        guard boundary < event else { break }
        frame = boundary
        tuner.glide(frames: 64)
        tuner.tuneYoungNotes(at: frame)
        read(&tuner, at: frame)
      }
      frame = event
      if frame % 64 == 0 { tuner.tuneYoungNotes(at: frame) }
      while nextEnd < ends.count, notes[ends[nextEnd]].endFrame == frame {
        let own = (0..<tuner.count).first { tuner.notes[$0].serial == UInt64(ends[nextEnd]) }
        if let own { tuner.end(own, at: frame) }
        nextEnd += 1
      }
      let first = nextStart
      while nextStart < notes.count, notes[nextStart].startFrame == frame {
        tuner.begin(Self.liveNote(notes[nextStart], nextStart), at: frame)
        nextStart += 1
      }
      if nextStart > first { tuner.tuneNewNotes(at: frame) }
      read(&tuner, at: frame)
    }
  }

  static func liveNote(_ note: SongNote, _ index: Int) -> LiveNote {
    var live = LiveNote(
      serial: UInt64(index), channel: note.channel, key: note.key, velocity: note.velocity)
    live.isDecaying = note.isDecaying
    live.isFixed = note.isFixed
    return live
  }

  private mutating func read(_ tuner: inout LiveTuner, at frame: Int64) {
    for position in 0..<tuner.count where tuner.notes[position].isChanged {
      tuner.notes[position].isChanged = false
      let index = Int(tuner.notes[position].serial)
      tracks[index].append((frame, tuner.notes[position].cents))
      if frame < notes[index].startFrame + 2_400 { cents[index] = tuner.notes[position].cents }
    }
  }
}

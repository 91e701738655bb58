package import PeachMIDIEvents
import PeachMusicUnits

/// The contents of a MIDI file for displays: its notes, texts and bars, in seconds at its own
/// tempo.
///
/// ```swift
/// let outline = SongOutline(file)
/// outline.bars[4]             // the start of bar 5
/// outline.texts[0].text       // "Verse 1"
/// outline.notes[0].meanCents  // -13.7, a pure third
/// ```
package struct SongOutline: Sendable {
  /// A note from key-down to key-up.
  package struct Note: Hashable, Sendable {
    /// The channel of its port, 0…15, plus 16 for each earlier port of the song.
    package var channel: UInt8
    package var key: UInt8
    package var startSeconds: Double
    package var endSeconds: Double
    /// The deviation from equal temperament by tunings and bends: at the start, and each change
    /// until the end; empty if there is none.
    package var deviations: [Deviation] = []
  }

  /// A deviation from equal temperament, from a time on.
  package struct Deviation: Hashable, Sendable {
    package var seconds: Double
    package var cents: Double
  }

  /// A lyric, a marker or another text.
  package struct Text: Hashable, Sendable {
    package var kind: MetaEvent.TextKind
    package var seconds: Double
    package var text: String
  }

  /// The notes, sorted by their start.
  package internal(set) var notes: [Note] = []
  /// The texts, sorted by time.
  package private(set) var texts: [Text] = []
  /// The starts of the bars by the time signatures, 4/4 without one; none in a file with time code.
  package private(set) var bars: [Double] = []

  private let tempoMap: TempoMap
  /// The first tick and the meter of each bar.
  private(set) var meters: [Signature] = []
  /// The end of the last track.
  let endTick: Int64

  /// The maximum number of bars: of damaged files with tiny bars, the rest is omitted.
  private static let barLimit = 100_000

  /// Creates an outline of the bars alone: no notes, no texts.
  package init(barsOf file: MIDIFile) {
    tempoMap = file.tempoMap
    endTick = file.endTick
    var signatures: [Signature] = []
    for (start, track) in zip(file.startTicks, file.tracks) {
      for event in track.events {
        guard case .meta(.timeSignature(let numerator, let power, _, _)) = event.content,
          let meter = Self.meter(numerator, power, file.division)
        else { continue }
        signatures.append(Signature(tick: start + event.tick, meter: meter))
      }
    }
    addBars(signatures.sorted(byKey: { SortKey($0.tick) }), in: file)
  }

  package init(_ file: MIDIFile, tunings: NoteTunings = NoteTunings()) {
    self.init(barsOf: file)
    var startTicks: [Int64] = []
    for (index, (start, track)) in zip(file.startTicks, file.tracks).enumerated() {
      addNotes(ofTrack: index, start: start, in: file, &startTicks)
      for event in track.events {
        guard case .meta(.text(let kind, let range)) = event.content else { continue }
        texts.append(
          Text(
            kind: kind, seconds: tempoMap.time(atTick: start + event.tick).seconds,
            text: file.text(range)))
      }
    }
    // In the order in which they are played.
    notes = notes.indices.sorted(byKey: { SortKey(startTicks[$0]) }).map { notes[$0] }
    let bytes = SongBytes(file)
    for port in 0..<file.portMap.count { addDeviations(ofPort: port, in: file, bytes, tunings) }
    notes = notes.sorted(byKey: { SortKey($0.startSeconds, Int($0.channel) << 7 + Int($0.key)) })
    texts = texts.sorted(byKey: { SortKey($0.seconds) })
  }

  /// The channels with notes.
  package var channels: SongChannels {
    var channels = SongChannels()
    for note in notes { channels.insert(note.channel) }
    return channels
  }

  private mutating func addNotes(
    ofTrack index: Int, start: Int64, in file: MIDIFile, _ startTicks: inout [Int64]
  ) {
    let track = file.tracks[index]
    var run = 0
    // The open notes of each channel and key, oldest first.
    var open = KeyedArray<Int, (notes: [Int], closedCount: Int)>()
    func close(_ slot: Int, at seconds: Double) {
      guard let slots = open[slot], slots.closedCount < slots.notes.count else { return }
      notes[slots.notes[slots.closedCount]].endSeconds = seconds
      open[slot, default: slots].closedCount += 1
    }
    for (number, event) in track.events.enumerated() {
      guard case .message(let message) = event.content, var channel = message.channel,
        message.startsNote || message.endsNote
      else { continue }
      channel |= UInt8(file.portMap.port(ofEvent: number, ofTrack: index, &run) ?? 0) << 4
      let seconds = file.tempoMap.time(atTick: start + event.tick).seconds
      switch message.kind {
      case .noteOn(let note, let velocity) where velocity.value > 0:
        open[Int(channel) << 7 | Int(note.number), default: ([], 0)].notes.append(notes.count)
        startTicks.append(start + event.tick)
        notes.append(
          Note(channel: channel, key: note.number, startSeconds: seconds, endSeconds: seconds))
      case .noteOn(let note, _), .noteOff(let note, _):
        close(Int(channel) << 7 | Int(note.number), at: seconds)
      default: break
      }
    }
    let end = file.tempoMap.time(atTick: start + track.endTick).seconds
    for slot in open.keys.sortedNumbers() {
      guard let (indices, closedCount) = open[slot] else { continue }
      for index in indices[closedCount...] { notes[index].endSeconds = end }
    }
  }

  /// The ticks per bar and beat of a time signature.
  typealias Meter = (ticksPerBar: Int64, ticksPerBeat: Int64)

  struct Signature {
    var tick: Int64
    var meter: Meter
  }

  private mutating func addBars(_ signatures: [Signature], in file: MIDIFile) {
    guard var meter = Self.meter(4, 2, file.division) else { return }
    var (tick, next) = (Int64(0), 0)
    let end = file.endTick
    while tick < end && bars.count < Self.barLimit {
      while next < signatures.count, signatures[next].tick <= tick {
        meter = signatures[next].meter
        next += 1
      }
      bars.append(tempoMap.time(atTick: tick).seconds)
      meters.append(Signature(tick: tick, meter: meter))
      // A signature within a bar starts a new one.
      let following = next < signatures.count ? signatures[next].tick : Int64.max
      tick = min(tick + meter.ticksPerBar, following)
    }
  }

  /// Returns `nil` for a file with time code, and if a bar or a beat has no duration.
  private static func meter(
    _ numerator: UInt8, _ denominatorPower: UInt8, _ division: TimeDivision
  ) -> Meter? {
    guard case .ticksPerQuarterNote(let ticks) = division, denominatorPower < 16 else { return nil }
    let ticksPerBar = (Int64(numerator) * Int64(ticks) * 4) >> Int64(denominatorPower)
    let ticksPerBeat = (Int64(ticks) * 4) >> Int64(denominatorPower)
    return ticksPerBar > 0 && ticksPerBeat > 0 ? (ticksPerBar, ticksPerBeat) : nil
  }

  /// A position in a song, as musicians count.
  package struct MusicalPosition: Hashable, Sendable {
    /// The bar and the beat, from 1.
    package var bar: Int
    package var beat: Int
    /// The tempo of the file.
    package var quarterNotesPerMinute: Double
  }

  /// Returns the bar, beat and tempo at a frame of the song; `nil` in a file with time code.
  package func musicalPosition(atFrame frame: Int64, sampleRate: Int) -> MusicalPosition? {
    let tick = tempoMap.tick(atFrame: frame, sampleRate: sampleRate)
    guard let index = barIndex(atTick: tick),
      let tempo = tempoMap.quarterNotesPerMinute(atTick: tick)
    else { return nil }
    let bar = meters[index]
    return MusicalPosition(
      bar: index + 1, beat: Int((tick - bar.tick) / bar.meter.ticksPerBeat) + 1,
      quarterNotesPerMinute: tempo)
  }

  /// Returns the frames of a bar, from 1, by its time signature: the last one may be longer than
  /// the rest of the song. `nil` if there is no such bar.
  ///
  /// ```swift
  /// outline.frames(ofBar: 2, sampleRate: 48_000)  // 96000..<192000 at 120 bpm
  /// ```
  package func frames(ofBar bar: Int, sampleRate: Int) -> Range<Int64>? {
    guard meters.indices.contains(bar - 1) else { return nil }
    let start = meters[bar - 1]
    let end = bar < meters.count ? meters[bar].tick : start.tick + start.meter.ticksPerBar
    let first = tempoMap.time(atTick: start.tick).frame(sampleRate: sampleRate)
    return first..<max(tempoMap.time(atTick: end).frame(sampleRate: sampleRate), first)
  }

  /// Returns the beats of the bar at a frame, to be counted before the song continues at its start;
  /// `nil` in a file with time code. A bar that begins within 20 ms is that at the frame.
  ///
  /// - Parameter rate: The tempo as a factor of the file's.
  package func countIn(
    atFrame frame: Int64, sampleRate: Int, rate: Double
  ) -> (barFrame: Int64, beats: CountIn)? {
    let tick = tempoMap.tick(atFrame: frame + Int64(sampleRate / 50), sampleRate: sampleRate)
    guard let index = barIndex(atTick: tick) else { return nil }
    let bar = meters[index]
    let start = tempoMap.time(atTick: bar.tick).frame(sampleRate: sampleRate)
    let second = tempoMap.time(atTick: bar.tick + bar.meter.ticksPerBeat)
    let beatFrames = Double(second.frame(sampleRate: sampleRate) - start) / rate
    let count = bar.meter.ticksPerBar / bar.meter.ticksPerBeat
    return (start, CountIn(beatCount: count, beatFrames: Int64(beatFrames.rounded())))
  }

  private func barIndex(atTick tick: Int64) -> Int? {
    var (low, high) = (0, meters.count)
    while low < high {
      let middle = (low + high) / 2
      if meters[middle].tick <= tick { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// The clicks of a metronome.
extension SongOutline {
  /// A click at a beat of the time signature's denominator.
  struct Click: Hashable, Sendable {
    var tick: Int64
    /// Whether the beat is the first of its bar.
    var isAccented: Bool
  }

  /// The maximum number of clicks: of damaged files with tiny beats, the rest is omitted.
  private static var clickLimit: Int { 1_000_000 }

  /// Returns the clicks of all beats before the end of the song; none in a file with time code.
  func clicks() -> [Click] {
    var clicks: [Click] = []
    for (index, bar) in meters.enumerated() {
      var end = min(bar.tick + bar.meter.ticksPerBar, endTick)
      if index + 1 < meters.count { end = min(end, meters[index + 1].tick) }
      var tick = bar.tick
      while tick < end {
        if clicks.count == Self.clickLimit { return clicks }
        clicks.append(Click(tick: tick, isAccented: tick == bar.tick))
        tick += bar.meter.ticksPerBeat
      }
    }
    return clicks
  }
}

import PeachMusicUnits
package import PeachPlayback
import PeachSequencing
import PeachSynthesis
import Synchronization

/// A preset for rendering notes offline, any number of times. Thread-safe; renderings of the same
/// instrument wait for each other.
///
/// ```swift
/// let instrument = try NoteInstrument(playing: cello)
/// let note = ScheduledNote(frequency: .hertz(442.3), duration: .seconds(1))
/// try instrument.render([note], count: 48_000) { left, right, count in … }
/// ```
package final class NoteInstrument: Sendable {
  let configuration: SynthesizerConfiguration
  private let preset: PlayerPreset
  private let style: NoteStyle
  /// The synthesizer, once ``render(_:count:write:)`` needs it.
  private let sequence = Mutex<NoteSequence?>(nil)

  private static let blockFrames = 4096

  package var sampleRate: Double { configuration.sampleRate }

  /// Creates an instrument.
  ///
  /// - Parameter chosen: The preset; `nil` for a sine wave.
  /// - Throws: `SampleCodecError`.
  package init(
    playing chosen: BankPreset?, sampleRate: Double = 48_000, options: NoteOptions = NoteOptions()
  ) throws {
    style = chosen == nil ? .sine : options.style
    preset =
      try chosen.map { chosen in
        try PlayerPreset(
          playing: chosen,
          by: SharedInstruments(chosen.bank, interpolation: options.interpolation),
          options: options, isEager: false)
      } ?? PlayerPreset(SineWave.bank.prepared(interpolation: options.interpolation))
    configuration = SynthesizerConfiguration(
      sampleRate: sampleRate, maximumVoices: 64, channelCount: 1, effects: false,
      interpolation: options.interpolation)
  }

  /// Returns the number of frames until the end of the last note.
  ///
  /// - Throws: ``NotePlayerError``.
  package func frameCount(of notes: [ScheduledNote]) throws(NotePlayerError) -> Int {
    var end = 0
    for note in notes {
      try note.checkTimes()
      end = max(end, frames(note.start) + frames(note.duration))
    }
    return end
  }

  /// Renders `count` frames of notes, in blocks.
  ///
  /// - Throws: ``NotePlayerError`` or `SampleCodecError`, before the first block.
  package func render(
    _ notes: [ScheduledNote], count: Int,
    write: (UnsafePointer<Float>, UnsafePointer<Float>, Int) -> Void
  ) throws {
    let events = try events(of: notes)
    sequence.withLock { known in
      var sequence = known.take() ?? NoteSequence(configuration)
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.blockFrames)
      defer { buffer.deallocate() }
      let (left, right) = (buffer, buffer + Self.blockFrames)
      sequence.begin(events)
      var start = 0
      while start < count {
        let run = min(count - start, Self.blockFrames)
        sequence.render(left: left, right: right, count: run)
        write(left, right, run)
        start += run
      }
      sequence.end()
      known = consume sequence
    }
  }

  /// Returns how the recordings of a note are played; `nil` for a silent note.
  package func playedNote(_ note: ScheduledNote) throws -> PlayedNote? {
    try selection(of: note).map { try preset.playedNote($0) }
  }

  /// Returns messages about the samples of a note that are missing or cannot be decoded, while
  /// others of the note play.
  package func missingSamples(of note: ScheduledNote) throws -> [String] {
    guard let selection = try selection(of: note) else { return [] }
    let silent = try preset.part(for: selection)?.silentRegions ?? []
    return SilentRegion.warnings(
      silent.filter { $0.matches(key: selection.key, velocity: selection.velocity) })
  }

  private func selection(of note: ScheduledNote) throws(NotePlayerError) -> NoteSelection? {
    try style.selection(of: note, sampleRate: sampleRate)
  }

  private func frames(_ duration: Duration) -> Int {
    Int((duration / .seconds(1) * sampleRate).rounded())
  }

  /// Returns the events of notes, in order of time. They own the presets that they select.
  func events(of notes: [ScheduledNote]) throws -> [LiveEvent] {
    var setUp: [LiveEvent] = []
    var all: [LiveEvent] = []
    for (index, note) in notes.enumerated() {
      guard let part = try preset.part(for: selection(of: note)) else { continue }
      let start = frames(note.start)
      // The first preset precedes the set-up, which thus overrides the controllers that it sets.
      if setUp.isEmpty { setUp = [.use(part, onChannel: 0)] }
      all.append(.use(part, onChannel: 0, atFrame: start))
      all += style.events(
        id: UInt64(index + 1), channel: 0, frequency: note.frequency, amplitude: note.amplitude,
        frames: frames(note.duration), sampleRate: sampleRate, region: note.region
      ).map { LiveEvent($0.event, atFrame: $0.frame + start) }
    }
    setUp.append(LiveEvent(.controlChange(channel: 0, controller: 7, value: 127)))
    setUp += style.setUp(channel: 0).map { LiveEvent($0) }
    // A stable order: each selection precedes its note.
    let order = all.indices.sorted { (all[$0].frame, $0) < (all[$1].frame, $1) }
    return setUp + order.map { all[$0] }
  }
}

/// A synthesizer and the events of notes, which it handles on their frames.
struct NoteSequence: ~Copyable {
  private var synthesizer: Synthesizer
  private var pending: ArraySlice<LiveEvent> = []

  init(_ configuration: SynthesizerConfiguration) { synthesizer = Synthesizer(configuration) }

  /// Starts with events, in order of time.
  mutating func begin(_ events: [LiveEvent]) { pending = events[...] }

  /// Ends all voices, and returns to frame 0.
  mutating func end() {
    pending = []
    synthesizer.restart()
  }

  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    // The sequence has at most `Int.max` frames; later ones are silent.
    let start = Int(clamping: synthesizer.frame)
    var block = BlockSplitter(left: left, right: right, count: count)
    while let event = pending.first, event.frame - start < count {
      pending.removeFirst()
      synthesizer.render(block.nextSegment(upTo: event.frame - start))
      synthesizer.handle(event)
    }
    synthesizer.render(block.nextSegment(upTo: count))
  }
}

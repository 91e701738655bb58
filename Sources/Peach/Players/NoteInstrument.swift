import PeachMusicUnits
package import PeachPlayback
package import PeachSynthesis
import Synchronization

/// A preset for rendering notes offline, any number of times, with the output of ``NoteRenderer``.
/// Thread-safe; renderings of the same instrument wait for each other.
///
/// ```swift
/// let instrument = try NoteInstrument(playing: cello, intonation: IntonationCache())
/// let note = ScheduledNote(frequency: .hertz(442.3), duration: .seconds(1))
/// try instrument.render([note], count: 48_000) { left, right, count in … }
/// ```
package final class NoteInstrument: Sendable {
  package let sampleRate: Double
  private let preset: PlayerPreset
  private let style: NoteStyle
  private let engine: Mutex<Engine>

  private static let blockFrames = 4096

  /// A synthesizer and the buffers of a block.
  private struct Engine: ~Copyable {
    var synthesizer: Synthesizer
    let buffer: UnsafeMutablePointer<Float>

    init(_ configuration: SynthesizerConfiguration) {
      synthesizer = Synthesizer(configuration)
      buffer = .allocate(capacity: 2 * NoteInstrument.blockFrames)
    }

    deinit { buffer.deallocate() }
  }

  /// Creates an instrument.
  ///
  /// - Parameter chosen: The preset; `nil` for a sine wave.
  /// - Throws: `SampleCodecError`.
  package init(
    playing chosen: BankPreset?, sampleRate: Double = 48_000, intonation: IntonationCache?,
    tone: ToneStyle = .straight, straightTones: StraightToneCache = StraightToneCache(),
    interpolation: InterpolationQuality = .sinc16
  ) throws {
    style = chosen == nil ? .sine : .sampled(.frequency, vibrato: tone.vibrato)
    preset =
      try chosen.map { chosen in
        try chosen.playerPreset(
          by: SharedInstruments(chosen.bank), intonation: intonation, tone: tone,
          straightTones: straightTones, isEager: false)
      } ?? PlayerPreset(SineWave.bank.prepared())
    let configuration = SynthesizerConfiguration(
      sampleRate: sampleRate, maximumVoices: 64, channelCount: 1, effects: false,
      interpolation: interpolation)
    self.sampleRate = configuration.sampleRate
    engine = Mutex(Engine(configuration))
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
    let (scheduled, parts) = try schedule(notes)
    engine.withLock { engine in
      var events = scheduled
      if let whole = preset.whole {
        engine.synthesizer.use(whole, onChannel: 0)
      }
      engine.synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
      for event in style.setUp(channel: 0) { engine.synthesizer.handle(event.event) }
      var start = 0
      while start < count {
        let run = min(count - start, Self.blockFrames)
        let due = events.prefix { $0.frame < start + run }
        let block = due.map { TimedEvent(frame: $0.frame - start, event: $0.event) }
        events = events.dropFirst(due.count)
        let (left, right) = (engine.buffer, engine.buffer + Self.blockFrames)
        block.withUnsafeBufferPointer { block in
          engine.synthesizer.render(events: block, left: left, right: right, count: run)
        }
        write(left, right, run)
        start += run
      }
      // Ends its voices, which refer to the presets of this call.
      engine.synthesizer.restart()
    }
    withExtendedLifetime(parts) {}
  }

  private func frames(_ duration: Duration) -> Int {
    Int((duration / .seconds(1) * sampleRate).rounded())
  }

  /// Returns the events of some notes, in order of time, and the presets that they play.
  private func schedule(
    _ notes: [ScheduledNote]
  ) throws -> (events: ArraySlice<TimedEvent>, presets: [PreparedPreset]) {
    var all: [TimedEvent] = []
    var presets: [PreparedPreset] = []
    for (index, note) in notes.enumerated() {
      try note.checkTimes()
      let part = try style.check(
        note.frequency, amplitude: note.amplitude, region: note.region, of: preset)
      guard let part else { continue }
      presets.append(part)
      let start = frames(note.start)
      all.append(TimedEvent(frame: start, event: .usePreset(channel: 0, preset: part.handle)))
      all += style.events(
        id: UInt64(index + 1), channel: 0, frequency: note.frequency, amplitude: note.amplitude,
        frames: frames(note.duration), sampleRate: sampleRate, region: note.region
      ).map { TimedEvent(frame: $0.frame + start, event: $0.event) }
    }
    // A stable order: each selection precedes its note.
    let order = all.indices.sorted { (all[$0].frame, $0) < (all[$1].frame, $1) }
    return (order.map { all[$0] }[...], presets)
  }
}

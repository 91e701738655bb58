public import PeachMusicUnits
public import PeachPlayback
public import PeachSynthesis

/// Renders a note offline, with the same output as ``SoundFontNotePlayer``.
///
/// ```swift
/// var note = try NoteRenderer(playing: cello, frequency: .hertz(442.3), duration: .seconds(2))
/// note.render(left: left, right: right, count: note.frameCount)
/// ```
public struct NoteRenderer: ~Copyable {
  /// The duration of the note with its fade-out, in frames. Later frames are silent.
  public let frameCount: Int
  private var synthesizer: Synthesizer
  /// Keeps the preset in memory: the synthesizer has only its handle.
  private let preset: PlayerPreset
  /// The events to come, on frames of the note.
  private var pendingEvents: [TimedEvent] = []

  /// Creates the renderer of a note.
  ///
  /// - Parameters:
  ///   - chosen: The preset to play; `nil` for a sine wave.
  ///   - intonation, tone, straightTones: See
  ///     ``SoundFontNotePlayer/init(playing:on:pitchMode:intonation:tone:straightTones:)``.
  /// - Throws: ``NotePlayerError`` or `SampleCodecError`.
  public init(
    playing chosen: BankPreset?, frequency: Frequency, duration: Duration,
    amplitude: Double = 0.8, region: RegionSelector? = nil, sampleRate: Double = 48_000,
    pitchMode: PitchMode = .frequency, intonation: IntonationCache? = IntonationCache(),
    tone: ToneStyle = .straight, straightTones: StraightToneCache = StraightToneCache(),
    interpolation: InterpolationQuality = .sinc16
  ) throws {
    let seconds = duration / .seconds(1)
    let style = chosen == nil ? NoteStyle.sine : .sampled(pitchMode, vibrato: tone.vibrato)
    try ScheduledNote.check(durationSeconds: seconds)
    let preset =
      try chosen.map { chosen in
        try chosen.playerPreset(
          by: SharedInstruments(chosen.bank), intonation: intonation, tone: tone,
          straightTones: straightTones, isEager: false)
      } ?? PlayerPreset(SineWave.bank.prepared())
    let part = try style.check(frequency, amplitude: amplitude, region: region, of: preset)
    self.preset = preset
    frameCount = Int((seconds * sampleRate).rounded())
    synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: sampleRate, maximumVoices: 64, channelCount: 1, effects: false,
        interpolation: interpolation))
    if let part { synthesizer.use(part, onChannel: 0) }
    synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
    for event in style.setUp(channel: 0) { synthesizer.handle(event.event) }
    pendingEvents = style.events(
      id: 1, channel: 0, frequency: frequency, amplitude: amplitude, frames: frameCount,
      sampleRate: sampleRate, region: region)
  }

  /// Renders the next `count` frames. Allocates; not for the audio thread.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    // The note has at most `Int.max` frames; later ones are silent.
    let start = Int(clamping: synthesizer.frame)
    let due = pendingEvents.prefix { $0.frame - start < count }
      .map { TimedEvent(frame: $0.frame - start, event: $0.event) }
    pendingEvents.removeFirst(due.count)
    due.withUnsafeBufferPointer { due in
      synthesizer.render(events: due, left: left, right: right, count: count)
    }
  }
}

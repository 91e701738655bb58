public import PeachMusicUnits
public import PeachSynthesis

/// Renders one note without a device, as fast as it can be computed: what a player would play.
///
/// ```swift
/// var note = try NoteRenderer(playing: cello, frequency: .hertz(442.3), duration: .seconds(2))
/// note.render(left: left, right: right, count: note.frameCount)
/// ```
public struct NoteRenderer: ~Copyable {
  /// How long the note is; after that there is silence.
  public let frameCount: Int
  private var synthesizer: Synthesizer
  private let preset: PreparedPreset

  /// A note of a preset, or of a sine where `chosen` is nil.
  ///
  /// `intonation`, `steadyPitch` and `like` are the players' own: see
  /// ``SoundFontNotePlayer/init(playing:on:path:intonation:steadyPitch:)`` and ``NoteReference``.
  /// Throws ``NotePlayerError`` and `SampleDecodingError`, as the players do.
  public init(
    playing chosen: BankPreset?, frequency: Frequency, duration: Duration,
    amplitude: Double = 0.8, like reference: NoteReference? = nil, sampleRate: Double = 48_000,
    path: PitchPath = .direct, intonation: IntonationCache? = IntonationCache(),
    steadyPitch: Bool = false, interpolation: InterpolationQuality = .sinc16
  ) throws {
    let seconds = duration / .seconds(1)
    let style = chosen == nil ? NoteStyle.sine : .sampled(path)
    try style.check(frequency, like: reference)
    guard seconds > 0 && seconds <= 86_400 else {
      throw NotePlayerError.durationOutOfRange(seconds: seconds)
    }
    let preset =
      try chosen?.prepared(intonation: intonation, steadyPitch: steadyPitch)
      ?? SineWave.bank.prepared()
    self.preset = preset
    frameCount = Int((seconds * sampleRate).rounded())
    synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: sampleRate, maximumVoices: 64, channelCount: 1, effects: false,
        interpolation: interpolation))
    synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
    synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
    for event in style.setUp(channel: 0) { synthesizer.handle(event.event) }
    pending = []
    if let velocity = Velocity(amplitude: amplitude) {
      pending = style.events(
        id: 1, channel: 0, frequency: frequency, velocity: velocity, frames: frameCount,
        sampleRate: sampleRate, like: reference)
    }
  }

  private var pending: [TimedEvent]

  /// Writes the next `count` frames.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while let next = pending.first, next.frame < synthesizer.frame + count - done {
      let run = next.frame - synthesizer.frame
      synthesizer.render(left: left + done, right: right + done, count: run)
      done += run
      synthesizer.handle(next.event)
      pending.removeFirst()
    }
    synthesizer.render(left: left + done, right: right + done, count: count - done)
  }
}

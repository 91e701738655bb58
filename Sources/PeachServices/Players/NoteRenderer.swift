public import PeachMusicUnits
public import PeachPlayback

/// Renders a note offline, with the same output as ``SoundFontNotePlayer``: one note of a
/// preset or sine wave.
///
/// ```swift
/// var note = try NoteRenderer(playing: cello, frequency: .hertz(442.3), duration: .seconds(2))
/// note.render(left: left, right: right, count: note.frameCount)
/// ```
public struct NoteRenderer: ~Copyable {
  /// The duration of the note with its fade-out, in frames. Later frames are silent.
  public let frameCount: Int
  private let note: ScheduledNote
  private let instrument: NoteInstrument
  private var sequence: NoteSequence

  /// Creates the renderer of a note.
  ///
  /// - Parameter chosen: The preset to play; `nil` for a sine wave.
  /// - Throws: ``NotePlayerError`` or `SampleCodecError`.
  public init(
    playing chosen: BankPreset?, _ note: ScheduledNote, sampleRate: Double = 48_000,
    options: NoteOptions = NoteOptions()
  ) throws {
    // Before the preset is prepared.
    try note.checkTimes()
    let instrument = try NoteInstrument(playing: chosen, sampleRate: sampleRate, options: options)
    let events = try instrument.events(of: [note])
    frameCount = try instrument.frameCount(of: [note])
    self.note = note
    self.instrument = instrument
    sequence = NoteSequence(instrument.configuration)
    sequence.begin(events)
  }

  /// Creates the renderer of a note that starts at the first frame.
  public init(
    playing chosen: BankPreset?, frequency: Frequency, duration: Duration,
    amplitude: Double = 0.8, region: RegionSelector? = nil, sampleRate: Double = 48_000,
    options: NoteOptions = NoteOptions()
  ) throws {
    try self.init(
      playing: chosen,
      ScheduledNote(
        frequency: frequency, duration: duration, amplitude: amplitude, region: region),
      sampleRate: sampleRate, options: options)
  }

  /// Renders the next `count` frames. Allocates; not for the audio thread.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) { sequence.render(left: left, right: right, count: count) }

  /// Returns messages about samples of the note that are missing or cannot be decoded, while others
  /// of the note play.
  public func missingSamples() throws -> [String] { try instrument.missingSamples(of: note) }

  /// Returns how the recordings of the note are played; `nil` for a silent note.
  package func playedNote() throws -> PlayedNote? { try instrument.playedNote(note) }
}

/// A Standard MIDI File, read whole: its tracks' events, and its bytes for what they point to.
///
/// Reads formats 0, 1 and 2, bare or in a RIFF file of the RMID kind. What players commonly put
/// up with is put up with and listed in ``warnings``; the rest is a ``MIDIFileError``. Any bytes
/// give one or the other, in time and memory proportional to their number.
/// Not for the audio thread. Source: Standard MIDI Files 1.0.
///
/// ```swift
/// let file = try MIDIFile(bytes: bytes)
/// print(file.tracks.count, file.duration.seconds)
/// ```
public struct MIDIFile: Sendable {
  /// How the tracks belong together.
  public enum Format: UInt16, Hashable, Sendable {
    /// One track.
    case singleTrack = 0
    /// Tracks that sound together.
    case simultaneousTracks = 1
    /// Tracks that are patterns of their own, each with its own tempo. The text leaves open how a
    /// plain player plays them; here one follows the other, in the file's order.
    case independentPatterns = 2
  }

  /// One track.
  public struct Track: Hashable, Sendable {
    /// Its events in the file's order; their ticks never decrease. The last is the end of track,
    /// unless the file lacks it.
    public let events: [Event]
    /// The tick of its end, or of its last event where the file does not say.
    public let endTick: Int64
  }

  /// Ticks beyond this one are refused: 45 years at 96 ticks a quarter note and 120 beats a minute.
  public static var largestTick: Int64 { (1 << 38) - 1 }

  /// How many bytes before `MThd` are put up with: the size of a MacBinary header.
  public static var largestPreamble: Int { 128 }

  /// How the tracks belong together.
  public let format: Format
  /// What a tick is.
  public let division: TimeDivision
  /// The tracks, in the file's order; at least one.
  public let tracks: [Track]
  /// What was wrong and could be lived with.
  public let warnings: [MIDIFileWarning]
  /// The whole file; ``ByteRange`` in events refers to it.
  public let bytes: [UInt8]
  /// Where an RMID file brings along a bank, as a RIFF file of its own (DLS or SoundFont).
  public let embeddedBank: ByteRange?
  /// How ticks become seconds.
  public let tempoMap: TempoMap

  /// Reads a file's bytes.
  public init(bytes: [UInt8]) throws(MIDIFileError) {
    var reader = MIDIFileReader(bytes: bytes)
    try reader.read()
    guard let format = reader.format, let division = reader.division else {
      throw MIDIFileError(.headerIncomplete, offset: bytes.count)
    }
    self.format = format
    self.division = division
    self.tracks = reader.tracks
    self.warnings = reader.warnings
    self.bytes = bytes
    self.embeddedBank = reader.embeddedBank
    self.tempoMap = TempoMap(
      division: division, changes: MIDIFile.tempoChanges(reader.tracks, format: format))
  }

  /// Reads a copy of a file's bytes.
  public init(copying bytes: UnsafeRawBufferPointer) throws(MIDIFileError) {
    try self.init(bytes: [UInt8](bytes))
  }

  /// The tick of the whole at which a track begins: 0, or in format 2 where those before have ended.
  ///
  /// `index` must be one of ``tracks``.
  public func startTick(ofTrack index: Int) -> Int64 {
    format == .independentPatterns
      ? tracks[..<index].reduce(0) { $0 + $1.endTick } : 0
  }

  /// The tick at which all tracks have ended.
  public var endTick: Int64 {
    format == .independentPatterns
      ? tracks.reduce(0) { $0 + $1.endTick }
      : tracks.reduce(0) { max($0, $1.endTick) }
  }

  /// How long it lasts: to the last track's end, exactly.
  public var duration: ExactSeconds { tempoMap.time(atTick: endTick) }

  private static func tempoChanges(_ tracks: [Track], format: Format) -> [TempoMap.Change] {
    var changes: [TempoMap.Change] = []
    var start: Int64 = 0
    for track in tracks {
      if format == .independentPatterns {
        // A pattern does not inherit its neighbour's tempo.
        changes.append(.init(tick: start, microsecondsPerQuarterNote: TempoMap.defaultTempo))
      }
      for event in track.events {
        if case .meta(.tempo(let tempo)) = event.content {
          changes.append(.init(tick: start + event.tick, microsecondsPerQuarterNote: tempo))
        }
      }
      if format == .independentPatterns { start += track.endTick }
    }
    return changes
  }
}

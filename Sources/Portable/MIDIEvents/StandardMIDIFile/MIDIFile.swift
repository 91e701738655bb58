import PeachMusicUnits

/// A Standard MIDI File 1.0: the events of its tracks, and its bytes.
///
/// Reads formats 0, 1 and 2, plain or in an RMID file. Common defects are tolerated, damaged events
/// are skipped, and both are listed in ``warnings``. A ``MIDIFileError`` is thrown for an invalid
/// header or if no event can be read. Time and memory are linear in the file size for
/// any input. Not for the audio thread.
///
/// ```swift
/// let file = try MIDIFile(bytes: bytes)
/// print(file.tracks.count, file.duration.seconds)
/// ```
public struct MIDIFile: Sendable {
  /// The relation of the tracks.
  package enum Format: UInt16, Hashable, Sendable {
    case singleTrack, simultaneousTracks
    /// Patterns with a tempo each; how to play them is unspecified, here one after another.
    case independentPatterns
  }

  package struct Track: Hashable, Sendable {
    /// In file and tick order. The last is the end of track, unless the file lacks it.
    package let events: [Event]
    /// The tick of the end of track, or of the last event if the end is missing.
    package let endTick: Int64
  }

  /// The maximum tick: 45 years at 96 ticks per quarter note and 120 beats per minute.
  package static var largestTick: Int64 { (1 << 38) - 1 }
  /// The maximum number of bytes before `MThd`: the size of a MacBinary header.
  package static var largestPreamble: Int { 128 }

  package let format: Format
  package let division: TimeDivision
  /// The tracks in file order, at least one.
  package let tracks: [Track]
  /// The tolerated defects.
  public let warnings: [MIDIFileWarning]
  /// The bytes of the file, to which the ranges of events refer.
  public internal(set) var bytes: [UInt8]
  /// The range of the sound bank (DLS or SoundFont) in an RMID file; `nil` for none.
  package let embeddedBank: ByteRange?
  /// The range of the MIDI data in ``bytes``: of all, or of the `data` chunk of an RMID file.
  package let songRange: Range<Int>
  /// The texts and the bank offset of an RMID file.
  package internal(set) var information: SongInformation
  package let tempoMap: TempoMap
  /// The output ports, and the events of each.
  package let portMap: MIDIPortMap
  /// For each channel the preset that it plays instead of those that the song selects, bank times
  /// 128 plus program; −1 for none.
  var presetNumbers = Array(repeating: -1, count: 256)

  /// Reads a file's bytes.
  public init(bytes: [UInt8]) throws(MIDIFileError) {
    var reader = MIDIFileReader(bytes: bytes)
    try reader.read()
    guard let format = reader.format, let division = reader.division else {
      throw MIDIFileError(reason: .headerIncomplete, offset: bytes.count)
    }
    self.format = format
    self.division = division
    self.tracks = reader.tracks
    self.portMap = MIDIPortMap(reader.tracks, bytes: bytes)
    reader.warnOfPorts(portMap)
    self.warnings = reader.warnings
    self.bytes = bytes
    self.embeddedBank = reader.embeddedBank
    self.information = reader.information
    self.songRange = reader.songRange
    self.tempoMap = TempoMap(
      division: division, changes: MIDIFile.tempoChanges(reader.tracks, format: format))
  }

  /// Creates a song with other events: simultaneous tracks, and bytes to which they refer.
  init(
    _ file: MIDIFile, tracks: [Track], portMap: MIDIPortMap, bytes: [UInt8],
    warnings: [MIDIFileWarning], format: Format
  ) {
    self.format = format
    division = file.division
    self.tracks = tracks
    self.portMap = portMap
    self.warnings = warnings
    self.bytes = bytes
    embeddedBank = file.embeddedBank
    presetNumbers = file.presetNumbers
    information = file.information
    songRange = file.songRange
    tempoMap = TempoMap(
      division: division, changes: MIDIFile.tempoChanges(tracks, format: format))
  }

  /// The first tick of each track: 0, or in format 2 the end of the track before it.
  package var startTicks: [Int64] {
    guard format == .independentPatterns else {
      return [Int64](repeating: 0, count: tracks.count)
    }
    var start: Int64 = 0
    return tracks.map { track in
      defer { start += track.endTick }
      return start
    }
  }

  /// The output ports with channel messages (meta-events FF 21 and FF 09); a single one in most
  /// songs. Each has 16 channels of its own.
  public var ports: [MIDIPort] { portMap.ports }

  /// The tick at which all tracks have ended.
  public var endTick: Int64 {
    format == .independentPatterns
      ? tracks.reduce(0) { $0 + $1.endTick } : tracks.reduce(0) { max($0, $1.endTick) }
  }

  /// The exact duration, to the end of the last track.
  public var duration: ExactSeconds { tempoMap.time(atTick: endTick) }

  /// The name of the song: that of an RMID file, or of the first track (Sequence/Track Name); `nil`
  /// if it has none.
  package var title: String? {
    if let title = information.title.flatMap({ informationText($0) }) { return title }
    for event in tracks.first?.events ?? [] {
      guard case .meta(.text(.trackName, let range)) = event.content else { continue }
      let name = text(range)
      let title = name.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
      if !title.isEmpty { return String(String.UnicodeScalarView(title)) }
    }
    return nil
  }

  /// The artist of the song in an RMID file; `nil` without one.
  package var artist: String? { information.artist.flatMap { informationText($0) } }

  /// Returns a text about the song up to its terminator; `nil` if it is empty.
  private func informationText(_ range: ByteRange) -> String? {
    let content = bytes[range.offset..<range.offset + range.count].prefix { $0 != 0 }
    return content.isEmpty ? nil : String(fileText: Array(content))
  }

  /// Returns a text of the file, whose encoding is not specified (Standard MIDI Files 1.0).
  package func text(_ range: ByteRange) -> String {
    String(fileText: Array(bytes[range.offset..<(range.offset + range.count)]))
  }

  private static func tempoChanges(_ tracks: [Track], format: Format) -> [TempoMap.Change] {
    var changes: [TempoMap.Change] = []
    var start: Int64 = 0
    for track in tracks {
      // A pattern does not inherit the tempo of the one before.
      if format == .independentPatterns {
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

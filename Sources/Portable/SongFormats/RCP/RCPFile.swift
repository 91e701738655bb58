/// Reads a song of Recomposer, version 2 (`.rcp`, `.r36`): a header, user-defined System Exclusive
/// messages, and tracks of four-byte events with step and gate times.
///
/// Loops with a number and repeated measures are written out. A loop without end becomes
/// controllers 116 and 117, a loop of its track.
struct RCPFile {
  /// The offsets in the header.
  private enum Header {
    static let title = 0x20..<0x60
    static let memo = 0x60
    static let memoLineBytes = 28
    static let memoLineCount = 12
    static let divisionLow = 0x1C0
    static let tempo = 0x1C1
    static let beats = 0x1C2
    static let beatType = 0x1C3
    static let keySignature = 0x1C4
    static let playBias = 0x1C5
    static let setupFiles = [0x1C6..<0x1D6, 0x1D6..<0x1E6]
    static let trackCount = 0x1E6
    static let divisionHigh = 0x1E7
    static let tracks = 0x586
  }

  private static let magic: StaticString = "RCM-PC98V2.0(C)COME ON MUSIC"
  private static let laterMagic: StaticString = "COME ON MUSIC RECOMPOSER RCP3.0"
  /// The number of tracks of files that declare none.
  private static let commonTrackCount = 18
  private static let commonDivision = 48
  private static let commonTempo = 120
  private static let largestDivision = 32_767

  let bytes: [UInt8]
  /// The ticks per quarter note.
  let division: Int
  /// The tempo at the start, in quarter notes per minute.
  let tempo: Int
  /// The transposition of all tracks but those of rhythm, in semitones.
  let playBias: Int
  let tracks: [RCPTrack]
  private var warnings: [SongFileWarning] = []

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(at: 0, with: magic) || bytes.starts(at: 0, with: laterMagic)
  }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    if bytes.starts(at: 0, with: Self.laterMagic) {
      throw SongFileError(
        .rcp,
        .damaged(
          "version 3 (.g36, .g18) is not supported; export a MIDI file in Recomposer, or convert it"
            + " with rcm2smf"), at: 0)
    }
    guard bytes.count > Header.tracks else {
      throw SongFileError(.rcp, .truncated, at: bytes.count)
    }
    self.bytes = bytes
    var warnings: [SongFileWarning] = []
    let division = Int(bytes[Header.divisionLow]) | Int(bytes[Header.divisionHigh]) << 8
    self.division = 1...Self.largestDivision ~= division ? division : Self.commonDivision
    if self.division != division {
      warnings.append(
        SongFileWarning("its \(division) ticks per quarter note are invalid", at: 0x1C0))
    }
    let tempo = Int(bytes[Header.tempo])
    self.tempo = tempo > 0 ? tempo : Self.commonTempo
    if tempo == 0 { warnings.append(SongFileWarning("its tempo is 0", at: Header.tempo)) }
    playBias = Int(Int8(bitPattern: bytes[Header.playBias]))
    tracks = Self.tracks(of: bytes, &warnings)
    for range in Header.setupFiles {
      let name = Self.trimmed(bytes[range])
      guard !name.isEmpty, name.allSatisfy({ 0x20..<0x7F ~= $0 }) else { continue }
      warnings.append(
        SongFileWarning(
          "its setup file \(String(decoding: name, as: UTF8.self)) is not read",
          at: range.lowerBound))
    }
    self.warnings = warnings
  }

  private static func tracks(
    of bytes: [UInt8], _ warnings: inout [SongFileWarning]
  ) -> [RCPTrack] {
    let declared = Int(bytes[Header.trackCount])
    let count = declared > 0 ? declared : commonTrackCount
    var tracks: [RCPTrack] = []
    var offset = Header.tracks
    var isCut = false
    while tracks.count < count, offset < bytes.count, !bytes.starts(at: offset, with: "RCFW") {
      guard let track = RCPTrack(bytes, at: offset) else {
        warnings.append(SongFileWarning("track \(tracks.count + 1) is cut short", at: offset))
        isCut = true
        break
      }
      if !track.isComplete {
        warnings.append(
          SongFileWarning("track \(tracks.count + 1) has no end", at: track.events.upperBound))
      }
      tracks.append(track)
      offset = track.end
    }
    if tracks.count < declared, !isCut {
      warnings.append(
        SongFileWarning(
          "it declares \(declared) tracks instead of \(tracks.count)", at: Header.trackCount))
    }
    // Files without a number of tracks may have start ticks without a sign.
    if declared > 0 || tracks.allSatisfy({ -99...99 ~= $0.startTick }) { return tracks }
    return tracks.map { $0.withUnsignedStartTick() }
  }

  /// The System Exclusive message, from 0 through 7, that events may refer to: its bytes without
  /// F0, with placeholders.
  func userExclusive(_ number: Int) -> ArraySlice<UInt8> {
    let offset = 0x406 + 48 * number + 24
    return bytes[offset..<offset + 24]
  }

  func convert() throws(SongFileError) -> SongConversion {
    var warnings = warnings
    let played = tracks.indices.filter { !tracks[$0].isMuted && !tracks[$0].events.isEmpty }
    if played.isEmpty {
      throw SongFileError(.rcp, .damaged("it has no tracks with events"), at: Header.tracks)
    }
    var tempos = RCPTempos(tempo: tempo, division: division)
    var budget = RCPTrackPlayer.eventLimit(of: bytes.count)
    for index in played {
      var player = RCPTrackPlayer(self, tracks[index], budget: budget)
      player.play { _, event in
        if case .tempo(let change) = event { tempos.add(change, track: index) }
      }
      budget = player.budget
    }
    tempos.resolve(budget: RCPTrackPlayer.eventLimit(of: bytes.count))
    let hasPorts = played.contains { tracks[$0].usesPorts(bytes) }
    // Twice the ticks per quarter note: the builder's default is two quarter notes a second.
    var builder = SongBuilder(ticksPerSecond: 2 * division)
    addConductor(tempos, &builder)
    budget = RCPTrackPlayer.eventLimit(of: bytes.count)
    for index in played {
      var writer = RCPTrackWriter(hasPorts: hasPorts, builder)
      writer.begin(tracks[index], tempos.events(ofTrack: index))
      var player = RCPTrackPlayer(self, tracks[index], budget: budget)
      player.play { writer.write($0, $1) }
      builder = writer.end(at: player.tick)
      budget = player.budget
      warnings += player.warnings
    }
    return SongConversion(file: builder.file, warnings: warnings, encoding: .shiftJIS)
  }

  /// Writes the first track: texts, tempo, and signatures.
  private func addConductor(_ tempos: RCPTempos, _ builder: inout SongBuilder) {
    builder.addMeta(3, Self.trimmed(bytes[Header.title]))
    for line in 0..<Header.memoLineCount {
      let offset = Header.memo + line * Header.memoLineBytes
      let text = Self.trimmed(bytes[offset..<offset + Header.memoLineBytes])
      if !text.isEmpty { builder.addMeta(1, text) }
    }
    builder.addMeta(0x51, tempos.first)
    let (beats, type) = (bytes[Header.beats], bytes[Header.beatType])
    if beats > 0, type.nonzeroBitCount == 1 {
      builder.addMeta(0x58, [beats, UInt8(type.trailingZeroBitCount), 24, 8])
    }
    builder.addMeta(0x59, Self.keySignature(bytes[Header.keySignature]))
    builder.endTrack()
  }

  /// Returns the content of a key signature: bits 0 to 2 are the number of sharps, or of flats with
  /// bit 3, and bit 4 is minor.
  static func keySignature(_ value: UInt8) -> [UInt8] {
    let count = Int8(value & 7)
    return [UInt8(bitPattern: value & 8 == 0 ? count : -count), value >> 4 & 1]
  }

  /// Returns a text without the spaces and zeros around it.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // Trailing bytes of Shift-JIS are never below 0x40.
    let content = text.drop { $0 <= 0x20 }
    let end = content.lastIndex { $0 > 0x20 }
    return end.map { content[...$0] } ?? []
  }
}

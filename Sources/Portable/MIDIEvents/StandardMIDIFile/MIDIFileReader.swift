/// Reads the header and the tracks of a file (Standard MIDI Files 1.0, Chunks).
struct MIDIFileReader {
  let bytes: [UInt8]
  private(set) var format: MIDIFile.Format?
  private(set) var division: TimeDivision?
  private(set) var tracks: [MIDIFile.Track] = []
  /// The offset of each track's events.
  private var trackOffsets: [Int] = []
  private var warningList = MIDIFileWarningList()
  private(set) var embeddedBank: ByteRange?
  private(set) var information = SongInformation()
  /// The end offset of the MIDI data: of the file, or of the `data` chunk of an RMID file.
  private var end: Int
  /// The start offset of the MIDI data.
  private var start = 0
  /// The ticks of four quarter notes or seconds.
  private var wholeNote: Int64 = 0
  /// The maximum delta time so far, in ticks; at least a whole note.
  private var longestDelta: Int64 = 0
  /// The first error in a track.
  private var damage: MIDIFileError?

  init(bytes: [UInt8]) {
    self.bytes = bytes
    // Bytes beyond 4 GiB are not read: see ``ByteRange``.
    end = min(bytes.count, Int(clamping: UInt32.max))
  }

  var songRange: Range<Int> { start..<max(end, start) }

  mutating func read() throws(MIDIFileError) {
    start = try findData()
    let header = try findHeader(from: start)
    let declaredTracks = try readHeader(at: header.content)
    try readTracks(from: header.content + header.byteCount)
    if tracks.isEmpty { throw MIDIFileError(reason: .noTracks, offset: min(end, bytes.count)) }
    if let damage, tracks.allSatisfy({ $0.events.allSatisfy { $0.content == .meta(.endOfTrack) } })
    {
      throw damage
    }
    if tracks.count != declaredTracks {
      warn(.trackCount(declared: declaredTracks, found: tracks.count), at: header.content + 2)
    }
    if format == .singleTrack && tracks.count > 1 {
      warn(.severalTracksInFormat0, at: header.content)
    }
    if format == .independentPatterns {
      var ticks: Int64 = 0
      for (index, track) in tracks.enumerated() {
        ticks += track.endTick
        if ticks > MIDIFile.largestTick {
          throw MIDIFileError(reason: .tooLong, offset: end, track: index)
        }
      }
    }
  }

  /// Returns the start offset of the MIDI data: 0, or that of an RMID file's `data` chunk (RP-029).
  private mutating func findData() throws(MIDIFileError) -> Int {
    guard let file = RMIDFile(bytes) else { return 0 }
    (embeddedBank, information) = (file.bank, file.information)
    if let invalid = file.invalidBankOffset, file.bank != nil {
      warn(.invalidBankOffset(invalid.value), at: invalid.offset)
    }
    guard let data = file.data else {
      throw MIDIFileError(reason: .noMIDIInRIFF, offset: 12)
    }
    end = data.offset + data.count
    return data.offset
  }

  private mutating func findHeader(
    from start: Int
  ) throws(MIDIFileError) -> (content: Int, byteCount: Int) {
    let last = min(start + MIDIFile.largestPreamble, end - 4)
    var offset = start
    while offset <= last && !bytes.starts(at: offset, with: "MThd") { offset += 1 }
    guard offset <= last else { throw MIDIFileError(reason: .notMIDI, offset: start) }
    if offset > start { warn(.bytesBeforeHeader(offset - start), at: start) }
    let byteCount = end - offset >= 8 ? bytes.bigEndian32(at: offset + 4) : .max
    if byteCount < 6 {
      throw MIDIFileError(reason: .headerTooShort(byteCount: byteCount), offset: offset + 4)
    }
    if byteCount > end - offset - 8 { throw MIDIFileError(reason: .headerIncomplete, offset: end) }
    return (offset + 8, byteCount)
  }

  /// Reads format and division, and returns the number of tracks.
  private mutating func readHeader(at offset: Int) throws(MIDIFileError) -> Int {
    let formatWord = bytes.bigEndian16(at: offset)
    format = MIDIFile.Format(rawValue: formatWord)
    if format == nil { throw MIDIFileError(reason: .unknownFormat(formatWord), offset: offset) }
    let divisionWord = bytes.bigEndian16(at: offset + 4)
    division = TimeDivision(word: divisionWord)
    if division == nil {
      throw MIDIFileError(reason: .badDivision(divisionWord), offset: offset + 4)
    }
    wholeNote =
      switch division {
      case .ticksPerQuarterNote(let ticks): 4 * Int64(ticks)
      case .timeCode(let rate, let ticksPerFrame): 4 * Int64(rate.rawValue * ticksPerFrame)
      case nil: 0
      }
    longestDelta = wholeNote
    return Int(bytes.bigEndian16(at: offset + 2))
  }

  /// Reads all tracks and skips chunks of other kinds.
  private mutating func readTracks(from start: Int) throws(MIDIFileError) {
    var offset = start
    while offset < end {
      guard bytes.isChunk(at: offset, end: end) else {
        guard let next = bytes.nextTrack(after: offset, end: end) else {
          return warn(.bytesAfterLastTrack(end - offset), at: offset)
        }
        warn(.bytesBetweenTracks(next - offset), at: offset)
        offset = next
        continue
      }
      let size = bytes.bigEndian32(at: offset + 4)
      let isTrack = bytes.starts(at: offset, with: "MTrk")
      offset = isTrack ? try readTrack(at: offset + 8, byteCount: size) : offset + 8 + size
    }
  }

  /// Reads a track and returns the offset of the next chunk.
  private mutating func readTrack(at offset: Int, byteCount: Int) throws(MIDIFileError) -> Int {
    let index = tracks.count
    let fits = byteCount <= end - offset
    let declaredEnd = fits ? offset + byteCount : end
    var reader = MIDITrackReader(
      bytes: bytes, index: index, start: offset, limit: declaredEnd, end: end, wholeNote: wholeNote,
      longestDelta: longestDelta)
    try reader.read()
    longestDelta = reader.longestDelta
    if damage == nil { damage = reader.damage }
    tracks.append(MIDIFile.Track(events: reader.events, endTick: reader.tick))
    trackOffsets.append(offset)
    for warning in reader.warnings { warningList.add(warning) }
    if reader.position > declaredEnd { return reader.position }
    guard reader.sawEnd else {
      if reader.limit < declaredEnd {
        warn(.trackLengthTooLarge, at: offset - 4, track: index)
        return reader.limit
      }
      if !fits && !reader.warnings.contains(where: { $0.reason == .trackCutShort }) {
        warn(.trackCutShort, at: end, track: index)
      }
      return declaredEnd
    }
    let endsEarly =
      reader.position < declaredEnd && bytes.starts(at: reader.position, with: "MTrk")
      && (!fits || declaredEnd != end && !bytes.isChunk(at: declaredEnd, end: end))
    if endsEarly || !fits { warn(.trackLengthTooLarge, at: offset - 4, track: index) }
    if endsEarly { return reader.position }
    if reader.position < declaredEnd {
      warn(.bytesAfterEndOfTrack(declaredEnd - reader.position), at: reader.position, track: index)
    }
    return declaredEnd
  }

  /// Warns of more ports than devices usually have, and of those that share channels.
  mutating func warnOfPorts(_ map: MIDIPortMap) {
    let count = map.ports.count
    for (limit, reason) in [
      (MIDIFile.commonPortCount, MIDIFileWarning.Reason.manyPorts(count)),
      (MIDIFile.maximumPortCount, .portsBeyondLimit(count)),
    ] where count > limit {
      let track = map.firstTracks[limit]
      warn(reason, at: trackOffsets[track], track: track)
    }
  }

  private mutating func warn(_ reason: MIDIFileWarning.Reason, at offset: Int, track: Int? = nil) {
    warningList.add(MIDIFileWarning(reason: reason, offset: offset, track: track))
  }

  /// The warnings, the first few of each kind.
  var warnings: [MIDIFileWarning] { warningList.all }
}

/// Finds the header and the tracks in a file's bytes (Standard MIDI Files 1.0, Chunks).
struct MIDIFileReader {
  let bytes: [UInt8]
  private(set) var format: MIDIFile.Format?
  private(set) var division: TimeDivision?
  private(set) var tracks: [MIDIFile.Track] = []
  private(set) var warnings: [MIDIFileWarning] = []
  private(set) var embeddedBank: ByteRange?
  /// Where the MIDI data ends: the file's end, or that of the RIFF chunk it is in.
  private var end: Int

  init(bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  mutating func read() throws(MIDIFileError) {
    let start = try findData()
    let header = try findHeader(from: start)
    let declaredTracks = try readHeader(at: header.content, byteCount: header.byteCount)
    try readTracks(from: header.content + header.byteCount)
    if tracks.isEmpty { throw MIDIFileError(.noTracks, offset: min(end, bytes.count)) }
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
        if ticks > MIDIFile.largestTick { throw MIDIFileError(.tooLong, offset: end, track: index) }
      }
    }
  }

  /// Where the MIDI data begins: at 0, or in the `data` chunk of an RMID file (RP-029).
  private mutating func findData() throws(MIDIFileError) -> Int {
    guard bytes.starts(atPlace: 0, with: "RIFF"), bytes.starts(atPlace: 8, with: "RMID") else {
      return 0
    }
    var data: Range<Int>?
    var place = 12
    while place + 8 <= bytes.count {
      let content = place + 8
      let size = min(bytes.littleEndian32(at: place + 4), bytes.count - content)
      if data == nil && bytes.starts(atPlace: place, with: "data") {
        data = content..<content + size
      } else if embeddedBank == nil && bytes.starts(atPlace: place, with: "RIFF") {
        embeddedBank = ByteRange(offset: place, count: size + 8)
      }
      place = content + size + (size & 1)
    }
    guard let data else { throw MIDIFileError(.noMIDIInRIFF, offset: 12) }
    end = data.upperBound
    return data.lowerBound
  }

  private mutating func findHeader(
    from start: Int
  ) throws(MIDIFileError) -> (content: Int, byteCount: Int) {
    let last = min(start + MIDIFile.largestPreamble, end - 4)
    var place = start
    while place <= last && !bytes.starts(atPlace: place, with: "MThd") { place += 1 }
    guard place <= last else { throw MIDIFileError(.notMIDI, offset: start) }
    if place > start { warn(.bytesBeforeHeader(place - start), at: start) }
    guard end - place >= 8 else { throw MIDIFileError(.headerIncomplete, offset: end) }
    let byteCount = bytes.bigEndian32(at: place + 4)
    guard byteCount >= 6 else {
      throw MIDIFileError(.headerTooShort(byteCount: byteCount), offset: place + 4)
    }
    guard byteCount <= end - place - 8 else {
      throw MIDIFileError(.headerIncomplete, offset: end)
    }
    return (place + 8, byteCount)
  }

  /// Reads format, number of tracks and division, and gives the number.
  private mutating func readHeader(
    at place: Int, byteCount: Int
  ) throws(MIDIFileError) -> Int {
    let formatWord = bytes.bigEndian16(at: place)
    guard let format = MIDIFile.Format(rawValue: formatWord) else {
      throw MIDIFileError(.unknownFormat(formatWord), offset: place)
    }
    let divisionWord = bytes.bigEndian16(at: place + 4)
    guard let division = TimeDivision(word: divisionWord) else {
      throw MIDIFileError(.badDivision(divisionWord), offset: place + 4)
    }
    self.format = format
    self.division = division
    return Int(bytes.bigEndian16(at: place + 2))
  }

  /// Reads every track there is; chunks of other kinds are passed over, as the text demands.
  private mutating func readTracks(from start: Int) throws(MIDIFileError) {
    var place = start
    while place < end {
      guard bytes.isChunk(at: place, end: end) else {
        warn(.bytesAfterLastTrack(end - place), at: place)
        return
      }
      let content = place + 8
      let size = bytes.bigEndian32(at: place + 4)
      if bytes.starts(atPlace: place, with: "MTrk") {
        place = try readTrack(at: content, byteCount: size)
      } else {
        place = content + size
      }
    }
  }

  /// Reads a track and gives the place of the next chunk.
  private mutating func readTrack(at place: Int, byteCount: Int) throws(MIDIFileError) -> Int {
    let index = tracks.count
    let fits = byteCount <= end - place
    let declaredEnd = fits ? place + byteCount : end
    var reader = MIDITrackReader(
      bytes: bytes, index: index, start: place, limit: declaredEnd, end: end)
    try reader.read()
    tracks.append(MIDIFile.Track(events: reader.events, endTick: reader.tick))
    warnings += reader.warnings
    if reader.position > declaredEnd { return reader.position }
    guard reader.sawEnd else {
      if !fits && !reader.warnings.contains(where: { $0.reason == .trackCutShort }) {
        warn(.trackCutShort, at: end, track: index)
      }
      return declaredEnd
    }
    let nextIsHere = bytes.starts(atPlace: reader.position, with: "MTrk")
    if reader.position < declaredEnd && nextIsHere
      && (!fits || declaredEnd != end && !bytes.isChunk(at: declaredEnd, end: end))
    {
      warn(.trackLengthTooLarge, at: place - 4, track: index)
      return reader.position
    }
    if !fits { warn(.trackLengthTooLarge, at: place - 4, track: index) }
    if reader.position < declaredEnd {
      warn(
        .bytesAfterEndOfTrack(declaredEnd - reader.position), at: reader.position, track: index)
    }
    return declaredEnd
  }

  private mutating func warn(_ reason: MIDIFileWarning.Reason, at offset: Int, track: Int? = nil) {
    warnings.append(MIDIFileWarning(reason, offset: offset, track: track))
  }
}

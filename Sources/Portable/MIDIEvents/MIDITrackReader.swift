/// Reads one track's events (Standard MIDI Files 1.0, Track Chunks).
struct MIDITrackReader {
  let bytes: [UInt8]
  let index: Int
  /// Where the MIDI data as a whole ends.
  let end: Int
  /// Where the track ends.
  private(set) var limit: Int
  private(set) var position: Int
  private(set) var events: [MIDIFile.Event] = []
  private(set) var warnings: [MIDIFileWarning] = []
  private(set) var tick: Int64 = 0
  private(set) var sawEnd = false
  /// The status that data bytes run on; 0 where there is none.
  private var status: UInt8 = 0
  private var isStatusInterrupted = false
  /// The place in `events` of the last part of a System Exclusive message that goes on.
  private var openExclusive: Int?

  init(bytes: [UInt8], index: Int, start: Int, limit: Int, end: Int) {
    self.bytes = bytes
    self.index = index
    self.position = start
    self.limit = limit
    self.end = end
  }

  mutating func read() throws(MIDIFileError) {
    while !sawEnd {
      // An event that fails has changed nothing but these.
      let before = (position, tick, status)
      if position < limit {
        do {
          try readEvent()
          continue
        } catch {
          guard error.reason == .eventBeyondTrack else { throw error }
          (position, tick, status) = before
        }
      }
      if try !extend() { break }
    }
    closeExclusive()
  }

  /// At the end of what the track declares, without its end: reads on if the length was too small.
  /// Gives false where the track is over.
  private mutating func extend() throws(MIDIFileError) -> Bool {
    let isCut = position < limit
    if limit == end {
      warn(isCut ? .trackCutShort : .endOfTrackMissing, at: position)
      return false
    }
    if bytes.isChunk(at: limit, end: end) {
      if isCut { throw MIDIFileError(.eventBeyondTrack, offset: position, track: index) }
      warn(.endOfTrackMissing, at: limit)
      return false
    }
    // Once only: beyond this limit there is no other.
    var longer = self
    longer.limit = end
    do { try longer.read() } catch { if isCut { throw error } }
    guard isCut || longer.sawEnd else {
      // What follows is no music: the length was right, and only the end is missing.
      warn(.endOfTrackMissing, at: limit)
      return false
    }
    let declared = limit
    self = longer
    warn(.trackLengthTooSmall, at: declared)
    return false
  }

  private mutating func readEvent() throws(MIDIFileError) {
    let start = position
    tick += Int64(try number())
    if tick > MIDIFile.largestTick { throw MIDIFileError(.tooLong, offset: start, track: index) }
    let first = try byte()
    switch first {
    case 0..<0x80:
      guard status != 0 else {
        throw MIDIFileError(.statusMissing(found: first), offset: position - 1, track: index)
      }
      if isStatusInterrupted { warnOnce(.runningStatusAcrossEvents, at: position - 1) }
      position -= 1
      try readMessage()
    case 0x80..<0xF0:
      status = first
      try readMessage()
    case 0xF0: try readExclusive()
    case 0xF7: try readContinuation()
    case 0xFF: try readMeta()
    default: throw MIDIFileError(.badStatus(first), offset: position - 1, track: index)
    }
  }

  private mutating func readMessage() throws(MIDIFileError) {
    let data1 = try dataByte()
    let data2 = MIDIMessage.dataByteCount(status: status) == 2 ? try dataByte() : 0
    // On a wire, its status byte would end a System Exclusive message.
    closeExclusive()
    isStatusInterrupted = false
    append(.message(MIDIMessage(unchecked: status, data1, data2)))
  }

  private mutating func readExclusive() throws(MIDIFileError) {
    let (range, isComplete) = try exclusiveBytes()
    closeExclusive()
    append(.systemExclusive(.init(range: range, position: isComplete ? .whole : .first)))
    if !isComplete { openExclusive = events.count - 1 }
  }

  /// F7: the next part of a message begun, or else bytes to be sent as they are.
  private mutating func readContinuation() throws(MIDIFileError) {
    guard openExclusive != nil else {
      let range = try rangeAfterLength()
      isStatusInterrupted = true
      append(.escape(range))
      return
    }
    // A real-time message may slip in between the parts; it ends none of them.
    let start = position
    let whole = try rangeAfterLength()
    if whole.count == 1 && bytes[whole.offset] >= 0xF8 {
      append(.escape(whole))
      return
    }
    position = start
    let (range, isComplete) = try exclusiveBytes()
    append(.systemExclusive(.init(range: range, position: isComplete ? .last : .middle)))
    openExclusive = isComplete ? nil : events.count - 1
  }

  private mutating func readMeta() throws(MIDIFileError) {
    let start = position - 1
    let type = try byte()
    let range = try rangeAfterLength()
    isStatusInterrupted = true
    let event = MetaEvent(type: type, range: range, in: bytes)
    if event.isMalformed { warnOnce(.malformedMetaEvent(type: type), at: start) }
    if case .tempo(0) = event { warnOnce(.tempoOfZero, at: start) }
    append(.meta(event))
    if event == .endOfTrack { sawEnd = true }
  }

  /// A part of a System Exclusive message, its closing F7 taken off.
  private mutating func exclusiveBytes() throws(MIDIFileError) -> (ByteRange, isComplete: Bool) {
    let range = try rangeAfterLength()
    isStatusInterrupted = true
    guard range.count > 0, bytes[range.offset + range.count - 1] == 0xF7 else {
      return (range, false)
    }
    return (ByteRange(offset: range.offset, count: range.count - 1), true)
  }

  /// Ends a System Exclusive message that the file never ends, as many files do.
  private mutating func closeExclusive() {
    guard let last = openExclusive else { return }
    openExclusive = nil
    guard case .systemExclusive(var part) = events[last].content else { return }
    part.position = part.position == .first ? .whole : .last
    events[last].content = .systemExclusive(part)
    warnOnce(.systemExclusiveUnfinished, at: part.range.offset)
  }

  private mutating func append(_ content: MIDIFile.Content) {
    events.append(MIDIFile.Event(tick: tick, content: content))
  }

  private mutating func byte() throws(MIDIFileError) -> UInt8 {
    guard position < limit else {
      throw MIDIFileError(.eventBeyondTrack, offset: position, track: index)
    }
    position += 1
    return bytes[position - 1]
  }

  private mutating func dataByte() throws(MIDIFileError) -> UInt8 {
    let value = try byte()
    guard value < 0x80 else {
      throw MIDIFileError(.dataMissing(found: value), offset: position - 1, track: index)
    }
    return value
  }

  /// A variable-length number: seven bits a byte, at most four bytes.
  private mutating func number() throws(MIDIFileError) -> UInt32 {
    let start = position
    var value: UInt32 = 0
    for _ in 0..<4 {
      let next = try byte()
      value = value << 7 | UInt32(next & 0x7F)
      if next < 0x80 { return value }
    }
    throw MIDIFileError(.numberTooLong, offset: start, track: index)
  }

  private mutating func rangeAfterLength() throws(MIDIFileError) -> ByteRange {
    let count = Int(try number())
    guard count <= limit - position else {
      throw MIDIFileError(.eventBeyondTrack, offset: position, track: index)
    }
    position += count
    return ByteRange(offset: position - count, count: count)
  }

  private mutating func warn(_ reason: MIDIFileWarning.Reason, at offset: Int) {
    warnings.append(MIDIFileWarning(reason, offset: offset, track: index))
  }

  /// The first time only, so that one habit of a file is one warning.
  private mutating func warnOnce(_ reason: MIDIFileWarning.Reason, at offset: Int) {
    if !warnings.contains(where: { $0.reason == reason }) { warn(reason, at: offset) }
  }
}

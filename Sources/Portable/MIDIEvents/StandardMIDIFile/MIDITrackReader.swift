/// Reads the events of a track (Standard MIDI Files 1.0, Track Chunks).
struct MIDITrackReader {
  let bytes: [UInt8]
  let index: Int
  /// The end offset of the MIDI data.
  let end: Int
  private(set) var limit: Int
  private(set) var position: Int
  private(set) var events: [MIDIFile.Event] = []
  private(set) var warnings: [MIDIFileWarning] = []
  private(set) var tick: Int64 = 0
  private(set) var sawEnd = false
  /// The running status; 0 for none.
  private var status: UInt8 = 0
  private var isStatusInterrupted = false
  /// The index in `events` of the last packet of an incomplete System Exclusive message.
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
      // A failed event has changed nothing else.
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
      try extend()
      break
    }
    closeExclusive()
  }

  /// At the declared end of a track without its event: continues if the length was too small.
  private mutating func extend() throws(MIDIFileError) {
    let isCut = position < limit
    if limit == end { return warn(isCut ? .trackCutShort : .endOfTrackMissing, at: position) }
    if bytes.isChunk(at: limit, end: end) {
      if isCut { throw error(.eventBeyondTrack, at: position) }
      return warn(.endOfTrackMissing, at: limit)
    }
    // Recurses once only, because the new limit is the end of the data.
    var longer = self
    longer.limit = end
    do { try longer.read() } catch { if isCut { throw error } }
    guard isCut || longer.sawEnd else {
      // The bytes that follow are not events: the length is right, and the end is missing.
      return warn(.endOfTrackMissing, at: limit)
    }
    let declared = limit
    self = longer
    warn(.trackLengthTooSmall, at: declared)
  }

  private mutating func readEvent() throws(MIDIFileError) {
    let start = position
    tick += Int64(try number())
    if tick > MIDIFile.largestTick { throw error(.tooLong, at: start) }
    let first = try byte()
    switch first {
    case 0..<0x80:
      if status == 0 { throw error(.statusMissing(found: first), at: position - 1) }
      if isStatusInterrupted { warnOnce(.runningStatusAcrossEvents, at: position - 1) }
      position -= 1
      try readMessage()
    case 0x80..<0xF0:
      status = first
      try readMessage()
    case 0xF0: try readExclusive()
    case 0xF7: try readContinuation()
    case 0xFF: try readMeta()
    default: throw error(.badStatus(first), at: position - 1)
    }
  }

  private mutating func readMessage() throws(MIDIFileError) {
    let data1 = try dataByte()
    let data2 = MIDIMessage.dataByteCount(status: status) == 2 ? try dataByte() : 0
    // As in a byte stream, a status byte ends a System Exclusive message.
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

  /// Reads an F7 event: the next packet of a System Exclusive message, or an escape.
  private mutating func readContinuation() throws(MIDIFileError) {
    let start = position
    let escape = try rangeAfterLength()
    if openExclusive == nil {
      isStatusInterrupted = true
      return append(.escape(escape))
    }
    // A real-time message between packets does not end their message.
    if escape.count == 1 && bytes[escape.offset] >= 0xF8 { return append(.escape(escape)) }
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

  /// Reads the bytes of a packet, without the final F7.
  private mutating func exclusiveBytes() throws(MIDIFileError) -> (ByteRange, isComplete: Bool) {
    let range = try rangeAfterLength()
    isStatusInterrupted = true
    guard range.count > 0, bytes[range.offset + range.count - 1] == 0xF7 else {
      return (range, false)
    }
    return (ByteRange(offset: range.offset, count: range.count - 1), true)
  }

  /// Ends a System Exclusive message without F7, a common defect.
  private mutating func closeExclusive() {
    guard let last = openExclusive else { return }
    openExclusive = nil
    guard case .systemExclusive(var packet) = events[last].content else { return }
    packet.position = packet.position == .first ? .whole : .last
    events[last].content = .systemExclusive(packet)
    warnOnce(.systemExclusiveUnfinished, at: packet.range.offset)
  }

  private mutating func append(_ content: MIDIFile.Content) {
    events.append(MIDIFile.Event(tick: tick, content: content))
  }

  private mutating func byte() throws(MIDIFileError) -> UInt8 {
    if position >= limit { throw error(.eventBeyondTrack, at: position) }
    position += 1
    return bytes[position - 1]
  }

  private mutating func dataByte() throws(MIDIFileError) -> UInt8 {
    let value = try byte()
    if value >= 0x80 { throw error(.dataMissing(found: value), at: position - 1) }
    return value
  }

  /// Reads a variable-length quantity: seven bits per byte, at most four bytes.
  private mutating func number() throws(MIDIFileError) -> UInt32 {
    let start = position
    var value: UInt32 = 0
    for _ in 0..<4 {
      let next = try byte()
      value = value << 7 | UInt32(next & 0x7F)
      if next < 0x80 { return value }
    }
    throw error(.numberTooLong, at: start)
  }

  private mutating func rangeAfterLength() throws(MIDIFileError) -> ByteRange {
    let count = Int(try number())
    if count > limit - position { throw error(.eventBeyondTrack, at: position) }
    position += count
    return ByteRange(offset: position - count, count: count)
  }

  private func error(_ reason: MIDIFileError.Reason, at offset: Int) -> MIDIFileError {
    MIDIFileError(reason: reason, offset: offset, track: index)
  }

  private mutating func warn(_ reason: MIDIFileWarning.Reason, at offset: Int) {
    warnings.append(MIDIFileWarning(reason: reason, offset: offset, track: index))
  }

  /// Adds a warning unless one of its kind exists.
  private mutating func warnOnce(_ reason: MIDIFileWarning.Reason, at offset: Int) {
    if !warnings.contains(where: { $0.reason == reason }) { warn(reason, at: offset) }
  }
}

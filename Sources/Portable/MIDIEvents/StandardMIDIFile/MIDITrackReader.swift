/// Reads the events of a track (Standard MIDI Files 1.0, Track Chunks).
struct MIDITrackReader {
  /// The number of events after the declared end that show that it is wrong, despite damage.
  private static var eventsBeyondLimit: Int { 4 }
  private static var maxAttemptsBeyondLimit: Int { 8 }

  /// The state before an event.
  struct State {
    let position: Int
    let tick: Int64
    let eventCount: Int
    private let warningCount: Int
    let status: UInt8
    private let omitsDelta: Bool

    init(_ reader: MIDITrackReader) {
      position = reader.position
      tick = reader.tick
      eventCount = reader.events.count
      warningCount = reader.warnings.count
      status = reader.status
      omitsDelta = reader.omitsDelta
    }

    /// Restores the state that a failed event changes.
    func restore(_ reader: inout MIDITrackReader) {
      reader.position = position
      reader.tick = tick
      reader.status = status
      reader.omitsDelta = omitsDelta
    }

    /// Removes the events since this state.
    func rewind(_ reader: inout MIDITrackReader) {
      restore(&reader)
      reader.events.removeSubrange(eventCount...)
      reader.warnings.removeSubrange(warningCount...)
      if let open = reader.openExclusive, open >= eventCount { reader.openExclusive = nil }
    }
  }

  let bytes: [UInt8]
  let index: Int
  /// The end offset of the MIDI data.
  let end: Int
  var limit: Int
  var position: Int
  private(set) var events: [MIDIFile.Event] = []
  private(set) var warnings: [MIDIFileWarning] = []
  var tick: Int64 = 0
  private(set) var sawEnd = false
  /// Whether damaged events are skipped instead of thrown.
  private var recovers = true
  /// The first error in the track, whose event is skipped.
  var damage: MIDIFileError?
  var damageCount = 0
  /// The skipped bytes and first offset of the damaged events after those with warnings.
  var summarizedBytes = 0
  var summaryOffset = 0
  let wholeNote: Int64
  /// The maximum delta time of undamaged events, in ticks.
  var longestDelta: Int64
  var recordedEvents = 0
  var recordedDeltas = 0
  /// For each status, whether a message with each first data byte, or any (128), has been read.
  var knownMessages: [Bool] = []
  /// The offset of the current event after its delta time.
  var body: Int?
  /// Whether the next event has no delta time.
  var omitsDelta = false
  /// The state before a delta time that may be a misread status, and the number of events since the
  /// last such time.
  var suspect: State?
  var eventsSinceSuspect = 0
  /// The running status; 0 for none.
  var status: UInt8 = 0
  /// Whether the track continues with a damaged event beyond its declared end.
  private var continuesBeyondLimit = false
  private var attemptsBeyondLimit = 0
  /// The declared end of a track that may be longer.
  private var declaredLimit: Int?
  private var isStatusInterrupted = false
  /// The index in `events` of the last packet of an incomplete System Exclusive message.
  private var openExclusive: Int?

  /// - Parameters:
  ///   - wholeNote: The ticks of four quarter notes or seconds.
  ///   - longestDelta: The maximum delta time of the tracks before, at least `wholeNote`.
  init(
    bytes: [UInt8], index: Int, start: Int, limit: Int, end: Int, wholeNote: Int64,
    longestDelta: Int64
  ) {
    self.bytes = bytes
    self.index = index
    self.position = start
    self.limit = limit
    self.end = end
    self.wholeNote = wholeNote
    self.longestDelta = longestDelta
  }

  mutating func read() throws(MIDIFileError) {
    while !sawEnd {
      if bytes.isTrack(at: position, end: end) {
        // The next track begins before the declared end, or at it.
        limit = min(limit, position)
      }
      // A failed event has changed nothing else.
      let before = State(self)
      var failure: MIDIFileError?
      if position < limit {
        do {
          try readEvent()
          if recovers { checkDelta(since: before) }
          continue
        } catch {
          let canContinue = recovers ? error.reason != .tooLong : error.reason == .eventBeyondTrack
          guard canContinue else { throw error }
          failure = error
        }
      }
      if failure == nil || failure?.reason == .eventBeyondTrack {
        let failed = State(self)
        before.restore(&self)
        if try readBeyondLimit() {
          if continuesBeyondLimit { continue }
          break
        }
        failed.restore(&self)
      } else if recovers && limit != end && !bytes.isChunk(at: limit, end: end) {
        extendLimit()
      }
      if let failure, recovers {
        omitsDelta = false
        if recover(from: before, error: failure) { continue }
      }
      before.restore(&self)
      try finish(after: failure)
      break
    }
    closeExclusive()
    if recovers {
      if let declaredLimit, position > declaredLimit {
        warn(.trackLengthTooSmall, at: declaredLimit)
      }
      warnOfFurtherDamage()
      // The end of track may be that of the song.
      recordDeltas(upTo: sawEnd ? events.count - 1 : events.count)
    }
  }

  /// Warns that the track has no end, because its events end or are followed by damage.
  private mutating func finish(after failure: MIDIFileError?) throws(MIDIFileError) {
    guard let failure else { return warn(.endOfTrackMissing, at: limit) }
    if failure.reason == .eventBeyondTrack && limit == end {
      warn(.trackCutShort, at: position)
    } else if recovers {
      warnOfDamage(failure, byteCount: limit - position)
    } else {
      throw error(.eventBeyondTrack, at: position)
    }
    position = limit
  }

  /// At the declared end of a track without its event: continues if the length was too small, and
  /// returns `false` if it is right.
  private mutating func readBeyondLimit() throws(MIDIFileError) -> Bool {
    if limit == end || bytes.isChunk(at: limit, end: end) { return false }
    // Each attempt may read everything up to the next track.
    attemptsBeyondLimit += 1
    if attemptsBeyondLimit > Self.maxAttemptsBeyondLimit { return false }
    let isCut = position < limit
    // Continues once only, because the new limit is the next track or the end of the data.
    var longer = self
    longer.limit = bytes.nextTrack(after: limit, end: end) ?? end
    longer.recovers = false
    continuesBeyondLimit = false
    do { try longer.read() } catch {
      if error.reason == .tooLong { throw error }
      if recovers && (isCut || longer.events.count >= events.count + Self.eventsBeyondLimit) {
        // The events continue, but one of them is damaged.
        extendLimit()
        continuesBeyondLimit = true
        return true
      }
      if isCut { return false }
    }
    // Otherwise, the bytes that follow are not events, and the end is missing.
    guard isCut || longer.sawEnd else { return false }
    let declared = limit
    self = longer
    recovers = true
    warn(.trackLengthTooSmall, at: declared)
    return true
  }

  private mutating func extendLimit() {
    declaredLimit = declaredLimit ?? limit
    limit = bytes.nextTrack(after: limit, end: end) ?? end
  }

  mutating func readEvent() throws(MIDIFileError) {
    let start = position
    body = nil
    if omitsDelta { omitsDelta = false } else { tick += Int64(try number()) }
    body = position < limit ? position : nil
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
  mutating func closeExclusive() {
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
    var value = try byte()
    while 0xF8...0xFE ~= value {
      // As in a byte stream, real-time messages may interrupt others.
      let next = try byte()
      warnOnce(.realTimeMessage, at: position - 2)
      value = next
    }
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

  mutating func warn(_ reason: MIDIFileWarning.Reason, at offset: Int) {
    warnings.append(MIDIFileWarning(reason: reason, offset: offset, track: index))
  }

  /// Adds a warning unless one of its kind exists.
  mutating func warnOnce(_ reason: MIDIFileWarning.Reason, at offset: Int) {
    if !warnings.contains(where: { $0.reason == reason }) { warn(reason, at: offset) }
  }
}

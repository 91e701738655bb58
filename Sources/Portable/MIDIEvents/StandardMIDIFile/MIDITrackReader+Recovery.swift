/// Continues after damaged bytes: at the offset from which events with short delta times and with
/// statuses and keys of the track can be read.
extension MIDITrackReader {
  /// The number of events that verify an offset, unless the track ends before.
  private static var verifiedEvents: Int { 16 }
  /// The number of offsets that are compared after the first suitable one.
  private static var comparedOffsets: Int { 16 }
  /// The number of real-time messages before the first event that verifies an offset.
  private static var skippedRealTimeMessages: Int { 3 }
  /// The number of warnings about damaged events, before they are summarized.
  private static var maxDamageWarnings: Int { 8 }
  /// A delta time is plausible up to this multiple of the maximum before the damage.
  private static var plausibleFactor: Int64 { 4 }

  private struct Candidate {
    var position: Int
    /// Whether the first event follows without a delta time.
    var omitsDelta: Bool
    var cost: Int
  }

  /// Skips the damaged event after `state`. Returns `false` if no events follow.
  mutating func recover(from state: State, error: MIDIFileError) -> Bool {
    if let suspect {
      self.suspect = nil
      if let next = candidate(after: suspect, explaining: error) {
        suspect.rewind(&self)
        resume(at: next, after: suspect.position, error: error)
        return true
      }
    }
    recordEvents(upTo: events.count)
    let damagedTick = tick
    tick = state.tick
    var first = state.position + 1
    if let body, damagedTick - state.tick <= plausibleDelta {
      // The delta time is sound.
      tick = damagedTick
      first = body + (bytes[body] >= 0x80 ? 1 : 0)
      // System Exclusive and meta-events cancel running status, so that their data is not read as
      // messages.
      if [0xF0, 0xF7, 0xFF].contains(bytes[body]) { status = 0 }
    }
    let acceptsEnd = error.reason != .eventBeyondTrack
    var next: Candidate?
    if case .badStatus(0xF8...) = error.reason {
      next = candidate(from: first, through: first, acceptsEnd: acceptsEnd)
    }
    next = next ?? candidate(from: first, through: limit - 1, acceptsEnd: acceptsEnd)
    guard let next else {
      tick = state.tick
      return false
    }
    resume(at: next, after: state.position, error: error)
    return true
  }

  private mutating func resume(at next: Candidate, after start: Int, error: MIDIFileError) {
    closeExclusive()
    if case .badStatus(0xF8...) = error.reason, next.position == error.offset + 1 {
      warnOnce(.realTimeMessage, at: error.offset)
    } else {
      warnOfDamage(error, byteCount: next.position - start)
    }
    position = next.position
    omitsDelta = next.omitsDelta
  }

  /// Remembers the state before a delta time of more than four whole notes, until sixteen events
  /// with shorter ones follow.
  mutating func checkDelta(since state: State) {
    eventsSinceSuspect += 1
    if tick - state.tick > 4 * wholeNote {
      suspect = suspect ?? state
      eventsSinceSuspect = 0
    }
    if suspect != nil && eventsSinceSuspect < Self.verifiedEvents { return }
    suspect = nil
    recordDeltas(upTo: events.count - Self.verifiedEvents)
  }

  /// Returns a candidate after a long delta time, if the status byte that follows such a time may
  /// have been read as part of it: if from there, all can be read that follows until after an
  /// error.
  private mutating func candidate(
    after suspect: State, explaining error: MIDIFileError
  ) -> Candidate? {
    let (failedStatus, failedLimit) = (status, limit)
    defer { (status, limit) = (failedStatus, failedLimit) }
    status = suspect.status
    recordEvents(upTo: suspect.eventCount)
    let next = candidate(
      from: suspect.position + 1, through: error.offset - 1, acceptsEnd: true)
    guard let next else { return nil }
    var probe = probe(at: next.position, omitsDelta: next.omitsDelta)
    while !probe.sawEnd && probe.position <= error.offset {
      do { try probe.readEvent() } catch { return nil }
    }
    return next
  }

  private func probe(at offset: Int, omitsDelta: Bool) -> MIDITrackReader {
    var probe = MIDITrackReader(
      bytes: bytes, index: index, start: offset, limit: limit, end: end, wholeNote: wholeNote,
      longestDelta: longestDelta)
    probe.status = status
    probe.omitsDelta = omitsDelta
    return probe
  }

  /// Warns of skipped bytes, and remembers the first error.
  mutating func warnOfDamage(_ error: MIDIFileError, byteCount: Int) {
    if damage == nil { damage = error }
    damageCount += 1
    if damageCount <= Self.maxDamageWarnings {
      warn(.damagedEvent(error.reason, skippedBytes: byteCount), at: error.offset)
    } else {
      if damageCount == Self.maxDamageWarnings + 1 { summaryOffset = error.offset }
      summarizedBytes += byteCount
    }
  }

  mutating func warnOfFurtherDamage() {
    let count = damageCount - Self.maxDamageWarnings
    guard count > 0 else { return }
    warn(.furtherDamagedEvents(count, skippedBytes: summarizedBytes), at: summaryOffset)
  }

  /// The maximum plausible delta time, in ticks.
  private var plausibleDelta: Int64 { Self.plausibleFactor * longestDelta }

  /// Records the messages and delta times before the damage. The last events may be misread, so
  /// that their delta times do not count.
  private mutating func recordEvents(upTo count: Int) {
    if knownMessages.isEmpty { knownMessages = [Bool](repeating: false, count: 128 * 129) }
    while recordedEvents < count {
      if case .message(let message) = events[recordedEvents].content {
        let status = Int(message.status & 0x7F)
        knownMessages[129 * status + Int(message.data1)] = true
        knownMessages[129 * status + 128] = true
      }
      recordedEvents += 1
    }
    recordDeltas(upTo: count - Self.verifiedEvents)
  }

  mutating func recordDeltas(upTo count: Int) {
    while recordedDeltas < count {
      let before = recordedDeltas > 0 ? events[recordedDeltas - 1].tick : 0
      longestDelta = max(longestDelta, events[recordedDeltas].tick - before)
      recordedDeltas += 1
    }
  }

  private mutating func candidate(
    from first: Int, through maxOffset: Int, acceptsEnd: Bool
  ) -> Candidate? {
    var best: Candidate?
    var last = maxOffset
    var offset = first
    while offset <= last {
      if bytes.isTrack(at: offset, end: end) {
        limit = offset
        break
      }
      for omitsDelta in [false, true] {
        guard let cost = cost(at: offset, omitsDelta: omitsDelta, acceptsEnd: acceptsEnd) else {
          continue
        }
        if best == nil { last = min(last, offset + Self.comparedOffsets) }
        let total = cost + 8 * (offset - first)
        if total < best?.cost ?? .max {
          best = Candidate(position: offset, omitsDelta: omitsDelta, cost: total)
        }
      }
      offset += 1
    }
    return best
  }

  /// Returns the cost of the events at an offset, in bits; `nil` if they cannot be read.
  private func cost(at offset: Int, omitsDelta: Bool, acceptsEnd: Bool) -> Int? {
    var probe = probe(at: offset, omitsDelta: omitsDelta)
    var bits = omitsDelta ? 16 : 0
    var count = 0
    for attempt in 0..<Self.verifiedEvents where !probe.sawEnd {
      if probe.position == limit {
        guard acceptsEnd && count > 0 else { return nil }
        break
      }
      let tick = probe.tick
      do { try probe.readEvent() } catch {
        guard case .badStatus(0xF8...) = error.reason else { return nil }
        if count > 0 || attempt == Self.skippedRealTimeMessages { break }
        continue
      }
      let delta = probe.tick - tick
      if delta > plausibleDelta { return nil }
      bits += 2 * (Int64.bitWidth - delta.leadingZeroBitCount) + cost(of: probe.events[count])
      count += 1
    }
    return bits * Self.verifiedEvents / max(count, 1)
  }

  private func cost(of event: MIDIFile.Event) -> Int {
    switch event.content {
    case .message(let message):
      let status = Int(message.status & 0x7F)
      if !knownMessages[129 * status + 128] { return 8 }
      return knownMessages[129 * status + Int(message.data1)] ? 0 : 4
    case .systemExclusive: return 4
    case .escape, .meta(.unknown): return 8
    case .meta: return 0
    }
  }
}

package import PeachMIDIEvents

/// Sequences the events of a port of a MIDI file on a sample clock. `init` allocates; everything
/// else is real-time safe, by one thread at a time. *The caller's frames* only increase; *song
/// frames* count from the start of the file. They are equal until the first ``seek(to:at:)`` or
/// loop repetition. Tracks of format 0 and 1 play simultaneously: events of one tick are sorted by
/// track, then by order in the track. The patterns of format 2 play one after another. Times are
/// rounded to the nearest frame, halves up.
///
/// ```swift
/// var sequencer = Sequencer(file, sampleRate: 48_000)
/// while let event = sequencer.next(atOrBefore: lastFrameOfBlock) { … event.frame … }
/// ```
package struct Sequencer: ~Copyable, @unchecked Sendable {
  // Safe: all memory has one owner, which is not copyable.

  /// The stage of a jump: what is sent before the song continues.
  private enum Sending { case none, notes, initialValues, events }

  private struct Loop {
    let frames: Range<Int64>
    let first: Int
    let end: Int
  }

  package let sampleRate: Int
  /// The length of the song, to the end of its last track, in frames.
  package let durationFrames: Int64

  private let events: FixedBuffer<SequencedEvent>
  /// The cents of each event; empty if no note is tuned.
  private let cents: FixedBuffer<Float>
  #if !hasFeature(Embedded)
    private var glides: ActiveGlides
  #endif
  private let fileBytes: UnsafePointer<UInt8>
  /// The range of the file that `fileBytes` contains.
  private let fileRange: Range<Int>
  /// Owns the bytes. The audio thread does not use it.
  private let fileMemory: SongBytes
  private var index = 0
  /// The caller's frame minus the song frame.
  private var offset: Int64 = 0
  /// The first song frame that has not been requested.
  private var nextFrame: Int64 = 0

  private var loop: Loop?
  /// Whether the position is before the loop's end.
  private var isInLoop = false

  private var notes = ActiveNotes()
  /// For each slot: 1 if a value other than the initial one was sent.
  private let sent = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  /// For each slot: 1 if the loop changes it.
  private let changedInLoop = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  private var seekChase: Chase
  private var loopChase: Chase
  private var sending = Sending.none
  private var sendsLoopChase = false
  /// The caller's frame of the jump.
  private var jumpFrame: Int64 = 0

  /// Prepares a port of a file for a rate of 1 through 768,000 Hz. Allocates: not for the audio
  /// thread.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file, which the sequencers of its ports share.
  ///   - hasClicks: Whether there is a click at each beat.
  package init(
    _ file: MIDIFile, port: Int = 0, bytes: SongBytes? = nil, sampleRate: Int,
    hasClicks: Bool = false, tunings: NoteTunings = NoteTunings()
  ) {
    events = Timeline.events(of: file, port: port, sampleRate: sampleRate, hasClicks: hasClicks)
    let all = UnsafeBufferPointer(start: events.elements, count: events.count)
    cents = FixedBuffer(tunings.cents(ofPort: port, all))
    #if !hasFeature(Embedded)
      glides = ActiveGlides(tunings.glides(ofPort: port, all, sampleRate: sampleRate))
    #endif
    fileMemory = bytes ?? SongBytes(file)
    fileBytes = fileMemory.elements
    fileRange = fileMemory.range
    self.sampleRate = sampleRate
    durationFrames = file.duration.frame(sampleRate: sampleRate)
    seekChase = Chase(events)
    loopChase = Chase(events)
  }

  /// The number of events, without meta-events.
  package var eventCount: Int { events.count }

  /// Whether all events were returned; always `false` in a loop.
  package var isFinished: Bool {
    index >= events.count && sending == .none && !(loop != nil && isInLoop)
  }

  /// The cents of the note-on that was returned last; `nil` if no note is tuned. Note-ons are not
  /// among the events of a jump.
  var centsOfLastEvent: Float? {
    @_noLocks @_noAllocation get {
      cents.count > 0 && index > 0 ? cents.elements[index &- 1] : nil
    }
  }

  /// Returns the song frame at the caller's `frame`; exact for the latest requested frame.
  package func songFrame(at frame: Int64) -> Int64 { frame &- offset }

  /// Returns the caller's frame at a song frame, since the latest jump.
  func frame(atSongFrame songFrame: Int64) -> Int64 { songFrame &+ offset }

  /// Returns bytes of the file, in a range of an event; valid for the sequencer's lifetime.
  @_noLocks @_noAllocation
  package func bytes(of range: ByteRange) -> UnsafeRawBufferPointer {
    precondition(
      range.offset >= fileRange.lowerBound && range.count >= 0 && range.count <= fileRange.count
        && range.offset <= fileRange.upperBound &- range.count, "The range is outside the song.")
    return UnsafeRawBufferPointer(
      start: fileBytes + (range.offset &- fileRange.lowerBound), count: range.count)
  }

  /// Returns the bytes of an event's System Exclusive packet or escape; empty for others.
  @_noLocks @_noAllocation
  func bytes(of event: SequencedEvent) -> UnsafeRawBufferPointer {
    switch event.content {
    case .message, .click: UnsafeRawBufferPointer(start: nil, count: 0)
    #if !hasFeature(Embedded)
      case .glide: UnsafeRawBufferPointer(start: nil, count: 0)
    #endif
    case .systemExclusive(let packet): bytes(of: packet.range)
    case .escape(let range): bytes(of: range)
    }
  }

  /// Returns the next event at or before the caller's `frame`; `nil` if there are no more. Call
  /// until it returns `nil`, then with a later frame, below 2^62. Real-time safe.
  @_noLocks @_noAllocation
  package mutating func next(atOrBefore frame: Int64) -> SequencedEvent? {
    while true {
      if sending != .none {
        guard jumpFrame <= frame else { return nil }
        if let event = nextOfJump() { return event }
        continue
      }
      #if !hasFeature(Embedded)
        if glides.isActive, let event = nextGlide(atOrBefore: frame) { return event }
      #endif
      if let loop, isInLoop, index >= loop.end {
        let loopEnd = loop.frames.upperBound &+ offset
        guard loopEnd <= frame else { break }
        repeatLoop(loop, at: loopEnd, upTo: frame)
        continue
      }
      guard index < events.count else { break }
      var event = events.elements[index]
      event.frame &+= offset
      guard event.frame <= frame else { break }
      index &+= 1
      record(event.content)
      #if !hasFeature(Embedded)
        startGlides(of: event)
      #endif
      return event
    }
    nextFrame = max(nextFrame, frame &- offset &+ 1)
    return nil
  }

  /// Continues at `songFrame` from the caller's `frame`. The next events, all at `frame`, restore a
  /// synthesizer's state at the target: note-offs of active notes, initial values of what the song
  /// has changed, then the chased events: System Exclusive, banks and programs, controllers,
  /// pressure and bends. Notes that began earlier are not started again. RPNs and NRPNs that the
  /// song sets only after the target keep their values. Linear in the number of events before the
  /// target (5 ms for a million). Real-time safe.
  @_noLocks @_noAllocation
  package mutating func seek(to songFrame: Int64, at frame: Int64) {
    let target = max(songFrame, 0)
    index = firstEvent(atOrAfter: target)
    offset = frame &- target
    nextFrame = target
    if let loop { isInLoop = target < loop.frames.upperBound }
    seekChase.prepare(
      events, before: index, changed: sent, onlyChanged: false, bytes: fileBytes,
      at: fileRange.lowerBound)
    startSending(at: frame, loop: false)
  }

  /// Sets the loop, in song frames; `nil` or an empty range plays to the end of the song. The loop
  /// may end after the song. It has no effect if the position is already past its end. A repetition
  /// ends active notes and restores the state at the start of the loop. Real-time safe.
  @_noLocks @_noAllocation
  package mutating func setLoop(_ frames: Range<Int64>?) {
    if sending != .none && sendsLoopChase {
      // The list being sent is about to be replaced: send it as if by a seek.
      seek(to: nextFrame, at: jumpFrame)
    }
    guard let frames, frames.lowerBound < frames.upperBound else {
      loop = nil
      isInLoop = false
      return
    }
    precondition(frames.lowerBound >= 0, "A loop must not start before frame 0.")
    let first = firstEvent(atOrAfter: frames.lowerBound)
    let end = firstEvent(atOrAfter: frames.upperBound)
    loop = Loop(frames: frames, first: first, end: end)
    isInLoop = nextFrame <= frames.upperBound
    markChanges(from: first, to: end)
    loopChase.prepare(
      events, before: first, changed: changedInLoop, onlyChanged: true, bytes: fileBytes,
      at: fileRange.lowerBound)
  }

  private mutating func repeatLoop(_ loop: Loop, at loopEnd: Int64, upTo frame: Int64) {
    let length = loop.frames.upperBound &- loop.frames.lowerBound
    // A loop without events repeats any number of times in one step.
    let repetitions = loop.first == loop.end ? 1 &+ (frame &- loopEnd) / length : 1
    index = loop.first
    offset &+= repetitions &* length
    nextFrame = loop.frames.lowerBound
    startSending(at: loopEnd, loop: true)
  }

  private mutating func startSending(at frame: Int64, loop: Bool) {
    #if !hasFeature(Embedded)
      glides.removeAll()
    #endif
    jumpFrame = frame
    sendsLoopChase = loop
    sending = .notes
    if loop { loopChase.rewind() }
  }

  /// Returns the next event of a jump; `nil` at the end of a stage.
  private mutating func nextOfJump() -> SequencedEvent? {
    switch sending {
    case .none: break
    case .notes:
      if let message = notes.endOne() { return generated(message) }
      sending = .initialValues
    case .initialValues:
      let slot = sendsLoopChase ? loopChase.nextInitialSlot() : seekChase.nextInitialSlot()
      guard let slot else {
        sending = .events
        return nil
      }
      sent.elements[slot] = 0
      if let message = ControllerSlots.initialMessage(slot) { return generated(message) }
    case .events:
      let index = sendsLoopChase ? loopChase.nextEvent() : seekChase.nextEvent()
      guard let index else {
        sending = .none
        return nil
      }
      var event = events.elements[index]
      event.frame = jumpFrame
      record(event.content)
      return event
    }
    return nil
  }

  #if !hasFeature(Embedded)
    /// Returns the next change of pitch of a note, before the next event and the end of the loop.
    @_noLocks @_noAllocation
    private mutating func nextGlide(atOrBefore frame: Int64) -> SequencedEvent? {
      var end = frame &- offset &+ 1
      if index < events.count { end = min(end, events.elements[index].frame) }
      if let loop, isInLoop { end = min(end, loop.frames.upperBound) }
      guard var event = glides.next(before: end) else { return nil }
      event.frame &+= offset
      return event
    }

    /// Begins the glides of the event that was returned last, if it is a note-on.
    @_noLocks @_noAllocation
    private mutating func startGlides(of event: SequencedEvent) {
      guard case .message(let message) = event.content, message.startsNote,
        let channel = message.channel
      else { return }
      glides.start(
        channel: channel, key: message.data1, event: index &- 1, atSongFrame: event.frame &- offset)
    }
  #endif

  private func generated(_ message: MIDIMessage) -> SequencedEvent {
    SequencedEvent(frame: jumpFrame, track: nil, content: .message(message))
  }

  /// Records the active notes and changed slots of an event.
  private mutating func record(_ content: SequencedEvent.Content) {
    guard case .message(let message) = content else { return }
    notes.update(with: message)
    if let slot = ControllerSlots.slot(of: message) { sent.elements[slot] = 1 }
  }

  private func markChanges(from first: Int, to end: Int) {
    changedInLoop.elements.update(repeating: 0, count: changedInLoop.count)
    for index in first..<max(first, end) {
      guard case .message(let message) = events.elements[index].content,
        let slot = ControllerSlots.slot(of: message)
      else { continue }
      changedInLoop.elements[slot] = 1
      let number = slot % ControllerSlots.perChannel
      let channel = slot - number
      if number == ControllerSlots.program {
        // A program change depends on the bank selects before it, if any.
        markBank(channel)
        markBank(channel + 32)
      }
      let isReset = number == ControllerSlots.resetAllControllers
      guard isReset || ControllerSlots.isParameter(number) else { continue }
      for other in 0..<ControllerSlots.perChannel {
        if isReset ? ControllerSlots.isReset(other) : ControllerSlots.isParameter(other) {
          changedInLoop.elements[channel + other] = 1
        }
      }
    }
  }

  private func markBank(_ slot: Int) {
    if changedInLoop.elements[slot] == 0 { changedInLoop.elements[slot] = 2 }
  }

  private func firstEvent(atOrAfter songFrame: Int64) -> Int {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low &+ high) / 2
      if events.elements[middle].frame < songFrame { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

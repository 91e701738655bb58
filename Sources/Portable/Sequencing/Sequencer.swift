public import PeachMIDIEvents

/// Plays a MIDI file against a clock of frames: gives each event on its frame, in the file's order.
///
/// Making one allocates and takes a while; nothing else does, so that it can be driven on the
/// audio thread, by one thread at a time. Two clocks exist: *the caller's frames* only ever go up;
/// *song frames* count from the file's beginning. They are the same until the first
/// ``seek(to:at:)`` or the first time a loop goes round.
///
/// Tracks of format 0 and 1 sound together: events of one tick come by track, then as they stand in
/// the file. The patterns of format 2 play one after another. Frames are the nearest to the exact
/// time, halves upward.
///
/// ```swift
/// var sequencer = Sequencer(file, sampleRate: 48_000)
/// while let event = sequencer.next(atOrBefore: lastFrameOfBlock) { … event.frame … }
/// ```
public struct Sequencer: ~Copyable, @unchecked Sendable {
  // Sound: all memory has one owner, which cannot be copied.

  /// What is being sent after a jump, before the song goes on.
  private enum Sending {
    case nothing
    case notes
    case initialValues
    case events
  }

  private struct Loop {
    let frames: Range<Int64>
    let first: Int
    let end: Int
  }

  /// Frames in a second.
  public let sampleRate: Int
  /// How long the song is: to the end of its last track.
  public let durationFrames: Int64

  private let events: FixedBuffer<SequencedEvent>
  private let fileBytes: FixedBuffer<UInt8>
  private var index = 0
  /// Caller's frame minus song frame.
  private var offset: Int64 = 0
  /// The first song frame that was not asked for yet.
  private var nextFrame: Int64 = 0

  private var loop: Loop?
  /// True where playing has not passed the loop's end.
  private var isInLoop = false

  private var notes = SoundingNotes()
  /// Per slot: 1 where something was sent that is not the initial value.
  private let sent = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  /// Per slot: 1 where the loop changes it.
  private let changedInLoop = FixedBuffer<UInt8>(repeating: 0, count: ControllerSlots.count)
  private var seekChase: Chase
  private var loopChase: Chase
  private var sending = Sending.nothing
  private var sendsLoopChase = false
  /// The caller's frame of what is being sent.
  private var jumpFrame: Int64 = 0

  /// Prepares a file for playing at `sampleRate` frames a second, 1…768,000. Not for the audio
  /// thread.
  public init(_ file: MIDIFile, sampleRate: Int) {
    let timeline = Timeline.events(of: file, sampleRate: sampleRate)
    self.sampleRate = sampleRate
    durationFrames = file.duration.frame(sampleRate: sampleRate)
    events = FixedBuffer(timeline)
    fileBytes = FixedBuffer(file.bytes)
    seekChase = Chase(eventCount: timeline.count)
    loopChase = Chase(eventCount: timeline.count)
  }

  /// How many events the song has, meta-events not counted.
  public var eventCount: Int { events.count }

  /// True when the song has no more events to give; never in a loop.
  public var isFinished: Bool {
    index >= events.count && sending == .nothing && !(loop != nil && isInLoop)
  }

  /// The song frame that the caller's `frame` falls on; exact for the latest frame asked for.
  public func songFrame(at frame: Int64) -> Int64 { frame &- offset }

  /// The file's bytes at `range`, for System Exclusive; valid while this sequencer lives.
  ///
  /// `range` must come from an event of this sequencer.
  @_noLocks @_noAllocation
  public func bytes(of range: ByteRange) -> UnsafeRawBufferPointer {
    precondition(
      range.offset >= 0 && range.count >= 0 && range.count <= fileBytes.count
        && range.offset <= fileBytes.count &- range.count, "These bytes are not in the file.")
    return UnsafeRawBufferPointer(start: fileBytes.elements + range.offset, count: range.count)
  }

  /// The bytes of an event's System Exclusive part or escape; empty for messages.
  @_noLocks @_noAllocation
  func bytes(of event: SequencedEvent) -> UnsafeRawBufferPointer {
    switch event.content {
    case .message: UnsafeRawBufferPointer(start: nil, count: 0)
    case .systemExclusive(let part): bytes(of: part.range)
    case .escape(let range): bytes(of: range)
    }
  }

  /// The next event at or before the caller's `frame`; nil when there is none (yet).
  ///
  /// Ask until nil, then with a later frame; `frame` is below 2^62. Audio thread.
  @_noLocks @_noAllocation
  public mutating func next(atOrBefore frame: Int64) -> SequencedEvent? {
    while true {
      if sending != .nothing {
        guard jumpFrame <= frame else { return nil }
        if let event = nextOfJump() { return event }
        continue
      }
      if let loop, isInLoop, index >= loop.end {
        let turn = loop.frames.upperBound &+ offset
        guard turn <= frame else { break }
        goRound(loop, at: turn, upTo: frame)
        continue
      }
      guard index < events.count else { break }
      var event = events.elements[index]
      event.frame &+= offset
      guard event.frame <= frame else { break }
      index &+= 1
      take(event.content)
      return event
    }
    nextFrame = max(nextFrame, frame &- offset &+ 1)
    return nil
  }

  /// Goes on from `songFrame` as from the caller's `frame`: that and later frames follow.
  ///
  /// The next events, all at `frame`, put a synthesizer in the state that it would have there:
  /// note-offs for what sounds; initial values of what the song has changed since; then what is in
  /// force of the events before: System Exclusive, programs with their banks, controllers, pressure
  /// and bends. Notes begun before are not started again. What the song set through registered
  /// parameters only after that place stays as it is. Looks at every event before the place, which
  /// took 5 ms for a million of them. Any thread that owns the sequencer.
  @_noLocks @_noAllocation
  public mutating func seek(to songFrame: Int64, at frame: Int64) {
    let target = max(songFrame, 0)
    index = firstEvent(atOrAfter: target)
    offset = frame &- target
    nextFrame = target
    if let loop { isInLoop = target < loop.frames.upperBound }
    seekChase.prepare(
      events, before: index, changed: sent, onlyChanged: false, bytes: fileBytes)
    startSending(at: frame, loop: false)
  }

  /// Plays the song frames of `frames` over and over once its end is reached; nil, or an empty
  /// range, goes on to the song's end.
  ///
  /// The range begins at 0 or later; it may end beyond the song, which is silence. A song that has
  /// passed its end plays on. Going round ends the notes that sound, and puts back what the loop
  /// changed to what it was at its beginning. Any thread that owns the sequencer.
  @_noLocks @_noAllocation
  public mutating func setLoop(_ frames: Range<Int64>?) {
    if sending != .nothing && sendsLoopChase {
      // The list being sent is about to be written anew: send it as if by a seek.
      seek(to: nextFrame, at: jumpFrame)
    }
    guard let frames, frames.lowerBound < frames.upperBound else {
      loop = nil
      isInLoop = false
      return
    }
    precondition(frames.lowerBound >= 0, "A loop begins at frame 0 or later.")
    let first = firstEvent(atOrAfter: frames.lowerBound)
    let end = firstEvent(atOrAfter: frames.upperBound)
    loop = Loop(frames: frames, first: first, end: end)
    isInLoop = nextFrame <= frames.upperBound
    markChanges(from: first, to: end)
    loopChase.prepare(
      events, before: first, changed: changedInLoop, onlyChanged: true, bytes: fileBytes)
  }

  private mutating func goRound(_ loop: Loop, at turn: Int64, upTo frame: Int64) {
    let length = loop.frames.upperBound &- loop.frames.lowerBound
    // A loop without events goes round any number of times at once.
    let rounds = loop.first == loop.end ? 1 &+ (frame &- turn) / length : 1
    index = loop.first
    offset &+= rounds &* length
    nextFrame = loop.frames.lowerBound
    startSending(at: turn, loop: true)
  }

  private mutating func startSending(at frame: Int64, loop: Bool) {
    jumpFrame = frame
    sendsLoopChase = loop
    sending = .notes
    if loop { loopChase.rewind() }
  }

  /// The next message that a jump sends; nil when it has sent all of a kind.
  private mutating func nextOfJump() -> SequencedEvent? {
    switch sending {
    case .nothing: break
    case .notes:
      if let message = notes.endOne() { return made(message) }
      sending = .initialValues
    case .initialValues:
      let slot = sendsLoopChase ? loopChase.nextInitialSlot() : seekChase.nextInitialSlot()
      guard let slot else {
        sending = .events
        return nil
      }
      sent.elements[slot] = 0
      if let message = ControllerSlots.initialMessage(slot) { return made(message) }
    case .events:
      let place = sendsLoopChase ? loopChase.nextEvent() : seekChase.nextEvent()
      guard let place else {
        sending = .nothing
        return nil
      }
      var event = events.elements[place]
      event.frame = jumpFrame
      take(event.content)
      return event
    }
    return nil
  }

  private func made(_ message: MIDIMessage) -> SequencedEvent {
    SequencedEvent(frame: jumpFrame, track: nil, content: .message(message))
  }

  /// Remembers what an event leaves behind.
  private mutating func take(_ content: SequencedEvent.Content) {
    guard case .message(let message) = content else { return }
    notes.take(message)
    if let slot = ControllerSlots.slot(of: message) { sent.elements[slot] = 1 }
  }

  private func markChanges(from first: Int, to end: Int) {
    changedInLoop.elements.update(repeating: 0, count: changedInLoop.count)
    for place in first..<max(first, end) {
      guard case .message(let message) = events.elements[place].content,
        let slot = ControllerSlots.slot(of: message)
      else { continue }
      changedInLoop.elements[slot] = 1
      let number = slot % ControllerSlots.perChannel
      let channel = slot - number
      if number == ControllerSlots.program {
        // A program comes with the bank it was chosen from, where the song says which.
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

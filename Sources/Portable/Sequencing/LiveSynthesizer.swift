public import PeachSynthesis
import Synchronization

/// A synthesizer that one thread plays and another lets sound.
///
/// The control side sends batches of events; the audio side takes them at the beginning of its next
/// block and from then on keeps their times to the frame. Neither waits for the other, and the
/// audio side allocates nothing.
public final class LiveSynthesizer: @unchecked Sendable {
  // Sound: the synthesizer and the schedule belong to the audio side, the batch counter to the
  // control side; what crosses goes through the queues and the atomic clock.

  /// What crosses from control to sound.
  private enum Command: BitwiseCopyable, Sendable {
    case begin(batch: UInt64)
    case event(offset: Int, SynthesizerEvent)
    case cancel(batch: UInt64)
  }

  /// When a batch began to sound.
  public struct Beginning: BitwiseCopyable, Sendable {
    /// The number that ``send(_:)`` gave it.
    public var batch: UInt64
    /// The frame of the audio clock at which its offset 0 lies.
    public var frame: Int
  }

  /// How many commands may wait for the audio side.
  public static let commandCapacity = 4096

  /// Frames in a second.
  public let sampleRate: Double
  private let synthesizer: UnsafeMutablePointer<Synthesizer>
  private let schedule: UnsafeMutablePointer<EventSchedule>
  private let commands = CommandQueue<Command>(capacity: commandCapacity)
  private let beginnings = CommandQueue<Beginning>(capacity: commandCapacity)
  private let frames = Atomic<Int>(0)
  private let voices = Atomic<Int>(0)
  private var lastBatch: UInt64 = 0
  // The audio side's own.
  private var batch: UInt64 = 0
  private var batchFrame = 0

  /// A live synthesizer with nothing on any channel. Allocates all it will ever need.
  public init(_ configuration: SynthesizerConfiguration) {
    sampleRate = configuration.sampleRate
    synthesizer = .allocate(capacity: 1)
    synthesizer.initialize(to: Synthesizer(configuration))
    schedule = .allocate(capacity: 1)
    schedule.initialize(to: EventSchedule(capacity: Self.commandCapacity))
  }

  deinit {
    synthesizer.deinitialize(count: 1)
    synthesizer.deallocate()
    schedule.deinitialize(count: 1)
    schedule.deallocate()
  }

  // MARK: Control side, one thread at a time

  /// The audio clock: frames rendered so far. Any thread.
  public var clock: Int { frames.load(ordering: .acquiring) }

  /// How many voices sounded at the end of the last block. Any thread.
  public var soundingVoiceCount: Int { voices.load(ordering: .relaxed) }

  /// Sends events that belong together, `frame` counted from the moment the first block takes them;
  /// nil, and nothing sent, where so many wait already that there is no room.
  ///
  /// Gives the batch's number, by which ``nextBeginning()`` tells when that moment was, and by
  /// which ``cancel(batch:)`` takes back what has not yet happened.
  public func send(_ events: [TimedEvent]) -> UInt64? {
    guard events.count < Self.commandCapacity - pendingCount else { return nil }
    lastBatch += 1
    pushed += 1
    guard commands.push(.begin(batch: lastBatch)) else { return nil }
    for event in events {
      pushed += 1
      commands.push(.event(offset: max(event.frame, 0), event.event))
    }
    return lastBatch
  }

  /// Takes back those events of a batch that have not yet happened.
  @discardableResult
  public func cancel(batch: UInt64) -> Bool {
    let isTaken = commands.push(.cancel(batch: batch))
    if isTaken { pushed += 1 }
    return isTaken
  }

  /// The next batch that has begun, in their order; nil where none has since the last call.
  public func nextBeginning() -> Beginning? { beginnings.pop() }

  private var pushed = 0
  private let popped = Atomic<Int>(0)
  private var pendingCount: Int { pushed - popped.load(ordering: .acquiring) }

  // MARK: Audio side

  /// Writes the next `count` frames. The audio thread's only entry: it never waits.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    takeCommands()
    var done = 0
    while done < count {
      let now = frames.load(ordering: .relaxed) &+ done
      while let event = schedule.pointee.next(atOrBefore: now) { handle(event) }
      let run = min(count &- done, schedule.pointee.nextFrame &- now)
      // The synthesizer's own entry is checked where it is compiled.
      _unsafePerformance {
        synthesizer.pointee.render(left: left + done, right: right + done, count: run)
      }
      done &+= run
    }
    let clock = frames.load(ordering: .relaxed) &+ count
    frames.store(clock, ordering: .releasing)
    _unsafePerformance {
      voices.store(synthesizer.pointee.soundingVoiceCount, ordering: .relaxed)
    }
  }

  private func takeCommands() {
    let now = frames.load(ordering: .relaxed)
    while let command = commands.pop() {
      popped.store(popped.load(ordering: .relaxed) &+ 1, ordering: .releasing)
      switch command {
      case .begin(let number):
        batch = number
        batchFrame = now
        beginnings.push(Beginning(batch: number, frame: now))
      case .event(let offset, let event):
        let frame = batchFrame &+ offset
        // Late, or no room: at once. Room is as large as the queue, so that it is always enough
        // for what is waiting, unless thousands of events lie far ahead.
        if frame <= now || !schedule.pointee.add(event, at: frame, batch: batch) { handle(event) }
      case .cancel(let number): schedule.pointee.remove(batch: number)
      }
    }
  }

  private func handle(_ event: SynthesizerEvent) {
    _unsafePerformance { synthesizer.pointee.handle(event) }
  }
}

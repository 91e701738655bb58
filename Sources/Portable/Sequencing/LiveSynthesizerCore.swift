import PeachSynthesis
import Synchronization

/// What crosses from the control side of a live synthesizer to its audio side.
enum LiveCommand: BitwiseCopyable, Sendable {
  case begin(batch: UInt64)
  case event(offset: Int, SynthesizerEvent)
  case cancel(batch: UInt64)
}

/// What both sides of a live synthesizer touch: queues and atomic numbers, nothing else.
struct LiveLink: ~Copyable {
  let commands: CommandQueue<LiveCommand>
  let beginnings: CommandQueue<LiveSynthesizer.Beginning>
  /// Frames rendered so far.
  let clock = Atomic<Int>(0)
  /// Commands taken so far.
  let takenCount = Atomic<Int>(0)
  let voiceCount = Atomic<Int>(0)

  init(capacity: Int) {
    commands = CommandQueue(capacity: capacity)
    beginnings = CommandQueue(capacity: capacity)
  }
}

/// The audio side of a live synthesizer, in memory of its own: no object that could be counted.
struct LiveSynthesizerCore: ~Copyable {
  private let link: UnsafePointer<LiveLink>
  /// In memory of its own, so that a call into its module captures an address and nothing else.
  private let synthesizer: UnsafeMutablePointer<Synthesizer>
  private var schedule: EventSchedule
  private var batch: UInt64 = 0
  private var batchFrame = 0

  /// An audio side whose `link` must outlive it.
  init(
    _ configuration: SynthesizerConfiguration, link: UnsafePointer<LiveLink>, capacity: Int
  ) {
    self.link = link
    synthesizer = .allocate(capacity: 1)
    synthesizer.initialize(to: Synthesizer(configuration))
    schedule = EventSchedule(capacity: capacity)
  }

  deinit {
    synthesizer.deinitialize(count: 1)
    synthesizer.deallocate()
  }

  /// Takes what the control side sent, and writes the next `count` frames.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let start = link.pointee.clock.load(ordering: .relaxed)
    // What was planned for this frame comes before what has only now been asked for.
    while let event = schedule.next(atOrBefore: start) { handle(event) }
    takeCommands()
    var done = 0
    while done < count {
      while let event = schedule.next(atOrBefore: start &+ done) { handle(event) }
      let run = min(count &- done, schedule.nextFrame &- start &- done)
      // The synthesizer's own entries are checked where they are compiled.
      let synthesizer = synthesizer
      _unsafePerformance {
        synthesizer.pointee.render(left: left + done, right: right + done, count: run)
      }
      done &+= run
    }
    link.pointee.clock.store(start &+ count, ordering: .releasing)
    let synthesizer = synthesizer
    let sounding = _unsafePerformance { synthesizer.pointee.soundingVoiceCount }
    link.pointee.voiceCount.store(sounding, ordering: .relaxed)
  }

  private mutating func takeCommands() {
    let now = link.pointee.clock.load(ordering: .relaxed)
    while let command = link.pointee.commands.pop() {
      link.pointee.takenCount.store(
        link.pointee.takenCount.load(ordering: .relaxed) &+ 1, ordering: .releasing)
      switch command {
      case .begin(let number):
        batch = number
        batchFrame = now
        link.pointee.beginnings.push(LiveSynthesizer.Beginning(batch: number, frame: now))
      case .event(let offset, let event):
        let frame = batchFrame &+ offset
        // Room is as large as the queue, so that it is always enough for what is waiting, unless
        // thousands of events lie far ahead; then the last of them come too soon.
        let waits = frame > now && schedule.add(event, at: frame, batch: batch)
        if !waits { handle(event) }
      case .cancel(let number): schedule.remove(batch: number)
      }
    }
  }

  private mutating func handle(_ event: SynthesizerEvent) {
    let synthesizer = synthesizer
    _unsafePerformance { synthesizer.pointee.handle(event) }
  }
}

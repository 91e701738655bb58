package import PeachSynthesis
import Synchronization

/// A command from the control thread of a ``LiveSynthesizer`` to its audio thread.
enum LiveCommand: BitwiseCopyable, Sendable {
  /// Begins a batch at a frame; `Int64.min` for the next one.
  case begin(batch: UInt64, frame: Int64)
  case event(offset: Int, SynthesizerEvent)
  case cancel(batch: UInt64)
  /// Asks for an answer once the preset is unused.
  case release(LivePresets.Release)
}

/// The state that the control thread and the audio thread of a ``LiveSynthesizer`` share.
struct LiveSharedState: ~Copyable {
  let commands: CommandQueue<LiveCommand>
  let beginnings: CommandQueue<LiveSynthesizer.Beginning>
  /// Presets that the audio thread no longer uses. It has room for the answers to all questions.
  let unused: CommandQueue<LivePresets.Release>
  let counters = LiveCounters()

  init(capacity: Int) {
    commands = CommandQueue(capacity: capacity)
    beginnings = CommandQueue(capacity: capacity)
    unused = CommandQueue(capacity: LivePresets.questionLimit)
  }
}

/// The audio-thread side of a ``LiveSynthesizer``.
struct LiveSynthesizerCore: ~Copyable {
  private let shared: UnsafePointer<LiveSharedState>
  private let engine: LiveEngine
  var synthesizer: UnsafeMutablePointer<Synthesizer> { engine.synthesizer }
  private var schedule: FrameSchedule<SynthesizerEvent>
  private var batch: UInt64 = 0
  private var batchFrame: Int64 = 0
  /// Presets about which the control thread asks.
  private let releases: UnsafeMutablePointer<LivePresets.Release>
  private var releaseCount = 0
  /// The index of the one to check next.
  private var releaseIndex = 0
  /// The number of voices and channels.
  private let usersCount: Int
  /// The number of comparisons per block, about ten microseconds.
  private static var comparisonLimit: Int { 4096 }

  /// Allocates; `shared` must stay valid as long.
  init(
    _ configuration: SynthesizerConfiguration, shared: UnsafePointer<LiveSharedState>, capacity: Int
  ) {
    self.shared = shared
    engine = LiveEngine(configuration)
    schedule = FrameSchedule(capacity: capacity)
    releases = .allocate(capacity: LivePresets.questionLimit)
    usersCount = configuration.maximumVoices &+ configuration.channelCount
  }

  deinit { releases.deallocate() }

  /// Handles the queued commands and renders `count` frames.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    handleCommands()
    renderHandled(left: left, right: right, count: count)
  }

  /// Handles the queued commands.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func handleCommands() {
    // Events scheduled for this frame precede commands that have just arrived.
    handleScheduledEvents()
    while let command = shared.pointee.commands.pop() { handle(command) }
  }

  /// Renders `count` frames, and leaves commands in the queue.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func renderHandled(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var block = BlockSplitter(left: left, right: right, count: count)
    while !engine.render(&block, upTo: count, nextAction: schedule.nextFrame) {
      handleScheduledEvents()
    }
    answerReleases()
    engine.publish(to: shared.pointee.counters)
  }

  private mutating func handleScheduledEvents() {
    while let event = schedule.next(atOrBefore: engine.frame) { handle(event) }
  }

  private mutating func handle(_ command: LiveCommand) {
    switch command {
    case .begin(let number, let frame):
      batch = number
      batchFrame = frame == .min ? engine.frame : frame
      // Beyond the capacity, `nextBeginning()` reports the oldest ones.
      _ = shared.pointee.beginnings.push(
        LiveSynthesizer.Beginning(batch: number, frame: batchFrame))
    case .event(let offset, let event):
      let frame = batchFrame &+ Int64(offset)
      // The schedule is as large as the queue. If thousands of events are scheduled far ahead, it
      // may be full: further events are then handled immediately.
      let isScheduled = frame > engine.frame && schedule.add(event, at: frame, batch: batch)
      if !isScheduled { handle(event) }
    case .cancel(let number): schedule.remove(batch: number)
    case .release(let release):
      // The control thread has at most as many questions without an answer.
      (releases + releaseCount).initialize(to: release)
      releaseCount &+= 1
    }
  }

  /// Answers questions about presets, in turn: at least one per block, and as many as need
  /// ``comparisonLimit`` comparisons with voices, channels and scheduled events.
  private mutating func answerReleases() {
    let cost = max(usersCount &+ schedule.count, 1)
    var remaining = min(releaseCount, max(Self.comparisonLimit / cost, 1))
    while remaining > 0 {
      remaining &-= 1
      let index = releaseIndex < releaseCount ? releaseIndex : 0
      let release = releases[index]
      if isUsed(release.address) || !shared.pointee.unused.push(release) {
        releaseIndex = index &+ 1
      } else {
        releaseCount &-= 1
        releases[index] = releases[releaseCount]
        releaseIndex = index
      }
    }
  }

  private func isUsed(_ address: UInt) -> Bool {
    let synthesizer = engine.synthesizer
    if _unsafePerformance({ synthesizer.pointee.isUsed(address) }) { return true }
    return schedule.contains { event in
      if case .usePreset(_, let preset) = event { preset.address == address } else { false }
    }
  }

  private func handle(_ event: SynthesizerEvent) {
    let synthesizer = engine.synthesizer
    _unsafePerformance { synthesizer.pointee.handle(event) }
  }
}

/// The rendering of a ``LiveSynthesizer`` for functions that the compiler verifies as real-time: it
/// accepts no static function of a class there.
package enum LiveAudioThread {
  /// See ``LiveSynthesizer/render(_:left:right:count:)``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func render(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    context.assumingMemoryBound(to: LiveSynthesizerCore.self)
      .pointee.render(left: left, right: right, count: count)
  }

  /// Handles the commands that have arrived, before ``renderHandled(_:left:right:count:)``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func handleCommands(_ context: UnsafeMutableRawPointer) {
    context.assumingMemoryBound(to: LiveSynthesizerCore.self).pointee.handleCommands()
  }

  /// Renders the next `count` frames without the commands that have arrived.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func renderHandled(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    context.assumingMemoryBound(to: LiveSynthesizerCore.self)
      .pointee.renderHandled(left: left, right: right, count: count)
  }

  /// Returns the synthesizer, which only the audio thread uses.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func synthesizer(
    of context: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Synthesizer> {
    context.assumingMemoryBound(to: LiveSynthesizerCore.self).pointee.synthesizer
  }
}

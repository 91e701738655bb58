public import PeachSynthesis
package import Synchronization

/// The counters that a ``LiveEngine`` publishes for other threads.
package struct LiveCounters: ~Copyable {
  /// In frames rendered.
  package let clock = Atomic<Int64>(0)
  /// The number of active voices at the end of the last block.
  package let voiceCount = Atomic<Int>(0)

  package init() {}
}

/// The audio-thread engine of players and plug-ins: owns the synthesizer, renders blocks that are
/// split at events and timed actions, and publishes counters.
///
/// ```swift
/// var block = BlockSplitter(left: left, right: right, count: count)
/// for event in events {
///   while !engine.render(&block, upTo: event.frame, nextAction: nextFrame) { performActions() }
///   handle(event)
/// }
/// ```
/// Nothing waits, allocates or counts references after `init`.
@usableFromInline package struct LiveEngine: ~Copyable {
  /// The synthesizer, in memory of its own: closures capture only its address.
  @usableFromInline package let synthesizer: UnsafeMutablePointer<Synthesizer>

  package init(_ configuration: SynthesizerConfiguration) {
    synthesizer = .allocate(capacity: 1)
    synthesizer.initialize(to: Synthesizer(configuration))
  }

  // Inlinable, as Embedded Swift requires for noncopyable types.
  @inlinable deinit {
    synthesizer.deinitialize(count: 1)
    synthesizer.deallocate()
  }

  package var frame: Int64 {
    @_noLocks @_noAllocation
    get {
      let synthesizer = synthesizer
      return _unsafePerformance { synthesizer.pointee.frame }
    }
  }

  /// The number of active voices.
  package var voiceCount: Int {
    @_noLocks @_noAllocation
    get {
      let synthesizer = synthesizer
      return _unsafePerformance { synthesizer.pointee.soundingVoiceCount }
    }
  }

  /// Renders a block up to `end`, the frame offset of an event, or to the next timed action at
  /// `actionFrame` (`Int64.max` for none), whichever is earlier. Returns whether `end` is reached;
  /// if not, perform the actions that are due, and call again.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func render(
    _ block: inout BlockSplitter, upTo end: Int, nextAction actionFrame: Int64
  ) -> Bool {
    let end = min(end, block.count)
    if block.offset >= end { return true }
    let framesUntilAction = max(actionFrame &- frame, 0)
    let run = min(Int64(end &- block.offset), framesUntilAction)
    let segment = block.nextSegment(upTo: block.offset &+ Int(truncatingIfNeeded: run))
    synthesizer.pointee.render(segment)
    return block.offset >= end
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func publish(to counters: borrowing LiveCounters) {
    let synthesizer = synthesizer
    let voiceCount = _unsafePerformance { synthesizer.pointee.soundingVoiceCount }
    counters.voiceCount.store(voiceCount, ordering: .relaxed)
    counters.clock.store(frame, ordering: .releasing)
  }
}

public import PeachSynthesis
import Synchronization

/// A synthesizer that one thread controls and an audio thread renders. The audio thread receives a
/// batch of events at the start of its next block and handles them on their frames. Neither thread
/// waits for the other, and the audio thread does not allocate.
///
/// ```swift
/// let live = LiveSynthesizer(SynthesizerConfiguration(sampleRate: 48_000))
/// _ = live.use(cello, onChannel: 0)
/// _ = live.send([LiveEvent(.noteOn(channel: 0, key: 60, velocity: 100))])
/// LiveSynthesizer.render(live.audioContext, left: left, right: right, count: 512)
/// ```
/// It keeps the presets that its batches select until no channel, voice or pending event uses them.
/// Use it on one thread at a time, apart from rendering; to share it, protect it by a lock.
public final class LiveSynthesizer {
  // The threads exchange data through lock-free queues and atomics only. The core belongs to the
  // audio thread, `lastBatch` and `presets` to the control thread.

  /// The frame at which a batch started.
  public struct Beginning: BitwiseCopyable, Sendable {
    /// The batch number that ``LiveSynthesizer/send(_:)`` returned.
    public var batch: UInt64
    /// The clock frame of the batch's offset 0.
    public var frame: Int64
  }

  /// The capacity of the command queue.
  public static var commandCapacity: Int { 4096 }

  /// The sample rate, in hertz.
  public let sampleRate: Double
  private let shared: UnsafeMutablePointer<LiveSharedState>
  private let core: UnsafeMutablePointer<LiveSynthesizerCore>
  private var lastBatch: UInt64 = 0
  private var presets = LivePresets()

  /// Creates a synthesizer without a preset on any channel. Allocates all the memory it needs.
  public init(_ configuration: SynthesizerConfiguration) {
    sampleRate = configuration.sampleRate
    shared = .allocate(capacity: 1)
    shared.initialize(to: LiveSharedState(capacity: Self.commandCapacity))
    core = .allocate(capacity: 1)
    core.initialize(
      to: LiveSynthesizerCore(
        configuration, shared: UnsafePointer(shared), capacity: Self.commandCapacity))
  }

  deinit {
    core.deinitialize(count: 1)
    core.deallocate()
    shared.deinitialize(count: 1)
    shared.deallocate()
  }

  // MARK: Any thread

  /// The audio clock: the number of frames rendered.
  public var clock: Int64 { shared.pointee.counters.clock.load(ordering: .acquiring) }
  /// The number of active voices at the end of the last block.
  public var soundingVoiceCount: Int { shared.pointee.counters.voiceCount.load(ordering: .relaxed) }

  // MARK: Control thread (one thread at a time)

  /// Sends a batch of events; their frames count from the start of the block that receives it.
  ///
  /// - Returns: The batch number, which ``nextBeginning()`` reports and ``cancel(batch:)`` takes,
  ///   or `nil` if the queue has no room for the batch. Nothing is sent then.
  public func send(_ events: [LiveEvent]) -> UInt64? { send(events, from: nil) }

  /// Sends a batch of events; their frames count from a frame of ``clock``. Events whose frame has
  /// been rendered are handled at the start of the next block. See ``send(_:)-([LiveEvent])``.
  package func send(_ events: [LiveEvent], from frame: Int64?) -> UInt64? {
    releaseUnused()
    guard events.count + 1 <= shared.pointee.commands.room else { return nil }
    lastBatch += 1
    // There is room for all of them, as only this thread pushes.
    _ = shared.pointee.commands.push(.begin(batch: lastBatch, frame: frame ?? .min))
    for event in events { push(event) }
    presets.ask { [shared] in shared.pointee.commands.push(.release($0)) }
    return lastBatch
  }

  /// Sends a batch of events that select no preset; see ``send(_:)-([LiveEvent])``.
  @_disfavoredOverload
  public func send(_ events: [TimedEvent]) -> UInt64? { send(events.map { LiveEvent($0) }) }

  /// Selects a preset on a channel at the start of the next block. Active notes continue.
  ///
  /// - Returns: The batch number, or `nil` if the queue is full. Nothing is sent then.
  public func use(_ preset: PreparedPreset, onChannel channel: UInt8) -> UInt64? {
    send([.use(preset, onChannel: channel)])
  }

  private func push(_ event: LiveEvent) {
    let handled: SynthesizerEvent
    switch event.action {
    case .use(let preset, let channel):
      presets.select(preset, onChannel: channel)
      handled = .usePreset(channel: channel, preset: preset.handle)
    case .event(let event):
      if case .usePreset = event { preconditionFailure("LiveEvent.use selects presets.") }
      if case .resetChannel(let channel) = event { presets.deselect(channel: channel) }
      handled = event
    }
    _ = shared.pointee.commands.push(.event(offset: max(event.frame, 0), handled))
  }

  /// The number of presets that the audio thread may use, which this object keeps in memory.
  package var keptPresetCount: Int {
    releaseUnused()
    return presets.count
  }

  private func releaseUnused() {
    while let answer = shared.pointee.unused.pop() { presets.release(answer) }
  }

  /// Cancels the events of a batch that have not been handled yet.
  ///
  /// - Throws: ``LiveCommandError/queueFull``; the events remain.
  public func cancel(batch: UInt64) throws(LiveCommandError) {
    guard shared.pointee.commands.push(.cancel(batch: batch)) else { throw .queueFull }
  }

  /// Returns the next batch that has started, in order; `nil` if none has since the last call. The
  /// queue keeps the oldest 4,096 starts; later ones are dropped until it is read.
  public func nextBeginning() -> Beginning? { shared.pointee.beginnings.pop() }

  // MARK: Audio thread

  /// The context for ``render(_:left:right:count:)``; valid for the lifetime of this object.
  public var audioContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(core) }

  /// Renders the next `count` frames. Wait-free, without reference counting.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func render(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    LiveAudioThread.render(context, left: left, right: right, count: count)
  }
}

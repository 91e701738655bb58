public import PeachSynthesis
import Synchronization

/// A synthesizer that one thread plays and another lets sound.
///
/// The control side sends batches of events; the audio side takes them at the beginning of its next
/// block and from then on keeps their times to the frame. Neither waits for the other, and the
/// audio side allocates nothing.
public final class LiveSynthesizer: @unchecked Sendable {
  // Sound: what crosses goes through the link's queues and atomic numbers; the core is the audio
  // side's, the counters here are the control side's.

  /// When a batch began to sound.
  public struct Beginning: BitwiseCopyable, Sendable {
    /// The number that ``LiveSynthesizer/send(_:)`` gave it.
    public var batch: UInt64
    /// The frame of the audio clock at which its offset 0 lies.
    public var frame: Int
  }

  /// How many commands may wait for the audio side: a power of two.
  public static var commandCapacity: Int { 4096 }

  /// Frames in a second.
  public let sampleRate: Double
  private let link: UnsafeMutablePointer<LiveLink>
  private let core: UnsafeMutablePointer<LiveSynthesizerCore>
  private var lastBatch: UInt64 = 0
  private var sentCount = 0

  /// A live synthesizer with nothing on any channel. Allocates all it will ever need.
  public init(_ configuration: SynthesizerConfiguration) {
    sampleRate = configuration.sampleRate
    link = .allocate(capacity: 1)
    link.initialize(to: LiveLink(capacity: Self.commandCapacity))
    core = .allocate(capacity: 1)
    core.initialize(
      to: LiveSynthesizerCore(
        configuration, link: UnsafePointer(link), capacity: Self.commandCapacity))
  }

  deinit {
    core.deinitialize(count: 1)
    core.deallocate()
    link.deinitialize(count: 1)
    link.deallocate()
  }

  // MARK: Any thread

  /// The audio clock: frames rendered so far.
  public var clock: Int { link.pointee.clock.load(ordering: .acquiring) }

  /// How many voices sounded at the end of the last block.
  public var soundingVoiceCount: Int { link.pointee.voiceCount.load(ordering: .relaxed) }

  // MARK: Control side, one thread at a time

  /// Sends events that belong together, `frame` counted from the moment the audio side takes them;
  /// nil, and nothing sent, where so many wait already that there is no room.
  ///
  /// Gives the batch's number, by which ``nextBeginning()`` tells when that moment was, and by
  /// which ``cancel(batch:)`` takes back what has not yet happened.
  public func send(_ events: [TimedEvent]) -> UInt64? {
    guard events.count + 1 <= roomLeft else { return nil }
    lastBatch += 1
    push(.begin(batch: lastBatch))
    for event in events { push(.event(offset: max(event.frame, 0), event.event)) }
    return lastBatch
  }

  /// Takes back those events of a batch that have not yet happened; false where there is no room
  /// for the command.
  @discardableResult
  public func cancel(batch: UInt64) -> Bool {
    guard roomLeft > 0 else { return false }
    push(.cancel(batch: batch))
    return true
  }

  /// The next batch that has begun, in their order; nil where none has since the last call.
  ///
  /// A batch whose beginning was not asked for while thousands of others began is forgotten.
  public func nextBeginning() -> Beginning? { link.pointee.beginnings.pop() }

  private var roomLeft: Int {
    Self.commandCapacity - (sentCount - link.pointee.takenCount.load(ordering: .acquiring))
  }

  private func push(_ command: LiveCommand) {
    link.pointee.commands.push(command)
    sentCount += 1
  }

  // MARK: Audio side

  /// What ``render(_:left:right:count:)`` needs; valid while this object lives.
  public var audioContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(core) }

  /// Writes the next `count` frames: the audio thread's only entry. It never waits, and touches no
  /// object that is counted.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func render(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    context.assumingMemoryBound(to: LiveSynthesizerCore.self)
      .pointee.render(left: left, right: right, count: count)
  }
}

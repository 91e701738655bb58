import CPeach
import PeachPlugIn
import Synchronization

/// A player on the audio thread.
struct PlayerAudio: ~Copyable {
  private let context: UnsafeMutableRawPointer
  private let isRendering = Atomic<Bool>(false)
  /// The number of frames rendered.
  let clock = Atomic<Int64>(0)
  private let scratch: UnsafeMutablePointer<Float>
  private let events: UnsafeMutablePointer<UnitEvent>

  static var eventCapacity: Int { 1024 }
  private static var scratchFrames: Int { 4096 }

  /// Allocates. `context` is that of a ``SamplerUnit``, and must stay valid.
  init(_ context: UnsafeMutableRawPointer) {
    self.context = context
    scratch = .allocate(capacity: 2 * Self.scratchFrames)
    events = .allocate(capacity: Self.eventCapacity)
  }

  deinit {
    scratch.deallocate()
    events.deallocate()
  }

  /// Begins rendering. Returns `false` if another thread is rendering. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func begin() -> Bool { !isRendering.exchange(true, ordering: .acquiring) }

  /// Ends rendering. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func end() { isRendering.store(false, ordering: .releasing) }

  /// The number of active voices after the last block.
  var voiceCount: Float {
    @_noLocks @_noAllocation get {
      let context = context
      return _unsafePerformance { SamplerUnit.activeVoiceCount(context) }
    }
  }

  /// Renders `frames` frames, in blocks if the buffers are interleaved. Wait-free.
  ///
  /// - Parameter source: At most ``eventCapacity`` events, sorted by frame.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func render(
    _ source: UnsafeBufferPointer<peach_event>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, stride: Int, frames: Int
  ) {
    var (start, next) = (0, 0)
    while start < frames {
      let run = stride == 1 ? frames &- start : min(frames &- start, Self.scratchFrames)
      var count = 0
      let isLast = start &+ run == frames
      while next < source.count, isLast || source[next].frame < start &+ run {
        let event = source[next]
        next &+= 1
        guard let bytes = event.bytes else { continue }
        (events + count).initialize(
          to: UnitEvent(frame: event.frame &- start, .bytes(bytes, count: event.byte_count)))
        count &+= 1
      }
      let block = UnsafeBufferPointer(start: UnsafePointer(events), count: count)
      if stride == 1 {
        render(block, left, right, run)
      } else {
        let other = scratch + Self.scratchFrames
        render(block, scratch, other, run)
        var index = 0
        while index < run {
          left[(start &+ index) &* stride] = scratch[index]
          right[(start &+ index) &* stride] = other[index]
          index &+= 1
        }
      }
      start &+= run
    }
    clock.wrappingAdd(Int64(frames), ordering: .releasing)
  }

  /// Renders a block. The checks do not know that the metadata of the unit's class, which exists,
  /// is ready; the unit's function has passed them.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func render(
    _ events: UnsafeBufferPointer<UnitEvent>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let context = context
    _unsafePerformance {
      SamplerUnit.render(context, events: events, left: left, right: right, count: count)
    }
  }

  /// Handles the commands of the control thread without rendering.
  func handleCommands() {
    SamplerUnit.render(
      context, events: UnsafeBufferPointer(start: nil, count: 0), left: scratch, right: scratch,
      count: 0)
  }
}

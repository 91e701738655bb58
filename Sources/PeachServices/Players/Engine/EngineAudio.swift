import PeachMIDIInput
import PeachSequencing
import Synchronization

/// The audio-thread state of a ``PlaybackEngine``: the synthesizer and the time of its clock.
private struct EngineAudio: ~Copyable {
  let live: UnsafeMutableRawPointer
  let nanosecondsPerFrame: Double
  /// The number of frames rendered; audio thread only.
  var frame: Int64 = 0
  /// The time of frame 0 in nanoseconds; `Int64.min` before the first block.
  let origin = Atomic<Int64>(.min)

  init(_ live: LiveSynthesizer) {
    self.live = live.audioContext
    nanosecondsPerFrame = 1e9 / live.sampleRate
  }
}

/// The memory of an engine's audio-thread state, without reference counting.
struct EngineAudioMemory: @unchecked Sendable {
  // Safe: the audio thread owns all but the atomic.
  private let pointer: UnsafeMutablePointer<EngineAudio>

  /// Allocates; the synthesizer must outlive it.
  init(_ live: LiveSynthesizer) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: EngineAudio(live))
  }

  func deallocate() {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// The context of ``renderEngine(_:_:_:_:)``.
  var context: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  /// The time since frame 0 was requested; `nil` before the first block.
  var secondsSinceFrameZero: Double? {
    let origin = pointer.pointee.origin.load(ordering: .relaxed)
    if origin == .min { return nil }
    return Double(Int64(bitPattern: MIDIClock.nanoseconds) &- origin) / 1e9
  }
}

/// The callback of a ``PlaybackEngine``.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
func renderEngine(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int
) {
  let audio = context.assumingMemoryBound(to: EngineAudio.self)
  let elapsed = Double(audio.pointee.frame) * audio.pointee.nanosecondsPerFrame
  let now = Int64(bitPattern: MIDIClock.nanoseconds)
  audio.pointee.origin.store(now &- Int64(elapsed), ordering: .relaxed)
  audio.pointee.frame &+= Int64(count)
  LiveAudioThread.render(audio.pointee.live, left: left, right: right, count: count)
}

import PeachSequencing
import Synchronization

/// The rendering of a ``SamplerUnit`` for functions that the compiler verifies as real-time: it
/// accepts no static function of a class there.
package enum UnitAudio {
  /// See ``SamplerUnit/render(_:events:left:right:count:)``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func render(
    _ context: UnsafeMutableRawPointer, events: UnsafeBufferPointer<UnitEvent>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    core.pointee.render(events: events, left: left, right: right, count: count)
  }

  /// See ``SamplerUnit/needsService(_:)``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func needsService(_ context: UnsafeMutableRawPointer) -> Bool {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    let shared = core.pointee.shared
    return !shared.pointee.requests.isEmpty
      || shared.pointee.needsService.load(ordering: .acquiring)
  }

  /// See ``SamplerUnit/activeVoiceCount(_:)``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func activeVoiceCount(_ context: UnsafeMutableRawPointer) -> Float {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    return Float(core.pointee.shared.pointee.counters.voiceCount.load(ordering: .relaxed))
  }

  /// See ``SamplerUnit/followsTuning``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func followsTuning(_ context: UnsafeMutableRawPointer) -> Bool {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    return core.pointee.shared.pointee.followsTuning.load(ordering: .relaxed)
  }

  /// See ``SamplerUnit/channelCount``.
  @inlinable package static var channelCount: UInt8 { 16 }
}

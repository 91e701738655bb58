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
}

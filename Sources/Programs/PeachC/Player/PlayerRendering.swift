// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The real-time functions of peach.h, which documents them. The compiler compares their types with
// it, and in release builds verifies that they neither allocate nor lock.
public import CPeach
import Synchronization

/// The codes of the errors of real-time functions, which have no message.
private enum RealTimeResult {
  static var handle: Int32 { -1 }
  static var argument: Int32 { -2 }
  static var busy: Int32 { -8 }
}

/// Returns the number of frames rendered.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
@c @implementation
public func peach_player_clock(
  _ player: OpaquePointer?, _ frame: UnsafeMutablePointer<Int64>?
) -> Int32 {
  guard let slot = HandleTable.enter(player, .player) else { return RealTimeResult.handle }
  defer { slot.pointee.leave() }
  guard let frame else { return RealTimeResult.argument }
  frame.pointee = audio(slot).pointee.clock.load(ordering: .acquiring)
  return 0
}

/// Returns the number of active voices.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
@c @implementation
public func peach_player_voices(
  _ player: OpaquePointer?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let slot = HandleTable.enter(player, .player) else { return RealTimeResult.handle }
  defer { slot.pointee.leave() }
  guard let count else { return RealTimeResult.argument }
  count.pointee = Int32(audio(slot).pointee.voiceCount)
  return 0
}

/// Renders the next frames.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
@c @implementation
public func peach_player_render(
  _ player: OpaquePointer?, _ left: UnsafeMutablePointer<Float>?,
  _ right: UnsafeMutablePointer<Float>?, _ stride: Int, _ frames: Int
) -> Int32 {
  render(player, UnsafeBufferPointer(start: nil, count: 0), left, right, stride, frames)
}

/// Renders the next frames with events.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
@c @implementation
public func peach_player_render_events(
  _ player: OpaquePointer?, _ events: UnsafePointer<peach_event>?, _ eventCount: Int,
  _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?, _ stride: Int,
  _ frames: Int
) -> Int32 {
  guard eventCount >= 0, eventCount <= PlayerAudio.eventCapacity,
    events != nil || eventCount == 0
  else { return RealTimeResult.argument }
  let events = UnsafeBufferPointer(start: events, count: eventCount)
  var last = 0
  var index = 0
  while index < eventCount {
    let event = events[index]
    guard event.frame >= last, event.byte_count >= 0, event.bytes != nil || event.byte_count == 0
    else { return RealTimeResult.argument }
    last = event.frame
    index &+= 1
  }
  return render(player, events, left, right, stride, frames)
}

#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
private func render(
  _ player: OpaquePointer?, _ events: UnsafeBufferPointer<peach_event>,
  _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?, _ stride: Int,
  _ frames: Int
) -> Int32 {
  guard let slot = HandleTable.enter(player, .player) else { return RealTimeResult.handle }
  defer { slot.pointee.leave() }
  guard let left, let right, stride > 0, stride <= 65_536, frames >= 0, frames <= 1 << 40 else {
    return RealTimeResult.argument
  }
  let audio = audio(slot)
  guard audio.pointee.begin() else { return RealTimeResult.busy }
  audio.pointee.render(events, left, right, stride: stride, frames: frames)
  audio.pointee.end()
  return 0
}

#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
private func audio(_ slot: UnsafeMutablePointer<HandleSlot>) -> UnsafeMutablePointer<PlayerAudio> {
  guard let context = slot.pointee.currentContext else { fatalError("A player has a context.") }
  return context.assumingMemoryBound(to: PlayerAudio.self)
}

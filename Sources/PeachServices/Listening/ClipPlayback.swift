import Synchronization

/// A clip to play. Immutable while the audio thread may read it.
struct ClipRequest: BitwiseCopyable {
  var left: UnsafePointer<Float>
  var right: UnsafePointer<Float>
  var frameCount: Int
  /// The silence before the first frame.
  var delayFrames: Int
  /// The number of the request, from 1.
  var cue: Int
}

/// The state that the threads of an ``AudioClipPlayer`` share. Allocated manually, without
/// reference counting.
struct ClipPlayback: ~Copyable {
  /// The address of the next request; 0 for none.
  let pending = Atomic<UInt>(0)
  /// The number of the last request whose first frame was rendered.
  let begun = Atomic(0)
  /// The number of the last request whose last frame was rendered.
  let ended = Atomic(0)
  /// Used by the audio thread only.
  private let state: UnsafeMutablePointer<ClipState>

  init(fadeFrames: Int) {
    state = .allocate(capacity: 1)
    state.initialize(to: ClipState(fadeFrames: fadeFrames))
  }

  deinit { state.deallocate() }

  /// Renders a block. Call on the audio thread.
  @_noLocks @_noAllocation
  func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if let request = UnsafePointer<ClipRequest>(
      bitPattern: pending.exchange(0, ordering: .acquiring))
    {
      state.pointee.receive(request.pointee)
    }
    var frame = 0
    while frame < count {
      let event = state.pointee.render(left + frame, right + frame)
      if event.begun != 0 { begun.store(event.begun, ordering: .releasing) }
      if event.ended != 0 { ended.store(event.ended, ordering: .releasing) }
      frame += 1
    }
  }
}

/// The callback of an ``AudioClipPlayer``.
@_noLocks @_noAllocation
func renderClip(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int
) {
  context.assumingMemoryBound(to: ClipPlayback.self)
    .pointee.render(left: left, right: right, count: count)
}

/// The clip that sounds, and the one that replaces it.
private struct ClipState: BitwiseCopyable {
  let fadeFrames: Int
  private var current: ClipRequest?
  /// The next frame of the current clip; negative during its delay.
  private var position = 0
  /// The next clip, which waits for the fade-out of the current one.
  private var next: ClipRequest?
  private var fadeRemaining = 0

  init(fadeFrames: Int) { self.fadeFrames = fadeFrames }

  /// Replaces the current clip.
  @_noLocks @_noAllocation
  mutating func receive(_ request: ClipRequest) {
    // A second request within the fade-out replaces the first one.
    if next == nil { fadeRemaining = isSounding ? fadeFrames : 0 }
    next = request
  }

  private var isSounding: Bool {
    @_noLocks @_noAllocation get {
      guard let current else { return false }
      return position >= 0 && position < current.frameCount
    }
  }

  /// Renders a frame. Returns the numbers of the clips that begin and end with it; 0 for none.
  @_noLocks @_noAllocation
  mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) -> (begun: Int, ended: Int) {
    if let clip = next, fadeRemaining == 0 {
      current = clip
      position = -clip.delayFrames
      next = nil
    }
    left.pointee = 0
    right.pointee = 0
    guard let clip = current, position < clip.frameCount else { return (0, 0) }
    defer { position += 1 }
    if position < 0 { return (0, 0) }
    var gain: Float = 1
    if next != nil {
      gain = Float(fadeRemaining) / Float(fadeFrames)
      fadeRemaining -= 1
    }
    left.pointee = clip.left[position] * gain
    right.pointee = clip.right[position] * gain
    let isLast = position == clip.frameCount - 1
    if isLast { fadeRemaining = 0 }
    return (position == 0 ? clip.cue : 0, isLast ? clip.cue : 0)
  }
}

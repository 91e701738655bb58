import PeachMIDIEvents
package import PeachPlugIn

/// Renders the blocks of a host that passes its events one by one. The audio thread calls
/// ``begin``, ``add`` for each event, and ``finish()``; these neither allocate nor lock.
///
/// ```swift
/// renderer.begin(left: nil, right: nil, frameCount: 512, sampleTime: 96_000)
/// renderer.add(.bytes(message, count: 3), at: 96_100)
/// renderer.finish()
/// // renderer.left and renderer.right have 512 frames.
/// ```
package struct HostBlockRenderer: BitwiseCopyable, @unchecked Sendable {
  // Safe: the audio thread uses it, except between blocks without render resources.

  /// The number of events that are rendered together. Further ones are rendered after them.
  package static var eventCapacity: Int { 1024 }

  /// The result of ``begin(left:right:frameCount:sampleTime:)``.
  package enum Status: Hashable, Sendable, BitwiseCopyable {
    case ready
    /// The render resources are not allocated.
    case uninitialized
    /// The block has more frames than announced.
    case tooManyFrames
  }

  private let events: UnsafeMutablePointer<UnitEvent>
  private var context: UnsafeMutableRawPointer?
  /// Buffers for blocks without the host's.
  private var ownLeft: UnsafeMutablePointer<Float>
  private var ownRight: UnsafeMutablePointer<Float>
  private var maximumFrames = 0
  /// The buffers of the current block.
  package private(set) var left: UnsafeMutablePointer<Float>
  package private(set) var right: UnsafeMutablePointer<Float>
  private var sampleTime: Int64 = 0
  private var frameCount = 0
  private var renderedFrames = 0
  private var eventCount = 0

  package init() {
    events = .allocate(capacity: Self.eventCapacity)
    ownLeft = .allocate(capacity: 1)
    ownRight = .allocate(capacity: 1)
    (left, right) = (ownLeft, ownRight)
  }

  package func deallocate() {
    events.deallocate()
    ownLeft.deallocate()
    ownRight.deallocate()
  }

  /// Allocates buffers for blocks of up to `maximumFrames` frames. Do not render concurrently.
  package mutating func allocate(context: UnsafeMutableRawPointer, maximumFrames: Int) {
    release()
    ownLeft.deallocate()
    ownRight.deallocate()
    ownLeft = .allocate(capacity: max(maximumFrames, 1))
    ownRight = .allocate(capacity: max(maximumFrames, 1))
    ownLeft.initialize(repeating: 0, count: max(maximumFrames, 1))
    ownRight.initialize(repeating: 0, count: max(maximumFrames, 1))
    (left, right) = (ownLeft, ownRight)
    self.maximumFrames = maximumFrames
    self.context = context
  }

  /// Makes blocks fail until resources are allocated again. Do not render concurrently.
  package mutating func release() {
    context = nil
    frameCount = 0
    eventCount = 0
  }

  // MARK: Audio thread

  /// Begins a block. The host's buffers may be null: then ``left`` and ``right`` are the
  /// renderer's.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func begin(
    left: UnsafeMutableRawPointer?, right: UnsafeMutableRawPointer?, frameCount: Int,
    sampleTime: Int64
  ) -> Status {
    guard context != nil else { return .uninitialized }
    guard frameCount >= 0 && frameCount <= maximumFrames else { return .tooManyFrames }
    self.left = left?.assumingMemoryBound(to: Float.self) ?? ownLeft
    self.right = right?.assumingMemoryBound(to: Float.self) ?? ownRight
    self.sampleTime = sampleTime
    self.frameCount = frameCount
    renderedFrames = 0
    eventCount = 0
    return .ready
  }

  /// Adds an event of the block. Bytes must be valid until ``finish()``. Events have ascending
  /// times; one that is earlier than its predecessor is handled together with it. Does nothing
  /// without render resources.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func add(_ content: UnitEvent.Content, at time: Int64) {
    guard context != nil else { return }
    if eventCount == Self.eventCapacity { render(to: events[eventCount &- 1].frame) }
    let earliest = eventCount == 0 ? renderedFrames : events[eventCount &- 1].frame
    let offset = SampleTime.offset(of: time, from: sampleTime)
    let frame = min(max(offset, earliest), frameCount)
    (events + eventCount).initialize(to: UnitEvent(frame: frame, content))
    eventCount &+= 1
  }

  /// Adds all Universal MIDI Packets of an event list, whose first of `count` packets is at
  /// `first`.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func addEventList(_ first: UnsafeRawPointer, count: Int, at time: Int64) {
    var list = MIDIEventPackets(first, count: count)
    while let element = list.nextPacket() {
      var packets = element.packets
      while let packet = packets.next() { add(.packet(packet), at: time) }
    }
  }

  /// Renders the block.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func finish() { render(to: frameCount) }

  /// Renders up to a frame of the block with the collected events.
  private mutating func render(to end: Int) {
    guard let context else { return }
    for index in 0..<eventCount { events[index].frame &-= renderedFrames }
    UnitAudio.render(
      context, events: UnsafeBufferPointer(start: events, count: eventCount),
      left: left + renderedFrames, right: right + renderedFrames, count: end &- renderedFrames)
    renderedFrames = end
    eventCount = 0
  }
}

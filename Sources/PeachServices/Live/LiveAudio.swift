import PeachAudioOutput
import PeachMIDIEvents
import PeachMIDIInput
import PeachPlugIn
import PeachSequencing
import Synchronization

/// The audio-thread state of a live session. Allocated manually, without reference counting.
struct LiveAudio: ~Copyable {
  private static let eventCapacity = LiveInputs.capacity

  private let unit: UnsafeMutableRawPointer
  private let queue: UnsafeMutablePointer<CommandQueue<LiveInputs.Segment>>
  private let nanosecondsPerFrame: Double
  /// The offset of a segment's bytes. Key paths allocate.
  private let bytesOffset = MemoryLayout<LiveInputs.Segment>.offset(of: \.bytes) ?? 0
  private let segments: UnsafeMutablePointer<LiveInputs.Segment>
  private let events: UnsafeMutablePointer<UnitEvent>
  /// Meter values as bit patterns of floats, which reading resets to zero.
  let peakLeft = Atomic<UInt32>(0)
  let peakRight = Atomic<UInt32>(0)
  let load = Atomic<UInt32>(0)

  /// Creates the state for a unit and a queue, which must outlive it.
  init(
    unit: UnsafeMutableRawPointer,
    queue: UnsafeMutablePointer<CommandQueue<LiveInputs.Segment>>, sampleRate: Double
  ) {
    self.unit = unit
    self.queue = queue
    nanosecondsPerFrame = 1e9 / sampleRate
    segments = .allocate(capacity: Self.eventCapacity)
    events = .allocate(capacity: Self.eventCapacity)
  }

  deinit {
    segments.deallocate()
    events.deallocate()
  }

  /// Renders a block with its own events and those of inputs. Events of inputs are delayed by one
  /// block, which preserves the time between them. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    blockEvents: UnsafePointer<MIDIRenderer.Event>?, blockEventCount: Int
  ) {
    guard count > 0 else { return }
    let begun = MIDIClock.nanoseconds
    let eventCount = mergeEvents(
      UnsafeBufferPointer(start: blockEvents, count: blockEventCount), now: begun, count: count)
    UnitAudio.render(
      unit, events: UnsafeBufferPointer(start: events, count: eventCount), left: left,
      right: right, count: count)
    let elapsed = Double(MIDIClock.nanoseconds &- begun)
    Self.raise(load, to: Float(elapsed / (Double(count) * nanosecondsPerFrame)))
    var peaks: (left: Float, right: Float) = (0, 0)
    for frame in 0..<count {
      peaks.left = max(peaks.left, abs(left[frame]))
      peaks.right = max(peaks.right, abs(right[frame]))
    }
    Self.raise(peakLeft, to: peaks.left)
    Self.raise(peakRight, to: peaks.right)
  }

  /// Merges both kinds of events, sorted by frame. Returns their number.
  private func mergeEvents(
    _ blockEvents: UnsafeBufferPointer<MIDIRenderer.Event>, now: UInt64, count: Int
  ) -> Int {
    var segmentCount = 0
    while segmentCount < Self.eventCapacity, let segment = queue.pointee.pop() {
      (segments + segmentCount).initialize(to: segment)
      segmentCount &+= 1
    }
    var eventCount = 0
    var nextBlockEvent = 0
    var last = 0
    for index in 0..<segmentCount {
      let age = Double(now &- min(segments[index].nanoseconds, now)) / nanosecondsPerFrame
      last = max(last, min(max(count - Int(min(age, 1e9)), 0), count - 1))
      add(blockEvents, from: &nextBlockEvent, through: last, &eventCount)
      let bytes = UnsafeRawPointer(segments + index)
        .advanced(by: bytesOffset)
      if segments[index].count == LiveInputs.Segment.packet {
        let packet = UniversalMIDIPacket(
          bytes.loadUnaligned(as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        add(.packet(packet), at: last, &eventCount)
      } else {
        add(
          .bytes(
            bytes.assumingMemoryBound(to: UInt8.self), count: Int(segments[index].count)),
          at: last, &eventCount)
      }
    }
    add(blockEvents, from: &nextBlockEvent, through: .max, &eventCount)
    return eventCount
  }

  private func add(
    _ blockEvents: UnsafeBufferPointer<MIDIRenderer.Event>, from next: inout Int,
    through frame: Int, _ eventCount: inout Int
  ) {
    while next < blockEvents.count, blockEvents[next].frame <= frame {
      let event = blockEvents[next]
      add(.bytes(event.bytes, count: event.byteCount), at: event.frame, &eventCount)
      next &+= 1
    }
  }

  private func add(
    _ content: UnitEvent.Content, at frame: Int, _ eventCount: inout Int
  ) {
    guard eventCount < Self.eventCapacity else { return }
    (events + eventCount).initialize(to: UnitEvent(frame: frame, content))
    eventCount &+= 1
  }

  /// Raises a maximum. Other threads only reset it: a race only delays a value by one block.
  private static func raise(_ maximum: borrowing Atomic<UInt32>, to value: Float) {
    if value > Float(bitPattern: maximum.load(ordering: .relaxed)) {
      maximum.store(value.bitPattern, ordering: .relaxed)
    }
  }
}

/// The callback of a ``LiveSession`` on a JACK client.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
func renderLive(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int, _ events: UnsafeRawPointer, _ eventCount: Int
) {
  context.assumingMemoryBound(to: LiveAudio.self).pointee.render(
    left: left, right: right, count: count,
    blockEvents: events.assumingMemoryBound(to: MIDIRenderer.Event.self),
    blockEventCount: eventCount)
}

/// The callback of a ``LiveSession`` on an audio device.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
func renderLive(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int
) {
  context.assumingMemoryBound(to: LiveAudio.self).pointee.render(
    left: left, right: right, count: count, blockEvents: nil, blockEventCount: 0)
}

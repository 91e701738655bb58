import PeachAudioOutput
import PeachMIDIInput
import PeachPlugIn
import PeachSequencing
import Synchronization

/// The audio-thread state of a live session. Allocated manually, so that the thread does not count
/// references.
struct LiveAudio: ~Copyable {
  private static let eventCapacity = LiveInputs.capacity

  private let unit: UnsafeMutableRawPointer
  private let queue: UnsafeMutablePointer<CommandQueue<LiveInputs.Piece>>
  private let nanosecondsPerFrame: Double
  private let pieces: UnsafeMutablePointer<LiveInputs.Piece>
  private let events: UnsafeMutablePointer<UnitEvent>
  /// Meter values as bit patterns of floats, which reading resets to zero.
  let peakLeft = Atomic<UInt32>(0)
  let peakRight = Atomic<UInt32>(0)
  let load = Atomic<UInt32>(0)

  /// Creates the state for a unit and a queue, which must outlive it.
  init(
    unit: UnsafeMutableRawPointer,
    queue: UnsafeMutablePointer<CommandQueue<LiveInputs.Piece>>, sampleRate: Double
  ) {
    self.unit = unit
    self.queue = queue
    nanosecondsPerFrame = 1e9 / sampleRate
    pieces = .allocate(capacity: Self.eventCapacity)
    events = .allocate(capacity: Self.eventCapacity)
  }

  deinit {
    pieces.deallocate()
    events.deallocate()
  }

  /// Renders a block with its own events and those of inputs. Events of inputs are delayed by one block,
  /// which preserves the time between them.
  func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int,
    given: UnsafePointer<MIDIRenderer.Event>?, givenCount: Int
  ) {
    guard count > 0 else { return }
    let begun = MIDIClock.nanoseconds
    let eventCount = takeEvents(now: begun, count: count, given: given, givenCount: givenCount)
    let unit = unit
    SamplerUnit.render(
      unit, events: UnsafeBufferPointer(start: events, count: eventCount), left: left,
      right: right, count: count)
    let taken = Double(MIDIClock.nanoseconds &- begun)
    Self.raise(load, to: Float(taken / (Double(count) * nanosecondsPerFrame)))
    var peaks: (left: Float, right: Float) = (0, 0)
    for frame in 0..<count {
      peaks.left = max(peaks.left, abs(left[frame]))
      peaks.right = max(peaks.right, abs(right[frame]))
    }
    Self.raise(peakLeft, to: peaks.left)
    Self.raise(peakRight, to: peaks.right)
  }

  /// Merges both kinds of events, sorted by frame. Returns their number.
  private func takeEvents(
    now: UInt64, count: Int, given: UnsafePointer<MIDIRenderer.Event>?, givenCount: Int
  ) -> Int {
    var pieceCount = 0
    while pieceCount < Self.eventCapacity, let piece = queue.pointee.pop() {
      (pieces + pieceCount).initialize(to: piece)
      pieceCount &+= 1
    }
    var eventCount = 0
    var taken = 0
    var last = 0
    for index in 0..<pieceCount {
      let age = Double(now &- min(pieces[index].nanoseconds, now)) / nanosecondsPerFrame
      last = max(last, min(max(count - Int(min(age, 1e9)), 0), count - 1))
      while let given, taken < givenCount, given[taken].frame <= last {
        add(given[taken], &eventCount)
        taken &+= 1
      }
      add(index, at: last, &eventCount)
    }
    while let given, taken < givenCount {
      add(given[taken], &eventCount)
      taken &+= 1
    }
    return eventCount
  }

  private func add(_ event: MIDIRenderer.Event, _ eventCount: inout Int) {
    guard eventCount < Self.eventCapacity else { return }
    (events + eventCount).initialize(
      to: UnitEvent(frame: event.frame, .bytes(event.bytes, count: event.byteCount)))
    eventCount &+= 1
  }

  private func add(_ index: Int, at frame: Int, _ eventCount: inout Int) {
    guard eventCount < Self.eventCapacity else { return }
    let bytes = UnsafeRawPointer(pieces + index)
      .advanced(by: MemoryLayout<LiveInputs.Piece>.offset(of: \.bytes) ?? 0)
      .assumingMemoryBound(to: UInt8.self)
    (events + eventCount).initialize(
      to: UnitEvent(frame: frame, .bytes(bytes, count: Int(pieces[index].count))))
    eventCount &+= 1
  }

  /// Raises a maximum. Only the audio thread raises and other threads reset, so that a race only delays
  /// a value by one block.
  private static func raise(_ place: borrowing Atomic<UInt32>, to value: Float) {
    if value > Float(bitPattern: place.load(ordering: .relaxed)) {
      place.store(value.bitPattern, ordering: .relaxed)
    }
  }
}

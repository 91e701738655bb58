import FluidSynthPOSIX
import PeachMusicUnits
import PeachSynthesis
import Synchronization

/// The object of a `fluid_sequencer_t`: a queue of events that clients receive at their ticks.
final class SequencerObject: SampleTimer, @unchecked Sendable {
  // Safe: the lock protects all state.
  typealias Callback =
    @convention(c) (UInt32, OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

  struct Client {
    let id: Int16
    let name: CString
    let callback: Callback?
    let data: UnsafeMutableRawPointer?
    let synth: Synth?
  }

  let usesSystemTimer: Bool
  private let lock = Lock(isRecursive: true)
  private(set) var clients: [Client] = []
  private var lastClient: Int16 = 0
  private var queue = EventQueue()
  private let events = ObjectPool(count: 16) { SequencerEventObject() }
  private var scale = 1000.0
  /// The milliseconds and the tick of the last change of scale, and the current milliseconds.
  private var origin = (milliseconds: 0.0, tick: 0.0)
  private var milliseconds = 0.0
  private var startFrame: Int64?
  private weak var timedSynth: Synth?
  private var thread: Thread?
  private let isEnding = Atomic<Bool>(false)

  init(usesSystemTimer: Bool) {
    self.usesSystemTimer = usesSystemTimer
    guard usesSystemTimer else { return }
    let start = CPULoad.now
    thread = Thread { [unowned self] in
      while !isEnding.load(ordering: .acquiring) {
        usleep(1000)
        let now = CPULoad.now
        let seconds = Double(now.tv_sec - start.tv_sec) + Double(now.tv_nsec - start.tv_nsec) / 1e9
        process(seconds * 1000)
      }
    }
  }

  /// Stops the timers, and unregisters all clients.
  func close() {
    isEnding.store(true, ordering: .releasing)
    thread?.join()
    thread = nil
    for client in lock.withLock({ clients }) { unregister(client.id) }
    timedSynth?.remove(self)
  }

  // MARK: Clients

  func register(
    _ name: String, _ callback: Callback?, _ data: UnsafeMutableRawPointer?, _ synth: Synth? = nil
  ) -> Int16 {
    let id = lock.withLock {
      lastClient &+= 1
      clients.append(
        Client(
          id: lastClient, name: CString(name), callback: callback, data: data, synth: synth))
      return lastClient
    }
    if let synth, !usesSystemTimer, timedSynth == nil {
      timedSynth = synth
      synth.add(self)
    }
    return id
  }

  func unregister(_ id: Int16) {
    guard let client = client(id) else { return }
    var event = SequencerEvent()
    event.kind = .unregistering
    event.destination = id
    dispatch(event, to: client)
    lock.withLock { clients.removeAll { $0.id == id } }
  }

  func client(_ id: Int16) -> Client? { lock.withLock { clients.first { $0.id == id } } }

  // MARK: Time

  /// The tick; the last of `UInt32` once that is reached.
  var tick: UInt32 { lock.withLock { UInt32(saturating: currentTick) } }

  private var currentTick: Double {
    max(origin.tick + (milliseconds - origin.milliseconds) * scale / 1000, 0)
  }

  /// The ticks per second: a tick lasts at most about a quarter of an hour, at least a nanosecond.
  static var timeScales: ClosedRange<Double> { 0.001...1e9 }

  /// The number of ticks per second, clamped to ``timeScales``. Numbers that are not positive are
  /// ignored.
  var timeScale: Double {
    get { lock.withLock { scale } }
    set {
      lock.withLock {
        // False for NaN.
        guard newValue > 0 else { return }
        origin = (milliseconds, currentTick)
        scale = min(max(newValue, Self.timeScales.lowerBound), Self.timeScales.upperBound)
      }
    }
  }

  func advance(to frame: Int64) -> Int64 {
    guard let rate = timedSynth?.sampleRate else { return .max }
    let start = startFrame ?? frame
    startFrame = start
    process(Double(frame - start) * 1000 / rate)
    return lock.withLock {
      guard let next = queue.next else { return .max }
      let wait = (Double(next.tick) - currentTick) * rate / scale
      return Int64(saturating: max(wait.rounded(.up), 1))
    }
  }

  /// Dispatches the events up to a time.
  func process(_ now: Double) {
    lock.withLock { milliseconds = max(milliseconds, now) }
    while true {
      let next: EventQueue.Entry? = lock.withLock {
        guard let entry = queue.next, Double(entry.tick) <= currentTick + 1e-6 else { return nil }
        return queue.popNext()
      }
      guard let next else { return }
      dispatch(next.event, at: next.tick)
    }
  }

  // MARK: Events

  /// Adds an event to the queue. O(log n). Keeps capacity for the events that an audio thread adds.
  func send(_ event: SequencerEvent, at tick: UInt32) {
    lock.withLock {
      queue.reserveSpare()
      queue.add(event, at: tick)
    }
  }

  func dispatch(_ event: SequencerEvent, at tick: UInt32? = nil) {
    if event.kind == .scale { timeScale = event.scale }
    guard let client = client(event.destination) else { return }
    dispatch(event, to: client)
    if event.kind == .note, client.synth != nil {
      var off = event
      off.kind = .noteOff
      let tick = tick ?? self.tick
      lock.withLock { queue.add(off, at: tick &+ event.duration) }
    }
  }

  private func dispatch(_ event: SequencerEvent, to client: Client) {
    if let synth = client.synth { return synth.handle(event) }
    guard let callback = client.callback else { return }
    events.use { object in
      object.event = event
      callback(tick, Handle.borrowed(object), Handle.borrowed(self), client.data)
    }
  }

  /// Removes events; −1 for any source, destination or type.
  func remove(source: Int16, destination: Int16, type: Int32) {
    lock.withLock {
      queue.removeAll { event in
        (source == -1 || event.source == source)
          && (destination == -1 || event.destination == destination)
          && (type == -1 || event.kind.rawValue == type)
      }
    }
  }
}

import PeachPOSIX
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

  struct Entry {
    var tick: UInt32
    var order: Int
    var event: SequencerEvent
  }

  let usesSystemTimer: Bool
  private let lock = Lock(isRecursive: true)
  private(set) var clients: [Client] = []
  private var lastClient: Int16 = 0
  /// The events in descending order, so that the next is the last.
  private var queue: [Entry] = []
  private var lastOrder = 0
  private var scale = 1000.0
  /// The milliseconds and the tick of the last change of scale, and the current milliseconds.
  private var origin = (milliseconds: 0.0, tick: 0.0)
  private var milliseconds = 0.0
  private var startFrame: Int64?
  private weak var timedSynth: Synth?
  private var thread: POSIXThread?
  private let isEnding = Atomic<Bool>(false)

  init(usesSystemTimer: Bool) {
    self.usesSystemTimer = usesSystemTimer
    guard usesSystemTimer else { return }
    let start = CPULoad.now
    thread = try? POSIXThread { [unowned self] in
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

  var tick: UInt32 { lock.withLock { UInt32(currentTick) } }

  private var currentTick: Double {
    max(origin.tick + (milliseconds - origin.milliseconds) * scale / 1000, 0)
  }

  var timeScale: Double {
    get { lock.withLock { scale } }
    set {
      lock.withLock {
        guard newValue > 0 else { return }
        origin = (milliseconds, currentTick)
        scale = newValue
      }
    }
  }

  func advance(to frame: Int64) -> Int64 {
    guard let rate = timedSynth?.configuration.sampleRate else { return .max }
    let start = startFrame ?? frame
    startFrame = start
    process(Double(frame - start) * 1000 / rate)
    return lock.withLock {
      guard let next = queue.last else { return .max }
      let wait = (Double(next.tick) - currentTick) * rate / scale
      return Int64(max(wait.rounded(.up), 1))
    }
  }

  /// Dispatches the events up to a time.
  func process(_ now: Double) {
    lock.withLock { milliseconds = max(milliseconds, now) }
    while true {
      let next: Entry? = lock.withLock {
        guard let entry = queue.last, Double(entry.tick) <= currentTick + 1e-6 else { return nil }
        return queue.popLast()
      }
      guard let next else { return }
      dispatch(next.event, at: next.tick)
    }
  }

  // MARK: Events

  /// Adds an event to the queue. Returns `false` if its destination does not exist.
  func send(_ event: SequencerEvent, at tick: UInt32) -> Bool {
    lock.withLock {
      lastOrder += 1
      let entry = Entry(tick: tick, order: lastOrder, event: event)
      let index = queue.firstIndex { ($0.tick, $0.order) < (entry.tick, entry.order) }
      queue.insert(entry, at: index ?? queue.count)
      return true
    }
  }

  func dispatch(_ event: SequencerEvent, at tick: UInt32? = nil) {
    if event.kind == .scale { timeScale = event.scale }
    guard let client = client(event.destination) else { return }
    dispatch(event, to: client)
    if event.kind == .note, client.synth != nil {
      var off = event
      off.kind = .noteOff
      _ = send(off, at: (tick ?? self.tick) &+ event.duration)
    }
  }

  private func dispatch(_ event: SequencerEvent, to client: Client) {
    if let synth = client.synth { return synth.handle(event) }
    guard let callback = client.callback else { return }
    let object = SequencerEventObject(event)
    callback(tick, Handle.borrowed(object), Handle.borrowed(self), client.data)
  }

  /// Removes events; −1 for any source, destination or type.
  func remove(source: Int16, destination: Int16, type: Int32) {
    lock.withLock {
      queue.removeAll { entry in
        (source == -1 || entry.event.source == source)
          && (destination == -1 || entry.event.destination == destination)
          && (type == -1 || entry.event.kind.rawValue == type)
      }
    }
  }
}

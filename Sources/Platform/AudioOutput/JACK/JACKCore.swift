#if JACK
  import CJACK
  import Synchronization

  struct JACKHandle: @unchecked Sendable {
    // Safe: JACK's control functions are thread-safe.
    let client: OpaquePointer
  }

  extension JACKPort {
    static var output: UInt { UInt(JackPortIsOutput.rawValue) }
    static var input: UInt { UInt(JackPortIsInput.rawValue) }
  }

  /// The state of a client's audio thread. Allocated manually, without reference counting.
  struct JACKCore: ~Copyable {
    /// The maximum number of messages per block; further messages are dropped.
    private static let eventCapacity = 4096
    private static let reasonCapacity = 256

    private let left: OpaquePointer
    private let right: OpaquePointer
    private let midi: OpaquePointer
    private let events: UnsafeMutablePointer<MIDIRenderer.Event>
    private let reasonText: UnsafeMutablePointer<CChar>
    /// Set before the client is activated.
    var renderer: MIDIRenderer?
    let xrunCount = Atomic(0)
    let changeCount = Atomic(0)
    let isGone = Atomic(false)

    init(left: OpaquePointer, right: OpaquePointer, midi: OpaquePointer) {
      self.left = left
      self.right = right
      self.midi = midi
      events = .allocate(capacity: Self.eventCapacity)
      reasonText = .allocate(capacity: Self.reasonCapacity)
      reasonText.initialize(repeating: 0, count: Self.reasonCapacity)
    }

    deinit {
      events.deallocate()
      reasonText.deallocate()
    }

    /// The server's shutdown message.
    var reason: String { String(cString: reasonText) }

    func process(_ frames: jack_nframes_t) {
      guard let renderer, let leftBuffer = jack_port_get_buffer(left, frames),
        let rightBuffer = jack_port_get_buffer(right, frames),
        let midiBuffer = jack_port_get_buffer(midi, frames)
      else { return }
      var count = 0
      let receivedCount = jack_midi_get_event_count(midiBuffer)
      var index: UInt32 = 0
      while index < receivedCount && count < Self.eventCapacity {
        var event = jack_midi_event_t()
        if jack_midi_event_get(&event, midiBuffer, index) == 0, let bytes = event.buffer,
          event.size > 0
        {
          (events + count).initialize(
            to: MIDIRenderer.Event(
              frame: Int(event.time), bytes: UnsafePointer(bytes), byteCount: event.size))
          count &+= 1
        }
        index &+= 1
      }
      renderer.render(
        renderer.context, leftBuffer.assumingMemoryBound(to: Float.self),
        rightBuffer.assumingMemoryBound(to: Float.self), Int(frames), events, count)
    }

    func shutDown(_ reason: UnsafePointer<CChar>?) {
      var index = 0
      while let reason, index < Self.reasonCapacity - 1, reason[index] != 0 {
        reasonText[index] = reason[index]
        index += 1
      }
      isGone.store(true, ordering: .releasing)
    }
  }

  /// A pointer to a client's core, which must be deallocated manually.
  struct JACKCoreMemory: @unchecked Sendable {
    // Safe: the renderer is set before the audio thread runs; the rest is published by atomics.
    let pointer: UnsafeMutablePointer<JACKCore>

    init(_ core: consuming JACKCore) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: core)
    }

    func deallocate() {
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  func jackProcess(_ frames: jack_nframes_t, _ context: UnsafeMutableRawPointer?) -> Int32 {
    core(context)?.pointee.process(frames)
    return 0
  }

  func jackXRun(_ context: UnsafeMutableRawPointer?) -> Int32 {
    core(context)?.pointee.xrunCount.wrappingAdd(1, ordering: .relaxed)
    return 0
  }

  func jackPortChanged(
    _ port: jack_port_id_t, _ isRegistered: Int32, _ context: UnsafeMutableRawPointer?
  ) { core(context)?.pointee.changeCount.wrappingAdd(1, ordering: .relaxed) }

  func jackConnectionChanged(
    _ one: jack_port_id_t, _ other: jack_port_id_t, _ isConnected: Int32,
    _ context: UnsafeMutableRawPointer?
  ) { core(context)?.pointee.changeCount.wrappingAdd(1, ordering: .relaxed) }

  func jackShutDown(
    _ code: jack_status_t, _ reason: UnsafePointer<CChar>?, _ context: UnsafeMutableRawPointer?
  ) { core(context)?.pointee.shutDown(reason) }

  private func core(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JACKCore>? {
    context?.assumingMemoryBound(to: JACKCore.self)
  }
#endif

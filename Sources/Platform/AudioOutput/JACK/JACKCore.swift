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
    /// In memory of its own, as other threads use the atomics when it is set, before the client is
    /// activated.
    private let renderer: UnsafeMutablePointer<MIDIRenderer?>
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
      renderer = .allocate(capacity: 1)
      renderer.initialize(to: nil)
    }

    deinit {
      events.deallocate()
      reasonText.deallocate()
      renderer.deallocate()
    }

    /// Sets the renderer. The client must be inactive.
    func setRenderer(_ renderer: MIDIRenderer) { self.renderer.pointee = renderer }

    /// The server's shutdown message.
    var reason: String { String(cString: reasonText) }

    /// Renders a block on the audio thread. JACK's functions are real-time safe by its
    /// documentation.
    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    func process(_ frames: jack_nframes_t) {
      guard let renderer = renderer.pointee, let leftBuffer = buffer(left, frames),
        let rightBuffer = buffer(right, frames), let midiBuffer = buffer(midi, frames)
      else { return }
      var count = 0
      let receivedCount = _unsafePerformance { jack_midi_get_event_count(midiBuffer) }
      var index: UInt32 = 0
      while index < receivedCount && count < Self.eventCapacity {
        var event = jack_midi_event_t()
        let result = _unsafePerformance { jack_midi_event_get(&event, midiBuffer, index) }
        if result == 0, let bytes = event.buffer, event.size > 0 {
          (events + count).initialize(
            to: MIDIRenderer.Event(
              frame: Int(event.time), bytes: UnsafePointer(bytes), byteCount: event.size))
          count &+= 1
        }
        index &+= 1
      }
      let events = events
      _unsafePerformance {
        renderer.render(
          renderer.context, leftBuffer.assumingMemoryBound(to: Float.self),
          rightBuffer.assumingMemoryBound(to: Float.self), Int(frames), events, count)
      }
    }

    #if REALTIME_CHECKED
      @_noLocks @_noAllocation
    #endif
    private func buffer(
      _ port: OpaquePointer, _ frames: jack_nframes_t
    ) -> UnsafeMutableRawPointer? {
      _unsafePerformance { jack_port_get_buffer(port, frames) }
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

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
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

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func core(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JACKCore>? {
    context?.assumingMemoryBound(to: JACKCore.self)
  }
#endif

#if JACK
  import CJACK
  import Synchronization

  /// The server's handle of a client; its calls may be made from any thread.
  struct JACKHandle: @unchecked Sendable {
    // Sound: JACK's interface for control threads is thread-safe.
    let client: OpaquePointer
  }

  extension JACKPort {
    static var output: UInt { UInt(JackPortIsOutput.rawValue) }
    static var input: UInt { UInt(JackPortIsInput.rawValue) }
  }

  /// What the audio thread of a client touches, in memory of its own: no object that could be counted.
  struct JACKCore: ~Copyable {
    /// More messages than these in one block are dropped.
    private static let eventCapacity = 4096
    private static let reasonCapacity = 256

    private let left: OpaquePointer
    private let right: OpaquePointer
    private let midi: OpaquePointer
    private let events: UnsafeMutablePointer<MIDIRenderer.Event>
    private let reasonText: UnsafeMutablePointer<CChar>
    /// Set before the client runs.
    var renderer: MIDIRenderer?
    let lateCount = Atomic(0)
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

    /// The server's words when it ended.
    var reason: String { String(cString: reasonText) }

    func process(_ frames: jack_nframes_t) {
      guard let renderer, let leftBuffer = jack_port_get_buffer(left, frames),
        let rightBuffer = jack_port_get_buffer(right, frames),
        let midiBuffer = jack_port_get_buffer(midi, frames)
      else { return }
      var count = 0
      let given = jack_midi_get_event_count(midiBuffer)
      var index: UInt32 = 0
      while index < given && count < Self.eventCapacity {
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

  /// The place of a client's core; freed by hand.
  struct JACKCoreMemory: @unchecked Sendable {
    // Sound: the renderer is set before the audio thread runs, all else that is shared is atomic or
    // written before an atomic flag says so.
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

  func jackLate(_ context: UnsafeMutableRawPointer?) -> Int32 {
    core(context)?.pointee.lateCount.wrappingAdd(1, ordering: .relaxed)
    return 0
  }

  func jackPortChanged(
    _ port: jack_port_id_t, _ isThere: Int32, _ context: UnsafeMutableRawPointer?
  ) {
    core(context)?.pointee.changeCount.wrappingAdd(1, ordering: .relaxed)
  }

  func jackConnectionChanged(
    _ one: jack_port_id_t, _ other: jack_port_id_t, _ isConnected: Int32,
    _ context: UnsafeMutableRawPointer?
  ) {
    core(context)?.pointee.changeCount.wrappingAdd(1, ordering: .relaxed)
  }

  func jackShutDown(
    _ code: jack_status_t, _ reason: UnsafePointer<CChar>?, _ context: UnsafeMutableRawPointer?
  ) {
    core(context)?.pointee.shutDown(reason)
  }

  private func core(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<JACKCore>? {
    context?.assumingMemoryBound(to: JACKCore.self)
  }
#endif

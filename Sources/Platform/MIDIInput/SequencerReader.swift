#if ALSA
  import CALSA
  import PeachPOSIX
  import Synchronization

  /// The reading client of a sequencer input, used on the input's thread.
  final class SequencerReader: Sendable {
    private let handle: SequencerHandle
    private let decoder: SequencerDecoder
    private let receiver: MIDIReceiver
    let port: Int32
    let changeCount = Atomic(0)
    let lostCount = Atomic(0)

    var client: Int32 { handle.client }

    init(name: String, receiver: @escaping MIDIReceiver) throws(MIDIInputError) {
      let handle = try SequencerHandle(name: name, direction: SND_SEQ_OPEN_INPUT)
      let port = snd_seq_create_simple_port(
        handle.sequencer, "MIDI in", UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
      guard port >= 0 else {
        snd_seq_close(handle.sequencer)
        throw SequencerHandle.error("snd_seq_create_simple_port", port)
      }
      let decoder: SequencerDecoder
      do { decoder = try SequencerDecoder() } catch {
        snd_seq_close(handle.sequencer)
        throw error
      }
      snd_seq_connect_from(
        handle.sequencer, port, Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
      self.handle = handle
      self.port = port
      self.decoder = decoder
      self.receiver = receiver
    }

    /// Closes the client. Call after the thread has ended.
    func close() {
      snd_seq_close(handle.sequencer)
      decoder.free()
    }

    /// Reads messages for at most 0.1 s. Returns `false` if the sequencer is gone.
    func read() -> Bool {
      var wait = pollfd()
      guard snd_seq_poll_descriptors(handle.sequencer, &wait, 1, Int16(POLLIN)) == 1 else {
        return false
      }
      let ready = poll(&wait, 1, 100)
      if ready == 0 || (ready < 0 && errno == EINTR) { return true }
      guard ready > 0 else { return false }
      while true {
        var event: UnsafeMutablePointer<snd_seq_event_t>?
        let code = snd_seq_event_input(handle.sequencer, &event)
        if code == -EAGAIN { return true }
        if code == -ENOSPC {
          lostCount.wrappingAdd(1, ordering: .relaxed)
          continue
        }
        guard code >= 0, let event else { return false }
        if event.pointee.source.client == UInt8(SND_SEQ_CLIENT_SYSTEM) {
          changeCount.wrappingAdd(1, ordering: .relaxed)
        } else {
          let time = MIDIClock.nanoseconds
          decoder.decode(event) { receiver($0, time) }
        }
      }
    }
  }

  /// Converts sequencer events to MIDI bytes.
  struct SequencerDecoder: @unchecked Sendable {
    // Safe: used by one thread at a time.
    private static let capacity = 4096
    private let decoder: OpaquePointer
    private let bytes: UnsafeMutablePointer<UInt8>

    /// Throws the cause if the decoder cannot be created; `create` is ALSA's function.
    init(
      create: (Int, UnsafeMutablePointer<OpaquePointer?>) -> Int32 = snd_midi_event_new
    ) throws(MIDIInputError) {
      var made: OpaquePointer?
      let code = create(Self.capacity, &made)
      guard code == 0, let made else { throw SequencerHandle.error("snd_midi_event_new", code) }
      // No running status.
      snd_midi_event_no_status(made, 1)
      decoder = made
      bytes = .allocate(capacity: Self.capacity)
    }

    func free() {
      snd_midi_event_free(decoder)
      bytes.deallocate()
    }

    func decode(
      _ event: UnsafePointer<snd_seq_event_t>, _ receiver: (UnsafeRawBufferPointer) -> Void
    ) {
      // A segment of a system exclusive message already consists of bytes.
      if event.pointee.type == UInt8(SND_SEQ_EVENT_SYSEX.rawValue) {
        let segment = event.pointee.data.ext
        receiver(UnsafeRawBufferPointer(start: segment.ptr, count: Int(segment.len)))
        return
      }
      let count = snd_midi_event_decode(decoder, bytes, Self.capacity, event)
      if count > 0 { receiver(UnsafeRawBufferPointer(start: bytes, count: count)) }
    }
  }
#endif

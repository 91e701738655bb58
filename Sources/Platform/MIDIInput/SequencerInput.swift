#if ALSA
  import CALSA
  import PeachPOSIX
  import Synchronization
#endif

/// A MIDI input port of ALSA's sequencer, for keyboards and programs.
public final class SequencerInput: Sendable {
  /// Whether Peach was built with the trait `ALSA`.
  package static var isAvailable: Bool {
    #if ALSA
      true
    #else
      false
    #endif
  }

  #if ALSA
    private let reader: SequencerReader
    private let thread: InputThread
    /// A second client for control: one thread at a time may use a handle.
    private let control: Mutex<SequencerHandle>

    /// Opens an unconnected port.
    public init(name: String, receiver: @escaping MIDIReceiver) throws(MIDIInputError) {
      let control = try SequencerHandle(name: "\(name) control", direction: SND_SEQ_OPEN_DUPLEX)
      do throws(MIDIInputError) {
        reader = try SequencerReader(name: name, receiver: receiver)
      } catch {
        snd_seq_close(control.sequencer)
        throw error
      }
      self.control = Mutex(control)
      let reader = reader
      thread = InputThread { reader.read() }
    }

    deinit {
      thread.stop()
      reader.close()
      control.withLock { _ = snd_seq_close($0.sequencer) }
    }

    /// The client and port number, as in `128:0`.
    package var address: String { "\(reader.client):\(reader.port)" }
    /// The number of changes of the system's ports and connections.
    package var changeCount: Int { reader.changeCount.load(ordering: .relaxed) }
    /// The number of messages lost because the input buffer was full.
    package var lostCount: Int { reader.lostCount.load(ordering: .relaxed) }

    /// Returns the ports that can be connected.
    public func sources() -> [MIDISource] {
      control.withLock { $0.sources(excluding: [reader.client, $0.client]) }
    }

    /// Connects a source, unless it is connected.
    public func connect(_ source: MIDISource) throws(MIDIInputError) {
      try setConnected(source, true)
    }

    /// Disconnects a source, if it is connected.
    package func disconnect(_ source: MIDISource) throws(MIDIInputError) {
      try setConnected(source, false)
    }

    private func setConnected(_ source: MIDISource, _ isOn: Bool) throws(MIDIInputError) {
      try control.withLock { (control) throws(MIDIInputError) in
        try control.connect(source.address, to: reader, isConnecting: isOn)
      }
    }
  #else
    private var impossible: Never { preconditionFailure("Built without ALSA.") }

    /// Throws ``MIDIInputError/notBuilt``.
    public init(name: String, receiver: @escaping MIDIReceiver) throws(MIDIInputError) {
      throw .notBuilt
    }
  #endif
}

#if !ALSA
  // Without ALSA, no input can be created, but its users still compile.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension SequencerInput {
    package var address: String { switch impossible {} }
    package var changeCount: Int { switch impossible {} }
    package var lostCount: Int { switch impossible {} }
    /// Returns the ports that can be connected.
    public func sources() -> [MIDISource] { switch impossible {} }
    public func connect(_ source: MIDISource) throws(MIDIInputError) { switch impossible {} }
    package func disconnect(_ source: MIDISource) throws(MIDIInputError) { switch impossible {} }
  }
#endif

#if ALSA
  import CALSA
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
#endif

/// MIDI through ALSA's sequencer: a port that keyboards and programs connect to.
///
/// ```swift
/// let input = try SequencerInput(name: "Peach") { bytes, nanoseconds in … }
/// for source in input.sources() where source.isPhysical { try input.connect(source) }
/// ```
/// Any thread but the audio thread.
public final class SequencerInput: Sendable {
  /// True where this build can.
  public static var isAvailable: Bool {
    #if ALSA
      true
    #else
      false
    #endif
  }

  #if ALSA
    private let reader: SequencerReader
    private let thread: InputThread
    /// A second client for questions: a sequencer's handle is one thread's at a time.
    private let control: Mutex<SequencerHandle>

    /// Opens a port of this name, connected with nothing yet. Throws ``MIDIInputError``.
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

    /// The port's numbers, by which others connect to it: `128:0`.
    public var address: String { "\(reader.client):\(reader.port)" }
    /// Grows whenever a port of the system or a connection comes or goes.
    public var changeCount: Int { reader.changeCount.load(ordering: .relaxed) }
    /// How many messages were lost because they came faster than they were read.
    public var lostCount: Int { reader.lostCount.load(ordering: .relaxed) }

    /// The ports of the system that give MIDI.
    public func sources() -> [MIDISource] {
      control.withLock { $0.sources(without: [reader.client, $0.client]) }
    }

    /// Connects a source; nothing happens where it is connected. Throws ``MIDIInputError``.
    public func connect(_ source: MIDISource) throws(MIDIInputError) {
      try control.withLock { (control) throws(MIDIInputError) in
        try control.connect(source.address, to: reader, isConnecting: true)
      }
    }

    /// Parts a source; nothing happens where it is not connected. Throws ``MIDIInputError``.
    public func disconnect(_ source: MIDISource) throws(MIDIInputError) {
      try control.withLock { (control) throws(MIDIInputError) in
        try control.connect(source.address, to: reader, isConnecting: false)
      }
    }
  #else
    private var impossible: Never { preconditionFailure("This build has no such input.") }

    /// Throws ``MIDIInputError/notBuilt``.
    public init(name: String, receiver: @escaping MIDIReceiver) throws(MIDIInputError) {
      throw .notBuilt
    }
  #endif
}

#if !ALSA
  // There is no such input; what can be said about one can be compiled all the same.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension SequencerInput {
    public var address: String { switch impossible {} }
    public var changeCount: Int { switch impossible {} }
    public var lostCount: Int { switch impossible {} }
    public func sources() -> [MIDISource] { switch impossible {} }
    public func connect(_ source: MIDISource) throws(MIDIInputError) { switch impossible {} }
    public func disconnect(_ source: MIDISource) throws(MIDIInputError) { switch impossible {} }
  }
#endif

#if JACK
  import CJACK
  import PeachPOSIX
  import Synchronization
#endif

/// A client of a JACK server with stereo output and sample-accurate MIDI input.
///
/// ```swift
/// let client = try JACKClient(name: "peach")
/// try client.start(renderer)
/// try client.connect("system:midi_capture_1", to: client.midiPortName)
/// ```
/// If the server terminates, `failure` is set and the renderer is not called again. Release the
/// client before you create another one: the JACK library has per-process state. Call on any thread
/// but the audio thread.
public final class JACKClient: Sendable {
  /// Whether Peach was built with the trait `JACK`.
  package static var isAvailable: Bool {
    #if JACK
      true
    #else
      false
    #endif
  }

  #if JACK
    private let handle: JACKHandle
    private let core: JACKCoreMemory
    private let isRunning = Mutex(false)

    /// The client's name, with a number appended if the requested name is in use.
    package let name: String
    package let sampleRate: Double

    /// Connects to a running server.
    public init(name: String) throws(JACKError) {
      // Silences JACK's messages on stderr, for the whole process.
      jack_set_error_function { _ in }
      jack_set_info_function { _ in }
      var status = jack_status_t(0)
      guard let opened = peach_jack_client_open(name, JackNoStartServer, &status) else {
        throw .noServer
      }
      let ports = (
        jack_port_register(opened, "left", JACK_DEFAULT_AUDIO_TYPE, JACKPort.output, 0),
        jack_port_register(opened, "right", JACK_DEFAULT_AUDIO_TYPE, JACKPort.output, 0),
        jack_port_register(opened, "midi", JACK_DEFAULT_MIDI_TYPE, JACKPort.input, 0)
      )
      guard let left = ports.0, let right = ports.1, let midi = ports.2 else {
        jack_client_close(opened)
        throw .refused(call: "jack_port_register", about: "a port")
      }
      handle = JACKHandle(client: opened)
      core = JACKCoreMemory(JACKCore(left: left, right: right, midi: midi))
      self.name = String(cString: jack_get_client_name(opened))
      sampleRate = Double(jack_get_sample_rate(opened))
      jack_set_process_callback(opened, jackProcess, core.pointer)
      jack_set_thread_init_callback(opened, { _ in AudioThread.flushToZero() }, nil)
      jack_set_xrun_callback(opened, jackXRun, core.pointer)
      jack_set_port_registration_callback(opened, jackPortChanged, core.pointer)
      jack_set_port_connect_callback(opened, jackConnectionChanged, core.pointer)
      jack_on_info_shutdown(opened, jackShutDown, core.pointer)
    }

    deinit {
      jack_client_close(handle.client)
      core.deallocate()
    }

    /// The number of frames per render call, which the server may change.
    package var blockFrames: Int { Int(jack_get_buffer_size(handle.client)) }
    package var xrunCount: Int { core.pointer.pointee.xrunCount.load(ordering: .relaxed) }
    /// The number of changes of ports and connections.
    package var changeCount: Int { core.pointer.pointee.changeCount.load(ordering: .relaxed) }
    /// The DSP load that the server reports, 0…1.
    package var load: Double { Double(jack_cpu_load(handle.client)) / 100 }

    /// The failure of the connection; `nil` while the server is running.
    package var failure: JACKError? {
      guard core.pointer.pointee.isGone.load(ordering: .acquiring) else { return nil }
      return .serverGone(reason: core.pointer.pointee.reason)
    }

    /// Activates the client, which must be inactive.
    package func start(_ renderer: MIDIRenderer) throws(JACKError) {
      try isRunning.withLock { (isRunning) throws(JACKError) in
        precondition(!isRunning, "The client is already running.")
        core.pointer.pointee.setRenderer(renderer)
        guard jack_activate(handle.client) == 0 else {
          throw .refused(call: "jack_activate", about: name)
        }
        isRunning = true
      }
    }

    /// Removes the connections. The renderer is not called after this has returned.
    package func stop() {
      isRunning.withLock { isRunning in
        guard isRunning else { return }
        jack_deactivate(handle.client)
        isRunning = false
      }
    }

    package var audioPortNames: [String] { ["\(name):left", "\(name):right"] }
    package var midiPortName: String { "\(name):midi" }

    /// Returns the ports of other clients.
    package func ports(_ kind: JACKPort.Kind) -> [JACKPort] {
      let type = kind == .midiOutput ? JACK_DEFAULT_MIDI_TYPE : JACK_DEFAULT_AUDIO_TYPE
      let flags = kind == .midiOutput ? JACKPort.output : JACKPort.input
      let ports = Self.strings(jack_get_ports(handle.client, nil, type, flags))
      return ports.filter { !$0.hasPrefix("\(name):") }.map { port in
        let isPhysical = jack_port_by_name(handle.client, port)
          .map { UInt(jack_port_flags($0)) & UInt(JackPortIsPhysical.rawValue) != 0 }
        return JACKPort(name: port, isPhysical: isPhysical ?? false)
      }
    }

    /// Returns the strings of an array that ends with `nil`, and frees it.
    private static func strings(_ array: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
      guard let array else { return [] }
      defer { jack_free(array) }
      var strings: [String] = []
      while let text = array[strings.count] { strings.append(String(cString: text)) }
      return strings
    }

    package func connections(of port: String) -> [String] {
      guard let port = jack_port_by_name(handle.client, port) else { return [] }
      return Self.strings(jack_port_get_all_connections(handle.client, port))
    }

    /// Connects an output port to an input port. The client must be active.
    package func connect(_ source: String, to destination: String) throws(JACKError) {
      let code = jack_connect(handle.client, source, destination)
      if code != 0 && code != EEXIST {
        throw .refused(call: "jack_connect", about: "\(source) to \(destination)")
      }
    }

    package func disconnect(_ source: String, from destination: String) throws(JACKError) {
      if jack_disconnect(handle.client, source, destination) != 0 {
        throw .refused(call: "jack_disconnect", about: "\(source) from \(destination)")
      }
    }
  #else
    private var impossible: Never { preconditionFailure("Built without JACK.") }

    /// Throws ``JACKError/notBuilt``.
    public init(name: String) throws(JACKError) { throw .notBuilt }
  #endif
}

#if !JACK
  // Without JACK, no client can be created, but its users still compile.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension JACKClient {
    package var name: String { switch impossible {} }
    package var sampleRate: Double { switch impossible {} }
    package var blockFrames: Int { switch impossible {} }
    package var xrunCount: Int { switch impossible {} }
    package var changeCount: Int { switch impossible {} }
    package var load: Double { switch impossible {} }
    package var failure: JACKError? { switch impossible {} }
    package var audioPortNames: [String] { switch impossible {} }
    package var midiPortName: String { switch impossible {} }
    package func start(_ renderer: MIDIRenderer) throws(JACKError) { switch impossible {} }
    package func stop() { switch impossible {} }
    package func ports(_ kind: JACKPort.Kind) -> [JACKPort] { switch impossible {} }
    package func connections(of port: String) -> [String] { switch impossible {} }
    package func connect(_ source: String, to destination: String) throws(JACKError) {
      switch impossible {}
    }
    package func disconnect(_ source: String, from destination: String) throws(JACKError) {
      switch impossible {}
    }
  }
#endif

#if canImport(CoreMIDI)
  import CoreMIDI
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #endif

  /// An input from all MIDI sources of Apple's systems, also from those that are connected later.
  /// The system translates MIDI 1.0 to Universal MIDI Packets. Checked against stubs elsewhere.
  ///
  /// ```swift
  /// let inputs = LiveInputs()
  /// let input = try CoreMIDIInput(name: "Peach", receiver: inputs.packetReceiver())
  /// ```
  public final class CoreMIDIInput: @unchecked Sendable {
    // Safe: used on one thread at a time; CoreMIDI calls the blocks on its threads.

    private var client = MIDIClientRef()
    private var port = MIDIPortRef()
    private var connected: Set<MIDIEndpointRef> = []
    private var current: [MIDIEndpointRef] = []
    private var changes = 0

    /// Opens the input. If `connectsSources` is `true`, connects the current sources, and later
    /// ones.
    public init(
      name: String, receiver: @escaping MIDIPacketReceiver, connectsSources: Bool = true
    ) throws {
      var timebase = mach_timebase_info_data_t()
      mach_timebase_info(&timebase)
      let input = EventListInput(
        ticks: HostTicks(numerator: timebase.numer, denominator: timebase.denom),
        receiver: receiver)
      guard let text = CFStringCreateWithCString(nil, name, Self.encoding) else {
        throw MIDIInputError.call(
          "CFStringCreateWithCString", about: "CoreMIDI", reason: "no memory")
      }
      try Self.check(
        MIDIClientCreateWithBlock(text, &client) { [weak self] _ in
          if connectsSources { DispatchQueue.main.async { self?.connect() } }
        }, "MIDIClientCreateWithBlock")
      let status = MIDIInputPortCreateWithProtocol(client, text, ._2_0, &port) {
        list, _ in
        guard let packet = MemoryLayout<MIDIEventList>.offset(of: \.packet) else { return }
        input.receive(
          UnsafeRawPointer(list) + packet, count: Int(list.pointee.numPackets),
          nowTicks: mach_absolute_time(), now: MIDIClock.nanoseconds)
      }
      do throws(MIDIInputError) {
        try Self.check(status, "MIDIInputPortCreateWithProtocol")
      } catch {
        MIDIClientDispose(client)
        throw error
      }
      if connectsSources { connect() }
    }

    deinit { MIDIClientDispose(client) }

    /// The number of connected sources.
    public var sourceCount: Int { connected.count }
    /// The number of lost messages: CoreMIDI reports none.
    package var lostCount: Int { 0 }

    /// Connects sources that are not connected yet.
    private func connect() {
      for source in endpoints() where !connected.contains(source) {
        if MIDIPortConnectSource(port, source, nil) == 0 { connected.insert(source) }
      }
    }

    private func endpoints() -> [MIDIEndpointRef] {
      (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) }
    }

    // MARK: Single sources

    /// The number of changes of the sources. To be read on the thread that created the input: runs
    /// its run loop, without which the system does not update the sources.
    package var changeCount: Int {
      CFRunLoopRunInMode(.defaultMode, 0, true)
      let now = endpoints()
      if now != current {
        current = now
        connected.formIntersection(now)
        changes += 1
      }
      return changes
    }

    /// Returns the sources, with their unique identifiers as addresses.
    package func sources() -> [MIDISource] {
      endpoints().map { source in
        var entity = MIDIEntityRef()
        let isPhysical = MIDIEndpointGetEntity(source, &entity) == 0 && entity != 0
        return MIDISource(
          address: Self.address(source), name: Self.name(source), isPhysical: isPhysical)
      }
    }

    /// Connects a source, unless it is connected.
    package func connect(_ source: MIDISource) throws(MIDIInputError) {
      let endpoint = try endpoint(source)
      if connected.contains(endpoint) { return }
      try Self.check(
        MIDIPortConnectSource(port, endpoint, nil), "MIDIPortConnectSource", about: source.name)
      connected.insert(endpoint)
    }

    /// Disconnects a source, if it is connected.
    package func disconnect(_ source: MIDISource) throws(MIDIInputError) {
      let endpoint = try endpoint(source)
      guard connected.remove(endpoint) != nil else { return }
      try Self.check(
        MIDIPortDisconnectSource(port, endpoint), "MIDIPortDisconnectSource", about: source.name)
    }

    private func endpoint(_ source: MIDISource) throws(MIDIInputError) -> MIDIEndpointRef {
      for endpoint in endpoints() where Self.address(endpoint) == source.address { return endpoint }
      throw .call("MIDIGetSource", about: source.name, reason: "it has been removed")
    }

    private static func address(_ source: MIDIEndpointRef) -> String {
      var identifier: Int32 = 0
      _ = MIDIObjectGetIntegerProperty(source, kMIDIPropertyUniqueID, &identifier)
      return "\(identifier)"
    }

    private static func name(_ source: MIDIEndpointRef) -> String {
      var text: Unmanaged<CFString>?
      var characters = [CChar](repeating: 0, count: 512)
      guard MIDIObjectGetStringProperty(source, kMIDIPropertyDisplayName, &text) == 0,
        let text = text?.takeRetainedValue(),
        CFStringGetCString(text, &characters, characters.count, encoding)
      else { return "MIDI source" }
      let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of `kCFStringEncodingUTF8`.
    private static var encoding: UInt32 { 0x0800_0100 }

    private static func check(
      _ status: Int32, _ call: String, about: String = "CoreMIDI"
    ) throws(MIDIInputError) {
      if status != 0 { throw .call(call, about: about, reason: "error \(status)") }
    }
  }
#endif

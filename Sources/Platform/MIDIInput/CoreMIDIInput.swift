#if canImport(CoreMIDI)
  import CoreMIDI
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #endif

  /// An input from all MIDI sources of Apple's systems, also from those that are connected later. The
  /// system translates MIDI 1.0 to Universal MIDI Packets. Checked against stubs elsewhere.
  ///
  /// ```swift
  /// let inputs = LiveInputs()
  /// let input = try CoreMIDIInput(name: "Peach", receiver: inputs.packetReceiver())
  /// ```
  public final class CoreMIDIInput: @unchecked Sendable {
    // Sound: used on one thread at a time; CoreMIDI calls the blocks on threads of its own.

    private var client = MIDIClientRef()
    private var port = MIDIPortRef()
    private var connected: Set<MIDIEndpointRef> = []

    /// Opens the input and connects the current sources.
    public init(name: String, receiver: @escaping MIDIPacketReceiver) throws {
      var timebase = mach_timebase_info_data_t()
      mach_timebase_info(&timebase)
      let input = EventListInput(
        ticks: HostTicks(numerator: timebase.numer, denominator: timebase.denom),
        receiver: receiver)
      // 0x08000100 is kCFStringEncodingUTF8.
      guard let text = CFStringCreateWithCString(nil, name, 0x0800_0100) else {
        throw MIDIInputError.call(
          "CFStringCreateWithCString", about: "CoreMIDI", reason: "no memory")
      }
      try Self.check(
        MIDIClientCreateWithBlock(text, &client) { [weak self] _ in
          DispatchQueue.main.async { self?.connect() }
        }, "MIDIClientCreateWithBlock")
      let status = MIDIInputPortCreateWithProtocol(client, text, ._2_0, &port) {
        list, _ in
        guard let packet = MemoryLayout<MIDIEventList>.offset(of: \.packet) else { return }
        input.receive(
          UnsafeRawPointer(list) + packet, count: Int(list.pointee.numPackets),
          nowTicks: mach_absolute_time(), now: MIDIClock.nanoseconds)
      }
      do {
        try Self.check(status, "MIDIInputPortCreateWithProtocol")
      } catch {
        MIDIClientDispose(client)
        throw error
      }
      connect()
    }

    deinit { MIDIClientDispose(client) }

    /// The number of connected sources.
    public var sourceCount: Int { connected.count }

    /// Connects sources that are not connected yet.
    private func connect() {
      for index in 0..<MIDIGetNumberOfSources() {
        let source = MIDIGetSource(index)
        if connected.contains(source) { continue }
        if MIDIPortConnectSource(port, source, nil) == 0 { connected.insert(source) }
      }
    }

    private static func check(_ status: Int32, _ call: String) throws(MIDIInputError) {
      if status != 0 { throw .call(call, about: "CoreMIDI", reason: "error \(status)") }
    }
  }
#endif

import PeachServices
import PeachTrainerUI
import Synchronization

/// Passes the messages of MIDI keyboards to the trainer.
final class TrainerMIDI {
  private let inputs: [RawMIDIInput]
  private let connecting: Task<Void, Never>?
  private static let intervalSeconds = 0.5

  /// Opens the raw inputs of `--midi`, and connects the system's ports that match `--connect`, by
  /// default all of hardware: on Linux as they appear, on Apple's systems those of the start.
  init(_ arguments: Arguments, events: TrainerEventQueue, texts: TrainerTexts) throws {
    let paths = arguments.all("midi")
    if paths.contains("-") {
      throw UsageError(reason: "--midi cannot be standard input, which has the keys.")
    }
    inputs = try paths.map { try RawMIDIInput(path: $0, receiver: Self.receiver(events)) }
    let names = arguments.all("connect")
    guard !arguments.has("no-connect"),
      let input = try? SystemMIDIInput.open(
        name: "Peach trainer", bytes: Self.receiver(events), packets: Self.packetReceiver(events))
    else {
      connecting = nil
      if !names.isEmpty { Console.warning("No MIDI ports: the system has no sequencer.") }
      return
    }
    connecting = Self.connect(Ports(names: names, input: input), events, texts)
  }

  private static func connect(
    _ ports: Ports, _ events: TrainerEventQueue, _ texts: TrainerTexts
  ) -> Task<Void, Never> {
    Task.detached(priority: .background) {
      while !Task.isCancelled {
        for title in await ports.connect() { events.post(.note(texts[.midiConnected, title])) }
        try? await Task.sleep(for: .seconds(intervalSeconds))
      }
    }
  }

  /// The system's ports.
  private actor Ports {
    private let manager: MIDIPortManager

    init(names: [String], input: SystemMIDIInput) {
      manager = MIDIPortManager(names: names, disablesConnections: false, sequencer: input)
    }

    /// Connects ports that have appeared. Returns their titles.
    func connect() -> [String] {
      let before = manager.connected
      _ = manager.update(nil)
      return manager.connected.subtracting(before).map { $0.title }.sorted()
    }
  }

  deinit { connecting?.cancel() }

  private static func receiver(_ events: TrainerEventQueue) -> MIDIReceiver {
    let parser = Mutex(MIDIParser(systemExclusiveCapacity: 0))
    return { bytes, _ in
      parser.withLock { parser in
        for byte in bytes {
          if case .message(let message)? = parser.step(byte) { post(message, to: events) }
        }
      }
    }
  }

  private static func packetReceiver(_ events: TrainerEventQueue) -> MIDIPacketReceiver {
    let reader = Mutex(UniversalMIDIPacketReader(systemExclusiveCapacity: 0))
    return { packet, _ in
      reader.withLock { reader in
        switch reader.read(packet) {
        case .message(let message): post(message, to: events)
        case .messages(let count):
          for index in 0..<count { post(reader.message(at: index), to: events) }
        case .noteOn(let channel, let key, let velocity, _):
          events.post(.midi(status: 0x90 | channel, first: key, second: velocity))
        case .nothing, .keyBendRange, .keyPitch, .systemExclusive: break
        }
      }
    }
  }

  private static func post(_ message: MIDIMessage, to events: TrainerEventQueue) {
    if message.status >= 0xF0 { return }
    events.post(.midi(status: message.status, first: message.data1, second: message.data2))
  }
}

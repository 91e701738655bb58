import Peach
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
      let input = try? Self.openInput(events)
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

  private static func openInput(_ events: TrainerEventQueue) throws -> SystemMIDIInput {
    #if canImport(CoreMIDI)
      try CoreMIDIInput(
        name: "Peach trainer", receiver: packetReceiver(events), connectsSources: false)
    #else
      try SequencerInput(name: "Peach trainer", receiver: receiver(events))
    #endif
  }

  #if canImport(CoreMIDI)
    /// Returns a receiver of the messages that the trainer reads: notes, controllers and bends.
    private static func packetReceiver(_ events: TrainerEventQueue) -> MIDIPacketReceiver {
      { packet, _ in
        let status = UInt8(truncatingIfNeeded: packet.word1 >> 16)
        var (first, second) = (packet.word1 >> 8 & 0x7F, packet.word1 & 0x7F)
        switch packet.word1 >> 28 {
        case 2 where status < 0xF0: break
        // MIDI 2.0 has 32 bits for a bend, 16 for a velocity and 32 for a controller (M2-104-UM §7.4).
        case 4 where status >> 4 == 0xE:
          (first, second) = (packet.word2 >> 18 & 0x7F, packet.word2 >> 25)
        case 4 where status >> 4 == 0x9: second = max(packet.word2 >> 25, 1)
        case 4 where status >> 4 == 0x8 || status >> 4 == 0xB: second = packet.word2 >> 25
        default: return
        }
        events.post(.midi(status: status, first: UInt8(first), second: UInt8(second)))
      }
    }
  #endif

  private static func receiver(_ events: TrainerEventQueue) -> MIDIReceiver {
    let parser = Mutex(MIDIParser(systemExclusiveCapacity: 0))
    return { bytes, _ in
      parser.withLock { parser in
        for byte in bytes {
          guard case .message(let message)? = parser.step(byte), message.status < 0xF0 else {
            continue
          }
          events.post(
            .midi(status: message.status, first: message.data1, second: message.data2))
        }
      }
    }
  }
}

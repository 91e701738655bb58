import Peach
import PeachTrainerUI
import Synchronization

/// Passes the messages of MIDI keyboards to the trainer.
final class TrainerMIDI {
  private let inputs: [RawMIDIInput]
  private let connecting: Task<Void, Never>?
  private static let intervalSeconds = 0.5

  /// Opens the raw inputs of `--midi`, and connects the ports of ALSA's sequencer that match
  /// `--connect`, by default all of hardware, as they appear.
  init(_ arguments: Arguments, events: TrainerEventQueue, texts: TrainerTexts) throws {
    let paths = arguments.all("midi")
    if paths.contains("-") {
      throw UsageError(reason: "--midi cannot be standard input, which has the keys.")
    }
    inputs = try paths.map { try RawMIDIInput(path: $0, receiver: Self.receiver(events)) }
    let names = arguments.all("connect")
    guard !arguments.has("no-connect"),
      let sequencer = try? SequencerInput(
        name: "Peach trainer", receiver: Self.receiver(events))
    else {
      connecting = nil
      if !names.isEmpty { Console.warning("No MIDI ports: this system has no ALSA sequencer.") }
      return
    }
    connecting = Self.connect(Ports(names: names, sequencer: sequencer), events, texts)
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

  /// The ports of the sequencer.
  private actor Ports {
    private let manager: MIDIPortManager

    init(names: [String], sequencer: SequencerInput) {
      manager = MIDIPortManager(names: names, disablesConnections: false, sequencer: sequencer)
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

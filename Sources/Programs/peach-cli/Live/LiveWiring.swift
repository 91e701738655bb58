import Peach

/// Which MIDI ports play: those asked for as they come and go, and what somebody connects by hand.
final class LiveWiring {
  /// A port that gives MIDI, of JACK or of ALSA's sequencer.
  struct Port: Hashable {
    var address: String
    var name: String
    var isPhysical: Bool

    /// As it is listed: ALSA's have numbers and a name.
    var title: String { address == name ? name : "\(address) \(name)" }
  }

  private let wanted: [String]
  private let connectsNothing: Bool
  private let sequencer: SequencerInput?
  private var lastChange: Int?
  private var known: Set<Port> = []
  private(set) var connected: Set<Port> = []

  /// Wiring that connects ports with one of `wanted` in their names, or all devices where it is empty,
  /// or nothing.
  init(wanted: [String], connectsNothing: Bool, sequencer: SequencerInput?) {
    self.wanted = wanted
    self.connectsNothing = connectsNothing
    self.sequencer = sequencer
  }

  /// Everything is unconnected, as with a new server.
  func forget() {
    known = []
    connected = []
    lastChange = nil
  }

  /// All ports there are.
  func ports(_ output: LiveSession.Output?) -> [Port] {
    var ports: [Port] = []
    if case .jack(let client)? = output {
      ports += client.ports(.midiOutput)
        .map { Port(address: $0.name, name: $0.name, isPhysical: $0.isPhysical) }
    }
    ports += (sequencer?.sources() ?? [])
      .map { Port(address: $0.address, name: $0.name, isPhysical: $0.isPhysical) }
    return ports
  }

  /// Connects what has come and is wanted; gives a sentence for all that has come or gone.
  func update(_ output: LiveSession.Output?) -> [String] {
    guard let change = changeCount(output), change != lastChange else { return [] }
    let isFirst = lastChange == nil
    lastChange = change
    let now = Set(ports(output))
    var said: [String] = []
    for port in known.subtracting(now).sorted(by: { $0.title < $1.title }) {
      if connected.remove(port) != nil { said.append("\(port.title) is gone.") }
    }
    for port in now.subtracting(known).sorted(by: { $0.title < $1.title }) {
      if isWanted(port) {
        said.append(connect(port, output) ?? "\(port.title) is connected.")
      } else if !isFirst {
        said.append("\(port.title) is there; connect it to play.")
      }
    }
    known = now
    return said
  }

  private func isWanted(_ port: Port) -> Bool {
    if connectsNothing { return false }
    if wanted.isEmpty { return port.isPhysical }
    return wanted.contains { port.address == $0 || port.name.contains($0) }
  }

  private func changeCount(_ output: LiveSession.Output?) -> Int? {
    var count: Int?
    if case .jack(let client)? = output { count = client.changeCount }
    if let sequencer { count = (count ?? 0) + sequencer.changeCount }
    return count
  }

  /// The port that somebody means; a sentence where there is none, or more than one.
  func port(_ text: String, _ output: LiveSession.Output?) throws(UsageError) -> Port {
    let all = ports(output)
    if let exact = all.first(where: { $0.address == text }) { return exact }
    if let number = Int(text), all.indices.contains(number - 1) { return all[number - 1] }
    let matches = all.filter { $0.name.lowercased().contains(text.lowercased()) }
    guard matches.count == 1, let match = matches.first else {
      throw UsageError(
        reason: matches.isEmpty
          ? "there is no port \"\(text)\"; ports lists them."
          : "\"\(text)\" is in the names of \(matches.count) ports; take one's number.")
    }
    return match
  }

  /// Connects a port; what went wrong, where something did.
  func connect(_ port: Port, _ output: LiveSession.Output?) -> String? {
    wire(port, output, isConnecting: true)
  }

  /// Parts a port; what went wrong, where something did.
  func disconnect(_ port: Port, _ output: LiveSession.Output?) -> String? {
    wire(port, output, isConnecting: false)
  }

  private func wire(
    _ port: Port, _ output: LiveSession.Output?, isConnecting: Bool
  ) -> String? {
    do {
      if case .jack(let client)? = output, port.address == port.name {
        if isConnecting {
          try client.connect(port.address, to: client.midiPortName)
        } else {
          try client.disconnect(port.address, from: client.midiPortName)
        }
        note(port, isConnecting)
        return nil
      }
      let source = MIDISource(
        address: port.address, name: port.name, isPhysical: port.isPhysical)
      if isConnecting {
        try sequencer?.connect(source)
      } else {
        try sequencer?.disconnect(source)
      }
      note(port, isConnecting)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func note(_ port: Port, _ isConnecting: Bool) {
    if isConnecting { connected.insert(port) } else { connected.remove(port) }
  }
}

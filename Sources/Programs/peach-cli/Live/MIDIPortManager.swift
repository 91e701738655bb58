import PeachServices

/// Connects MIDI ports: automatically as they appear, or on request.
final class MIDIPortManager {
  /// A MIDI output port of the system, or of JACK, where the address is the name.
  typealias Port = MIDISource

  private let names: [String]
  private let disablesConnections: Bool
  private let sequencer: SystemMIDIInput?
  private var lastChange: Int?
  private var known: Set<Port> = []
  private(set) var connected: Set<Port> = []

  /// Creates a manager that automatically connects ports whose names contain one of `names`. If
  /// `names` is empty, it connects all hardware ports.
  init(names: [String], disablesConnections: Bool, sequencer: SystemMIDIInput?) {
    self.names = names
    self.disablesConnections = disablesConnections
    self.sequencer = sequencer
  }

  /// Discards all ports and connections, for a new server.
  func reset() {
    known = []
    connected = []
    lastChange = nil
  }

  func ports(_ output: LiveSession.Output?) -> [Port] {
    var ports: [Port] = []
    if case .jack(let client)? = output {
      ports = client.ports(.midiOutput)
        .map { Port(address: $0.name, name: $0.name, isPhysical: $0.isPhysical) }
    }
    return ports + (sequencer?.sources() ?? [])
  }

  /// Connects new ports that match. Returns a message for each port that appeared or disappeared.
  func update(_ output: LiveSession.Output?) -> [String] {
    guard let change = changeCount(output), change != lastChange else { return [] }
    let isFirst = lastChange == nil
    lastChange = change
    let now = Set(ports(output))
    var messages: [String] = []
    for port in known.subtracting(now).sorted(by: { $0.title < $1.title }) {
      if connected.remove(port) != nil { messages.append("Lost \(port.title).") }
    }
    for port in now.subtracting(known).sorted(by: { $0.title < $1.title }) {
      if isSelected(port) {
        messages.append(setConnection(port, output, isConnecting: true))
      } else if !isFirst {
        messages.append("Found \(port.title). Use connect to play it.")
      }
    }
    known = now
    return messages
  }

  private func isSelected(_ port: Port) -> Bool {
    if disablesConnections { return false }
    if names.isEmpty { return port.isPhysical }
    return names.contains { port.address == $0 || port.name.contains($0) }
  }

  private func changeCount(_ output: LiveSession.Output?) -> Int? {
    var count: Int?
    if case .jack(let client)? = output { count = client.changeCount }
    if let sequencer { count = (count ?? 0) + sequencer.changeCount }
    return count
  }

  /// Returns the port with an address, a list number or part of a name. Throws if it is not unique.
  func port(_ text: String, _ output: LiveSession.Output?) throws(UsageError) -> Port {
    let all = ports(output)
    if let exact = all.first(where: { $0.address == text }) { return exact }
    if let number = Int(text), all.indices.contains(number - 1) { return all[number - 1] }
    let matches = all.filter { $0.name.lowercased().contains(text.lowercased()) }
    guard matches.count == 1, let match = matches.first else {
      throw UsageError(
        reason: matches.isEmpty
          ? "Unknown port \"\(text)\". Type ports for a list."
          : "\"\(text)\" matches \(matches.count) ports. Use a port number instead.")
    }
    return match
  }

  /// Connects or disconnects a port. Returns a message about the result.
  func setConnection(_ port: Port, _ output: LiveSession.Output?, isConnecting: Bool) -> String {
    do {
      if case .jack(let client)? = output, port.address == port.name {
        if isConnecting {
          try client.connect(port.address, to: client.midiPortName)
        } else {
          try client.disconnect(port.address, from: client.midiPortName)
        }
      } else if isConnecting {
        try sequencer?.connect(port)
      } else {
        try sequencer?.disconnect(port)
      }
      if isConnecting { connected.insert(port) } else { connected.remove(port) }
      return "\(isConnecting ? "Connected" : "Disconnected") \(port.title)."
    } catch {
      return "\(error)"
    }
  }
}

extension MIDISource {
  var title: String { address == name ? name : "\(address) \(name)" }
}

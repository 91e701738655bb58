import PeachMusicUnits

/// The assignment of a song's events to its output ports. Only ports with channel messages count.
/// They are ordered by number, then by the first occurrence of their name.
///
/// A port event (FF 21, or FF 09 in a track without FF 21) applies to the rest of its track, and
/// to the events before it if none of them is a note. A track without port events is on port 0;
/// if ports have only names, on the first of them. System Exclusive messages of a track that has
/// neither a port event nor channel messages reach all ports.
package struct MIDIPortMap: Sendable {
  /// The events of a track from an index on.
  private struct Run {
    let firstEvent: Int
    /// The port; `nil` for none.
    let port: Int?
  }

  /// The ports that have channel messages; a single one in most songs.
  package private(set) var ports: [MIDIPort] = []
  /// The runs of each track; empty for a track of all ports. Empty with fewer than two ports.
  private var runs: [[Run]] = []
  /// For the warnings: the first track of each port.
  private(set) var firstTracks: [Int] = []

  /// The number of ports, 1 through ``MIDIFile/maximumPortCount``.
  package var count: Int { min(max(ports.count, 1), MIDIFile.maximumPortCount) }

  /// Returns the port of an event, by its index in its track, from 0; `nil` for all ports or none.
  ///
  /// - Parameter run: 0 at the start of a track. Visit the events in order.
  package func port(ofEvent event: Int, ofTrack track: Int, _ run: inout Int) -> Int? {
    guard ports.count > 1 else { return 0 }
    let own = runs[track]
    if own.isEmpty { return nil }
    while run + 1 < own.count && own[run + 1].firstEvent <= event { run += 1 }
    return own[run].port
  }

  /// Creates the map of a song whose tracks are parts of those of another one.
  init(_ parts: [MIDIFile.TrackPart], of map: MIDIPortMap) {
    (ports, firstTracks) = (map.ports, map.firstTracks)
    guard map.count > 1 else { return }
    runs = parts.map { part in
      let own = map.runs[part.track]
      if own.isEmpty { return [] }
      var runs: [Run] = []
      for (event, source) in part.sources.enumerated() {
        let port = Self.run(of: source, in: own).port
        if runs.isEmpty || runs[runs.count - 1].port != port {
          runs.append(Run(firstEvent: event, port: port))
        }
      }
      return runs.isEmpty ? [Run(firstEvent: 0, port: own[0].port)] : runs
    }
  }

  /// Returns the run of an event, by its index in its track.
  private static func run(of event: Int, in runs: [Run]) -> Run {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].firstEvent <= event { low = middle } else { high = middle }
    }
    return runs[low]
  }

  /// Returns whether the events of a track reach all ports.
  package func reachesAllPorts(track: Int) -> Bool { ports.count <= 1 || runs[track].isEmpty }
}

/// Identifies ports by their numbers and names while a map is made.
private struct PortIdentifiers {
  private static var numberCount: Int { 128 }
  private var names: [ByteRange] = []
  private var indexOfName = KeyedArray<[UInt8], Int>()
  /// The number of the port with a name, if a track has both.
  private var numberOfName: [UInt8?] = []
  private var nameOfNumber = [ByteRange?](repeating: nil, count: numberCount)
  private(set) var usesNumbers = false

  var count: Int { Self.numberCount + names.count }
  /// The port of tracks without port events.
  var fallback: Int { usesNumbers || names.isEmpty ? 0 : identifier(ofName: 0) }

  mutating func add(number: UInt8) { usesNumbers = true }

  /// Adds a name and returns its index.
  mutating func add(_ name: ByteRange, in bytes: [UInt8]) -> Int {
    let text = Array(bytes[name.offset..<name.offset + name.count])
    if let known = indexOfName[text] { return known }
    indexOfName.setValue(names.count, for: text)
    names.append(name)
    numberOfName.append(nil)
    return names.count - 1
  }

  mutating func join(name: Int, number: UInt8) {
    if numberOfName[name] == nil { numberOfName[name] = number }
    if nameOfNumber[Int(number)] == nil { nameOfNumber[Int(number)] = names[name] }
  }

  func identifier(ofName name: Int) -> Int {
    numberOfName[name].map { Int($0) } ?? Self.numberCount + name
  }

  func port(_ identifier: Int, text: (ByteRange) -> String) -> MIDIPort {
    identifier < Self.numberCount
      ? MIDIPort(number: UInt8(identifier), name: nameOfNumber[identifier].map(text))
      : MIDIPort(number: nil, name: text(names[identifier - Self.numberCount]))
  }
}

extension MIDIPortMap {
  private enum PortEvent {
    case number(UInt8)
    case name(Int)
  }

  init(_ tracks: [MIDIFile.Track], bytes: [UInt8]) {
    var identifiers = PortIdentifiers()
    let changes = tracks.map { Self.changes(of: $0, bytes: bytes, &identifiers) }
    if changes.allSatisfy({ $0.isEmpty }) { return }
    var isUsed = [Bool](repeating: false, count: identifiers.count)
    var runs: [[Run]] = []
    var trackOfPort = [Int](repeating: 0, count: identifiers.count)
    for (index, (track, changes)) in zip(tracks, changes).enumerated() {
      let own = Self.runs(of: track, changes, identifiers)
      var run = 0
      var hasMessages = false
      for (event, content) in track.events.enumerated() {
        if case .escape = content.content { hasMessages = true }
        guard case .message = content.content else { continue }
        while run + 1 < own.count && own[run + 1].firstEvent <= event { run += 1 }
        hasMessages = true
        guard let port = own[run].port, !isUsed[port] else { continue }
        isUsed[port] = true
        trackOfPort[port] = index
      }
      runs.append(changes.isEmpty && !hasMessages ? [] : own)
    }
    let used = isUsed.indices.filter { isUsed[$0] }
    func text(_ range: ByteRange) -> String {
      String(fileText: Array(bytes[range.offset..<range.offset + range.count]))
    }
    ports = used.map { identifiers.port($0, text: text) }
    firstTracks = used.map { trackOfPort[$0] }
    guard used.count > 1 else { return }
    var indexOfPort = [Int?](repeating: nil, count: identifiers.count)
    for (index, port) in used.enumerated() { indexOfPort[port] = index % MIDIFile.maximumPortCount }
    self.runs = runs.map { own in
      own.map { Run(firstEvent: $0.firstEvent, port: $0.port.flatMap { indexOfPort[$0] }) }
    }
  }

  /// Returns the port events of a track: FF 21, or FF 09 without one.
  private static func changes(
    of track: MIDIFile.Track, bytes: [UInt8], _ identifiers: inout PortIdentifiers
  ) -> [(event: Int, change: PortEvent)] {
    var numbers: [(event: Int, change: PortEvent)] = []
    var names: [(event: Int, change: PortEvent)] = []
    var (firstNumber, firstName): (UInt8?, Int?) = (nil, nil)
    for (index, event) in track.events.enumerated() {
      switch event.content {
      case .meta(.port(let number)):
        identifiers.add(number: number)
        numbers.append((index, .number(number)))
        firstNumber = firstNumber ?? number
      case .meta(.text(.deviceName, let range)) where range.count > 0:
        let name = identifiers.add(range, in: bytes)
        names.append((index, .name(name)))
        firstName = firstName ?? name
      default: break
      }
    }
    if let firstNumber, let firstName { identifiers.join(name: firstName, number: firstNumber) }
    return numbers.isEmpty ? names : numbers
  }

  /// Returns the runs of a track, with identifiers as ports.
  private static func runs(
    of track: MIDIFile.Track, _ changes: [(event: Int, change: PortEvent)],
    _ identifiers: PortIdentifiers
  ) -> [Run] {
    var runs = changes.map { event, change in
      switch change {
      case .number(let number): Run(firstEvent: event, port: Int(number))
      case .name(let name): Run(firstEvent: event, port: identifiers.identifier(ofName: name))
      }
    }
    guard let first = runs.first else { return [Run(firstEvent: 0, port: identifiers.fallback)] }
    let startsLate = track.events[..<first.firstEvent].contains { event in
      if case .message(let message) = event.content { message.startsNote } else { false }
    }
    runs.insert(Run(firstEvent: 0, port: startsLate ? identifiers.fallback : first.port), at: 0)
    return runs
  }
}

/// Writes the events of a track of Recomposer as a track of a MIDI file for each of its ports.
struct RCPTrackWriter {
  private struct Entry {
    let tick: Int64
    /// `nil` for an event of all ports.
    let port: Int?
    let event: RCPEvent
  }

  private var builder: SongBuilder
  private let hasPorts: Bool
  private var name: [UInt8] = []
  private var entries: [Entry] = []
  private var tempos: [(tick: Int64, content: [UInt8])] = []
  private var usedPorts: [Int] = []
  /// Whether a loop, by its number, has no end.
  private var isEndless: [Bool] = []

  init(hasPorts: Bool, _ builder: SongBuilder) {
    (self.hasPorts, self.builder) = (hasPorts, builder)
  }

  mutating func begin(_ track: RCPTrack, _ tempos: [(tick: Int64, content: [UInt8])]) {
    name = Array(track.name)
    self.tempos = tempos
    usedPorts = [(track.channel ?? 0) >> 4]
  }

  mutating func write(_ tick: Int64, _ event: RCPEvent) {
    var port: Int?
    var earliest: Int64 = 0
    switch event {
    case .message(let channel, _), .exclusive(let channel, _): port = channel >> 4
    case .noteOff(let channel, _):
      port = channel >> 4
      // After the note-on, which may have been before the song's start.
      earliest = 1
    case .meta: port = usedPorts[0]
    case .loopStart: isEndless.append(false)
    case .loopEnd(let number): isEndless[number] = true
    case .tempo: return
    }
    if let port, !usedPorts.contains(port) { usedPorts.append(port) }
    entries.append(Entry(tick: max(tick, earliest), port: port, event: event))
  }

  /// Ends the track and returns the builder.
  consuming func end(at tick: Int64) -> SongBuilder {
    for port in usedPorts {
      if hasPorts { builder.addMeta(0x21, [UInt8(port)]) }
      if !name.isEmpty { builder.addMeta(3, name) }
      if port == usedPorts[0] {
        for tempo in tempos {
          builder.tick = tempo.tick
          builder.addMeta(0x51, tempo.content)
        }
      }
      for entry in entries where entry.port == nil || entry.port == port {
        builder.tick = entry.tick
        add(entry.event)
      }
      builder.tick = max(tick, 0)
      builder.endTrack()
    }
    return builder
  }

  private mutating func add(_ event: RCPEvent) {
    switch event {
    case .message(let channel, let message):
      builder.add([message[0] | UInt8(channel & 15)] + message.dropFirst())
    case .noteOff(let channel, let key): builder.addNoteOff(channel: UInt8(channel & 15), key: key)
    case .exclusive(_, let message): builder.addExclusive(message)
    case .meta(let type, let content): builder.addMeta(type, content)
    case .loopStart(let number): if isEndless[number] { builder.add([0xB0, 116, 0]) }
    case .loopEnd: builder.add([0xB0, 117, 127])
    case .tempo: break
    }
  }
}

/// An event of a track of Recomposer.
enum RCPEvent {
  /// A message of a channel; 16 is the first channel of port 1.
  case message(channel: Int, [UInt8])
  case noteOff(channel: Int, key: UInt8)
  /// A System Exclusive message without F0, for the port of a channel.
  case exclusive(channel: Int, [UInt8])
  case meta(type: UInt8, [UInt8])
  case tempo(RCPTempoChange)
  /// The start of a loop, and the end of one without end.
  case loopStart(Int)
  case loopEnd(Int)
}

/// Plays the events of a track in order, with its loops and repeated measures.
struct RCPTrackPlayer {
  private typealias Command = RCPTrack.Command

  private struct Loop {
    let number: Int
    let start: Int
    /// The offset after the repeated measure in which the loop starts.
    let returnOffset: Int?
    /// The remaining repetitions; `nil` before the first end.
    var remaining: Int?
  }

  private struct ActiveNote {
    let channel: Int
    var end: Int64
  }

  private let file: RCPFile
  private let track: RCPTrack
  private let bytes: [UInt8]
  /// The remaining number of events.
  private(set) var budget: Int
  /// The time of the next event; after the track, of its end.
  private(set) var tick: Int64
  private(set) var warnings: [SongFileWarning] = []

  private var channel: Int?
  private var offset: Int
  private var isOver = false
  private var loops: [Loop] = []
  private var loopCount = 0
  /// The offset after the event that repeats a measure.
  private var returnOffset: Int?
  private var measures: RCPMeasures
  private var exclusive = RCPExclusive()
  private var active = [ActiveNote?](repeating: nil, count: 128)

  init(_ file: RCPFile, _ track: RCPTrack, budget: Int) {
    (self.file, self.track, self.budget) = (file, track, budget)
    bytes = file.bytes
    tick = Int64(track.startTick)
    channel = track.channel
    offset = track.events.lowerBound
    measures = RCPMeasures(track)
  }

  /// The maximum number of events that the tracks of a file have, with their repetitions.
  static func eventLimit(of byteCount: Int) -> Int { (1 << 16) + 4 * byteCount }

  /// Plays the track.
  mutating func play(_ body: (Int64, RCPEvent) -> Void) {
    var last = tick
    while !isOver, track.events.contains(offset) {
      budget -= 1
      if budget < 0 {
        warn("the repetitions of a track are too long")
        break
      }
      playEvent(body)
    }
    for key in UInt8(0)..<128 {
      guard let note = active[Int(key)] else { continue }
      body(note.end, .noteOff(channel: note.channel, key: key))
      last = max(last, note.end)
    }
    tick = max(tick, last)
  }

  private mutating func playEvent(_ body: (Int64, RCPEvent) -> Void) {
    let start = offset
    let (command, step) = (bytes[start], bytes[start + 1])
    let (first, second) = (bytes[start + 2], bytes[start + 3])
    offset += RCPTrack.eventBytes
    if command < 0x80 { playNote(command, gate: first, velocity: second, body) }
    if command >= Command.keySignature { return control(command, step, start, body) }
    switch command {
    case Command.firstUserExclusive..<Command.trackExclusive:
      let template = file.userExclusive(Int(command - Command.firstUserExclusive))
      playExclusive(template, first, second, body)
    case Command.trackExclusive: playExclusive(continuation(), first, second, body)
    case Command.external: _ = continuation()
    case Command.tempo where first == 0: warn("a tempo is 0")
    case Command.tempo:
      let change = RCPTempoChange(tick: max(tick, 0), ratio: first, gradation: second)
      body(tick, .tempo(change))
    case Command.channel: channel = 1...0x80 ~= first ? Int(first) - 1 : nil
    case _ where RCPExclusive.isExclusive(command):
      guard let channel else { break }
      let message = exclusive.read(command, first, second, channel: UInt8(channel & 15))
      if let message { body(tick, .exclusive(channel: channel, message)) }
    case 0x80...: playMessage(command, first, second, body)
    default: break
    }
    tick += Int64(step)
  }

  /// Plays a note. One that still sounds is prolonged: they are tied.
  private mutating func playNote(
    _ number: UInt8, gate: UInt8, velocity: UInt8, _ body: (Int64, RCPEvent) -> Void
  ) {
    guard let channel, gate > 0, velocity > 0 else { return }
    let transposition = track.transposition.map { $0 + file.playBias } ?? 0
    let key = Int(number) + transposition
    guard 0..<128 ~= key else { return warn("notes are transposed beyond the keys of MIDI") }
    let end = tick + Int64(gate)
    if let note = active[key] {
      if note.end > tick, note.channel == channel {
        active[key]?.end = end
        return
      }
      body(min(note.end, tick), .noteOff(channel: note.channel, key: UInt8(key)))
    }
    active[key] = ActiveNote(channel: channel, end: end)
    body(tick, .message(channel: channel, [0x90, UInt8(key), min(velocity, 127)]))
  }

  private mutating func playMessage(
    _ command: UInt8, _ first: UInt8, _ second: UInt8, _ body: (Int64, RCPEvent) -> Void
  ) {
    guard let channel else { return }
    let (low, high) = (first & 0x7F, second & 0x7F)
    func add(_ message: UInt8...) { body(tick, .message(channel: channel, message)) }
    switch command {
    case Command.bankLSB, Command.bankMSB:
      add(0xB0, 0, command == Command.bankMSB ? high : 0)
      add(0xB0, 32, command == Command.bankLSB ? high : 0)
      add(0xC0, low)
    case Command.controller: add(0xB0, low, high)
    case Command.program where first < 0x80: add(0xC0, low)
    case Command.channelPressure: add(0xD0, low)
    case Command.keyPressure: add(0xA0, low, high)
    case Command.bend: add(0xE0, low, high)
    case Command.keyScan, Command.program: break
    default: warn("command \(String(command, radix: 16, uppercase: true)) is unknown")
    }
  }

  private mutating func playExclusive(
    _ template: some Sequence<UInt8>, _ first: UInt8, _ second: UInt8,
    _ body: (Int64, RCPEvent) -> Void
  ) {
    guard let channel else { return }
    let message = RCPExclusive.message(
      template, first, second, channel: UInt8(channel & 15))
    guard let message else { return warn("a System Exclusive message is invalid") }
    body(tick, .exclusive(channel: channel, message))
  }

  /// Plays an event without a step.
  private mutating func control(
    _ command: UInt8, _ value: UInt8, _ start: Int, _ body: (Int64, RCPEvent) -> Void
  ) {
    switch command {
    case Command.keySignature:
      body(tick, .meta(type: 0x59, RCPFile.keySignature(value)))
    case Command.comment:
      let text = RCPFile.trimmed((Array(bytes[start + 2...start + 3]) + continuation())[...])
      if !text.isEmpty { body(tick, .meta(type: 1, Array(text))) }
    case Command.loopStart:
      loops.append(
        Loop(number: loopCount, start: offset, returnOffset: returnOffset, remaining: nil))
      body(tick, .loopStart(loopCount))
      loopCount += 1
    case Command.loopEnd: endLoop(count: Int(value), body)
    case Command.sameMeasure:
      if let returnOffset {
        offset = returnOffset
        self.returnOffset = nil
      } else if let measure = measures.measure(repeatedAt: start, bytes) {
        returnOffset = offset
        offset = measure
      } else {
        warn("a measure repeats none")
      }
    case Command.measureEnd, Command.trackEnd...:
      isOver = command >= Command.trackEnd && returnOffset == nil
      offset = returnOffset ?? offset
      returnOffset = nil
    default: break
    }
  }

  /// - Parameter count: How often the loop plays; 0 without end.
  private mutating func endLoop(count: Int, _ body: (Int64, RCPEvent) -> Void) {
    guard var loop = loops.popLast() else { return warn("a loop has no start") }
    if count == 0 { return body(tick, .loopEnd(loop.number)) }
    let remaining = loop.remaining ?? count - 1
    guard remaining > 0 else { return }
    loop.remaining = remaining - 1
    (offset, returnOffset) = (loop.start, loop.returnOffset)
    loops.append(loop)
  }

  /// Returns the bytes of the events that continue the present one.
  private mutating func continuation() -> [UInt8] {
    var content: [UInt8] = []
    while track.events.contains(offset), bytes[offset] == Command.continuation {
      content += bytes[offset + 2...offset + 3]
      offset += RCPTrack.eventBytes
      budget -= 1
    }
    return content
  }

  private mutating func warn(_ text: String) {
    if !warnings.contains(where: { $0.text == text }) {
      warnings.append(SongFileWarning(text, at: min(offset, bytes.count)))
    }
  }
}

/// The measures of a track that events repeat: by their offsets from the track's header. A measure
/// that is itself a repetition stands for the one that it repeats.
private struct RCPMeasures {
  private enum Target {
    static let unknown: Int32 = -1
    static let invalid: Int32 = -2
  }

  private let track: RCPTrack
  /// For each event, the offset of the measure that it repeats in the track.
  private var targets: [Int32]

  init(_ track: RCPTrack) {
    self.track = track
    targets = [Int32](
      repeating: Target.unknown, count: track.events.count / RCPTrack.eventBytes)
  }

  /// Returns the offset of the measure that the event at an offset repeats; `nil` if there is none.
  mutating func measure(repeatedAt offset: Int, _ bytes: [UInt8]) -> Int? {
    var path: [Int] = []
    var found = Target.invalid
    var next = offset
    while track.events.contains(next) {
      if bytes[next] != RCPTrack.Command.sameMeasure {
        found = Int32(next - track.start)
        break
      }
      let index = (next - track.events.lowerBound) / RCPTrack.eventBytes
      if targets[index] != Target.unknown {
        found = targets[index]
        break
      }
      // A chain that comes back here repeats nothing.
      targets[index] = Target.invalid
      path.append(index)
      // The low bits belong to the number of the measure.
      next = track.start + (Int(bytes[next + 2] & 0xFC) | Int(bytes[next + 3]) << 8)
    }
    for index in path { targets[index] = found }
    return found >= 0 ? track.start + Int(found) : nil
  }
}

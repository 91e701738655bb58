import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachSynthesis

/// The notes of a song that are tuned: neither percussion nor unpitched presets, nor notes of
/// channels that are bent by more than 50 cents at their note-on.
struct SongNotes {
  static let sampleRate = 48_000
  /// The shortest note for the analysis: the release of a shorter one is heard.
  private static let shortestFrames: Int64 = 2_400
  static var largestBendCents: Double { 50 }

  /// Sorted by start, port and note-on.
  private(set) var notes: [SongNote] = []
  /// The number of note-ons of each port.
  private(set) var noteOnCounts: [Int] = []

  init(_ file: MIDIFile, _ options: AdaptiveTuning) {
    let bytes = SongBytes(file)
    for port in 0..<file.portMap.count {
      var follower = PortFollower(port, of: file, bytes, options)
      follower.follow()
      noteOnCounts.append(follower.noteOnCount)
      notes += follower.notes
    }
    for index in notes.indices {
      let shortest = notes[index].startFrame + Self.shortestFrames
      notes[index].endFrame = max(notes[index].endFrame, shortest)
    }
    notes = notes.sorted(byKey: { SortKey($0.startFrame, $0.port) })
  }

  /// Follows a port of a song.
  private struct PortFollower: ~Copyable {
    private let port: Int
    private let options: AdaptiveTuning
    private let endFrame: Int64
    private var sequencer: Sequencer
    private var interpreter = MIDIEventInterpreter()
    private var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        maximumVoices: 1, effects: false, limiter: false, interpolation: .cubic))
    private var programs = [UInt8](repeating: 0, count: 16)
    private var isPedalDown = [Bool](repeating: false, count: 16)
    /// The note-ons of each key, oldest first, the number of those with a note-off, and the notes
    /// that only a pedal holds.
    private var down = [[Int]](repeating: [], count: 16 * 128)
    private var upCounts = [Int](repeating: 0, count: 16 * 128)
    private var held = [[Int]](repeating: [], count: 16 * 128)

    private(set) var notes: [SongNote] = []
    private(set) var noteOnCount = 0

    init(_ port: Int, of file: MIDIFile, _ bytes: SongBytes, _ options: AdaptiveTuning) {
      self.port = port
      self.options = options
      sequencer = Sequencer(file, port: port, bytes: bytes, sampleRate: SongNotes.sampleRate)
      endFrame = sequencer.durationFrames
    }

    mutating func follow() {
      while let event = sequencer.next(atOrBefore: Int64.max >> 2) {
        if case .message(let message) = event.content, let channel = message.channel {
          handle(message, channel, at: event.frame)
          if message.startsNote { continue }
        }
        sequencer.apply(event, by: &interpreter, to: &synthesizer)
      }
      for slot in down.indices { end(slot, at: endFrame) }
    }

    private mutating func handle(_ message: MIDIMessage, _ channel: UInt8, at frame: Int64) {
      let slot = Int(channel) << 7 | Int(message.data1)
      if message.startsNote {
        start(message, channel, at: frame)
      } else if message.endsNote {
        guard upCounts[slot] < down[slot].count else { return }
        let note = down[slot][upCounts[slot]]
        upCounts[slot] += 1
        notes[note].endFrame = frame
        if isPedalDown[Int(channel)] { held[slot].append(note) }
      } else if message.status & 0xF0 == 0xC0 {
        programs[Int(channel)] = message.data1
      } else if message.status & 0xF0 == 0xB0 {
        change(message.data1, message.data2, channel, at: frame)
      }
    }

    private mutating func start(_ message: MIDIMessage, _ channel: UInt8, at frame: Int64) {
      noteOnCount += 1
      let songChannel = channel | UInt8(truncatingIfNeeded: port << 4)
      guard !options.untunedChannels.contains(songChannel), isPitched(channel) else { return }
      let slot = Int(channel) << 7 | Int(message.data1)
      // Another note-on of a key that the pedal holds ends the previous note.
      for note in held[slot] { notes[note].endFrame = frame }
      held[slot].removeAll()
      down[slot].append(notes.count)
      notes.append(
        SongNote(
          port: port, noteOn: noteOnCount - 1, channel: channel, key: message.data1,
          velocity: message.data2, startFrame: frame, endFrame: frame,
          isDecaying: SongNotes.isDecaying(program: programs[Int(channel)]),
          isFixed: options.fixedChannels.contains(songChannel)))
    }

    private func isPitched(_ channel: UInt8) -> Bool {
      if synthesizer.isPercussion(onChannel: channel) { return false }
      if SongNotes.isUnpitched(program: programs[Int(channel)]) { return false }
      return abs(synthesizer.bendCents(onChannel: channel)) <= SongNotes.largestBendCents
    }

    private mutating func change(
      _ controller: UInt8, _ value: UInt8, _ channel: UInt8, at frame: Int64
    ) {
      switch controller {
      case 64: setPedal(value >= 64, channel, at: frame)
      case 121: setPedal(false, channel, at: frame)
      // All sound off, and all notes off with the changes of mode (MIDI 1.0, table IV).
      case 120, 123...127:
        for slot in Int(channel) << 7..<(Int(channel) + 1) << 7 { end(slot, at: frame) }
      default: break
      }
    }

    private mutating func setPedal(_ isDown: Bool, _ channel: UInt8, at frame: Int64) {
      if !isDown && isPedalDown[Int(channel)] {
        for slot in Int(channel) << 7..<(Int(channel) + 1) << 7 {
          for note in held[slot] { notes[note].endFrame = frame }
          held[slot].removeAll()
        }
      }
      isPedalDown[Int(channel)] = isDown
    }

    private mutating func end(_ slot: Int, at frame: Int64) {
      for note in down[slot].dropFirst(upCounts[slot]) { notes[note].endFrame = frame }
      for note in held[slot] { notes[note].endFrame = frame }
      down[slot].removeAll()
      upCounts[slot] = 0
      held[slot].removeAll()
    }
  }

  /// Whether the tones of a General MIDI program decay: pianos, chromatic percussion, guitars,
  /// pizzicato, harp, timpani, and plucked strings of other cultures.
  static func isDecaying(program: UInt8) -> Bool {
    switch program {
    case 0...15, 24...31, 45...47, 104...108: true
    default: false
    }
  }

  /// Whether a General MIDI program has no definite pitch: wood block to reverse cymbal, and sound
  /// effects.
  static func isUnpitched(program: UInt8) -> Bool { program >= 115 }
}

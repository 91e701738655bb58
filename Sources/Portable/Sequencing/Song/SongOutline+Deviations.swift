import PeachMIDIEvents
import PeachSynthesis

extension SongOutline.Note {
  /// The mean deviation from equal temperament over the note's duration, in cents.
  package var meanCents: Double {
    guard var last = deviations.first else { return 0 }
    if endSeconds <= startSeconds { return last.cents }
    var sum = 0.0
    for deviation in deviations.dropFirst() {
      sum += last.cents * (deviation.seconds - last.seconds)
      last = deviation
    }
    return (sum + last.cents * (endSeconds - last.seconds)) / (endSeconds - startSeconds)
  }
}

extension SongOutline {
  /// Changes within this time are one.
  private static let shortestChangeSeconds = 0.01
  /// The number of notes followed at a time, the newest ones: the polyphony of synthesizers.
  private static let activeLimit = 256

  /// A note that is down.
  private struct ActiveNote {
    var index: Int
    var key: UInt8
    var channel: UInt8
    var startSeconds: Double
    var endSeconds: Double
    /// The deviation by the key's tuning, and that of the note itself.
    var keyCents: Double
    var noteCents: Double
  }

  /// Adds the deviations of the notes, which must be in the order they are played: follows the
  /// song's tunings and bends as the synthesizer does. SoundFont's default modulators bend all
  /// regions equally; other modulators of a bank are not considered.
  mutating func addDeviations(
    ofPort port: Int, in file: MIDIFile, _ bytes: SongBytes, _ tunings: NoteTunings
  ) {
    let rate = 48_000
    var follower = Synthesizer(SynthesizerConfiguration(interpolation: .cubic).silent)
    var sequencer = Sequencer(
      file, port: port, bytes: bytes, sampleRate: rate, tunings: tunings)
    var interpreter = MIDIEventInterpreter()
    var active: [ActiveNote] = []
    var next = 0
    var count = 0
    let countLimit = (1 << 16) + file.bytes.count
    while let event = sequencer.next(atOrBefore: Int64.max >> 2) {
      let seconds = Double(event.frame) / Double(rate)
      if case .message(let message) = event.content, message.startsNote {
        while next < notes.count && Int(notes[next].channel >> 4) != port { next += 1 }
        guard next < notes.count else { return }
        let note = notes[next]
        active.removeAll { $0.endSeconds <= note.startSeconds }
        var noteCents = 0.0
        if !follower.isPercussion(onChannel: note.channel & 15) {
          noteCents = Double(sequencer.centsOfLastEvent ?? 0)
        }
        if active.count == Self.activeLimit { active.removeFirst() }
        active.append(
          ActiveNote(
            index: next, key: note.key, channel: note.channel, startSeconds: note.startSeconds,
            endSeconds: note.endSeconds,
            keyCents: follower.keyTuningCents(ofKey: note.key, onChannel: note.channel & 15) ?? 0,
            noteCents: noteCents))
        add(follower, active[active.count - 1], at: note.startSeconds, &count)
        next += 1
        continue
      }
      #if !hasFeature(Embedded)
        if case .glide(let channel, let key, let cents) = event.content {
          if let index = active.lastIndex(where: { $0.key == key && $0.channel & 15 == channel }) {
            active[index].noteCents = Double(cents)
            add(follower, active[index], at: seconds, &count)
          }
          if count > countLimit { return }
          continue
        }
      #endif
      let bytes = sequencer.bytes(of: event)
      interpreter.apply(event, bytes: bytes, to: &follower)
      let retunes = Self.retunesKeys(event, bytes)
      for index in active.indices where active[index].endSeconds > seconds {
        let (key, channel) = (active[index].key, active[index].channel & 15)
        if retunes, let cents = follower.keyTuningCents(ofKey: key, onChannel: channel) {
          active[index].keyCents = cents
        }
        add(follower, active[index], at: seconds, &count)
      }
      // Deviations stay in proportion to the file: each event may change many notes.
      if count > countLimit { return }
    }
  }

  /// Whether an event may change the tuning of keys that are down: data entry, which selects tuning
  /// programs, and System Exclusive messages except for non-real-time ones (MIDI Tuning Standard).
  private static func retunesKeys(
    _ event: SequencedEvent, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    switch event.content {
    case .message(let message):
      message.status & 0xF0 == 0xB0 && [6, 38, 96, 97, 121].contains(message.data1)
    case .systemExclusive, .escape: bytes.first != 0x7E
    case .click: false
    #if !hasFeature(Embedded)
      case .glide: false
    #endif
    }
  }

  private mutating func add(
    _ follower: borrowing Synthesizer, _ active: ActiveNote, at seconds: Double,
    _ count: inout Int
  ) {
    let cents =
      active.keyCents + active.noteCents
      + follower.channelTuningCents(onChannel: active.channel & 15)
    let last = notes[active.index].deviations.last
    if cents == last?.cents ?? 0 { return }
    if let last, seconds - last.seconds < Self.shortestChangeSeconds {
      let index = notes[active.index].deviations.count - 1
      notes[active.index].deviations[index].cents = cents
      return
    }
    count += 1
    if last == nil && seconds > active.startSeconds {
      let start = Deviation(seconds: active.startSeconds, cents: 0)
      notes[active.index].deviations.append(start)
    }
    notes[active.index].deviations.append(Deviation(seconds: seconds, cents: cents))
  }
}

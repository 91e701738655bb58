/// How notes begin and end.
extension Synthesizer {
  /// A key of a channel goes down; one that still sounds on the same key goes on until it is let
  /// go, as on a piano.
  mutating func strike(channel: UInt8, key: UInt8, velocity: UInt8) {
    start(
      Note(id: 0, channel: channel, noteNumber: Double(key & 127), velocity: velocity & 127))
  }

  /// Begins a note: one voice for each region that answers, all on the same frame.
  mutating func start(_ note: Note) {
    guard Int(note.channel) < configuration.channelCount else { return }
    guard note.noteNumber > -1000 && note.noteNumber < 1000 && note.velocity > 0 else { return }
    if let duration = note.durationFrames, duration <= 0 { return }
    guard let preset = channels[Int(note.channel)].preset else { return }
    let nearest = Int(min(max(note.noteNumber, 0), 127) + 0.5)
    let key = min(note.regionKey ?? UInt8(min(nearest, 127)), 127)
    let age = nextAge
    nextAge &+= 1
    let first = Int(preset.firstIndexOfKey[Int(key)])
    let last = Int(preset.firstIndexOfKey[Int(key) &+ 1])
    for place in first..<last {
      let region = preset.regions + Int(preset.regionIndices[place])
      guard
        note.velocity >= region.pointee.lowestVelocity
          && note.velocity <= region.pointee.highestVelocity
      else { continue }
      if region.pointee.exclusiveClass != 0 {
        endClass(region.pointee.exclusiveClass, channel: note.channel, sparing: age)
      }
      let index = pool.place(age: age, fadeFrames: givingWayFrames)
      let values = pool.values(of: index)
      evaluate(
        region, channel: channels[Int(note.channel)], key: key, velocity: note.velocity,
        into: values)
      pool.start(
        Voice(
          note, key: key, age: age, region: region, values: values,
          sampleRate: configuration.sampleRate),
        at: index)
    }
  }

  /// Notes of an exclusive class end where another of it begins (generator 57), the voices of the
  /// new note itself excepted.
  private func endClass(_ exclusiveClass: UInt8, channel: UInt8, sparing age: UInt64) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel
      && pool.voices[index].age != age
      && pool.voices[index].region.pointee.exclusiveClass == exclusiveClass
    {
      pool.interruptSegment(index)
      pool.voices[index].fade.fadeOut(frames: givingWayFrames)
    }
  }

  /// A key of a channel goes up, or all of them do; a pedal that is down holds them (MIDI 1.0,
  /// "all notes off"). Notes with a number of their own end only with all.
  mutating func releaseKeys(channel: UInt8, key: UInt8?) {
    guard Int(channel) < configuration.channelCount else { return }
    let isSustained = channels[Int(channel)].isSustained
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].channel == channel {
      if let key, pool.voices[index].note != 0 || pool.voices[index].key != key { continue }
      if isSustained || pool.voices[index].isCaught {
        pool.voices[index].state = .sustained
      } else {
        releaseVoice(index)
      }
    }
  }

  /// The sostenuto pedal goes down: it holds the keys that are down at this moment.
  mutating func catchHeldKeys(channel: UInt8) {
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].channel == channel {
      pool.voices[index].isCaught = true
    }
  }

  /// A pedal has moved: what none holds any more is let go.
  mutating func releaseSustained(channel: UInt8) {
    let isSustained = channels[Int(channel)].isSustained
    let isSostenuto = channels[Int(channel)].isSostenuto
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel {
      if !isSostenuto { pool.voices[index].isCaught = false }
      if pool.voices[index].state == .sustained && !isSustained
        && !pool.voices[index].isCaught
      {
        releaseVoice(index)
      }
    }
  }

  /// A note is let go.
  mutating func release(note: UInt64) {
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].note == note {
      releaseVoice(index)
    }
  }

  /// A note fades out and is gone.
  mutating func fade(note: UInt64, frames: Int) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].note == note {
      pool.interruptSegment(index)
      pool.voices[index].fade.fadeOut(frames: frames)
    }
  }

  /// Everything on a channel, or on all, fades out and is gone.
  mutating func fadeAll(channel: UInt8?, frames: Int) {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      if let channel, pool.voices[index].channel != channel { continue }
      pool.interruptSegment(index)
      pool.voices[index].fade.fadeOut(frames: frames)
    }
  }

  /// A sounding note moves to another pitch.
  mutating func retune(note: UInt64, noteNumber: Double) {
    guard noteNumber > -1000 && noteNumber < 1000 else { return }
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].note == note {
      pool.interruptSegment(index)
      pool.voices[index].noteNumber = noteNumber
    }
  }

  private func releaseVoice(_ index: Int) {
    pool.interruptSegment(index)
    let isKey = pool.voices[index].note == 0
    pool.voices[index].release(minimumFrames: isKey ? shortestKeyFrames : 0)
  }

  /// Files of percussion let keys go in the very frame in which they strike them, and mean a beat:
  /// a key counts as down for 10 ms, as in FluidSynth. Else the attack would never be heard.
  private var shortestKeyFrames: Int { Int(configuration.sampleRate * 0.01 + 0.5) }
}

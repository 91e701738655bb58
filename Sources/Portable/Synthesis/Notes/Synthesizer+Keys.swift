import PeachInstrumentModel

/// What keys and pedals of a channel do.
extension Synthesizer {
  /// A key of a channel goes down; one that still sounds on the same key goes on until it is let
  /// go, as on a piano. Velocity 0 means that it goes up.
  mutating func strike(channel: UInt8, key: UInt8, velocity: UInt8) {
    if velocity == 0 { return lift(channel: channel, key: key) }
    guard Int(channel) < configuration.channelCount else { return }
    let index = Int(channel)
    guard key >= channels[index].lowestKey && key <= channels[index].highestKey else { return }
    let velocity = channels[index].velocity(of: velocity)
    // No number for a key that a tuning leaves silent.
    let place = pitch(ofKey: key, channel: index)
    guard place == place else { return }
    let isLegato = channels[index].playsLegato
    let before = isLegato ? channels[index].latestKeyDown : nil
    let source = channels[index].portamentoControlKey
    let prefix = channels[index].velocityPrefix
    channels[index].velocityPrefix = 0
    channels[index].press(key)
    keyMemory.strike(index, key: key, velocity: velocity, frame: frame)
    let start = glideStart(channel: channel, to: key, source: source)
    channels[index].lastKey = key
    channels[index].portamentoControlKey = nil
    if let source, source != key, transferNotes(channel: channel, from: source, to: key, start) {
      // Controller 84 names a key that sounds: its notes go on as the new key's (MIDI 1.0).
      channels[index].lift(source)
      return
    }
    if let before {
      if channels[index].keepsAttack
        && transferNotes(channel: channel, from: before, to: key, start)
      {
        return
      }
      fadeNotes(channel: channel, key: before)
    } else if isLegato {
      // One key at a time: what a pedal or a release still lets sound gives way.
      fadeAll(channel: channel, frames: stealFadeFrames)
    }
    if live.isOneVoicePerKey { endNotes(channel: channel, key: key) }
    let note = Note(
      id: 0, channel: channel, noteNumber: place, velocity: velocity, regionKey: key)
    self.start(
      note, glide: glide(from: start, to: note.noteNumber, channel: index),
      velocityPrefix: prefix)
  }

  /// A key of a channel goes up. Where keys are played legato, the one struck before it that is still
  /// down takes the notes back.
  mutating func lift(channel: UInt8, key: UInt8) {
    guard Int(channel) < configuration.channelCount else { return }
    let index = Int(channel)
    channels[index].lift(key)
    if channels[index].playsLegato, let back = channels[index].latestKeyDown,
      let velocity = soundingVelocity(channel: channel, key: key)
    {
      let start = glideStart(channel: channel, to: back, source: nil)
      channels[index].lastKey = back
      if channels[index].keepsAttack && transferNotes(channel: channel, from: key, to: back, start)
      {
        return
      }
      fadeNotes(channel: channel, key: key)
      let note = Note(
        id: 0, channel: channel, noteNumber: pitch(ofKey: back, channel: index),
        velocity: velocity, regionKey: back)
      return self.start(
        note, glide: glide(from: start, to: note.noteNumber, channel: index))
    }
    letGo(channel: channel, key: key)
    triggerReleaseRegions(channel: channel, key: key)
  }

  /// All keys of a channel go up, and notes with a number of their own are let go; a pedal that is
  /// down holds them (MIDI 1.0, "all notes off").
  mutating func releaseAll(channel: UInt8) {
    channels[Int(channel)].releaseAllKeys()
    letGo(channel: channel, key: nil)
  }

  /// Lets the notes of a key go, or those of all; a pedal that is down holds them.
  private func letGo(channel: UInt8, key: UInt8?) {
    let isSustained = channels[Int(channel)].isSustained
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].channel == channel {
      if let key, pool.voices[index].note != 0 || pool.voices[index].key != key { continue }
      let own = pool.voices[index].region.pointee.conditions
      let isHeld = isSustained && own?.pointee.isSustained ?? true
      if isHeld || pool.voices[index].isSostenutoHeld {
        pool.voices[index].state = .sustained
      } else {
        releaseVoice(index)
      }
    }
  }

  /// The sostenuto pedal goes down: it holds the keys that are down at this moment.
  func latchSostenuto(channel: UInt8) {
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].channel == channel {
      pool.voices[index].isSostenutoHeld = true
    }
  }

  /// A pedal has moved: what none holds any more is let go.
  mutating func releaseSustained(channel: UInt8) {
    let isSustained = channels[Int(channel)].isSustained
    let isSostenuto = channels[Int(channel)].isSostenuto
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel {
      if !isSostenuto { pool.voices[index].isSostenutoHeld = false }
      if pool.voices[index].state == .sustained && !isSustained
        && !pool.voices[index].isSostenutoHeld
      {
        releaseVoice(index)
      }
    }
    triggerPedalRelease(channel: channel)
  }

  /// The pitch of a key of a channel, as a place on the keyboard: its tuning and its own bend.
  func pitch(ofKey key: UInt8, channel index: Int) -> Double {
    let channel = channels[index]
    let bent = Double(key) + Double(channel.tables.keyBends[Int(key)]) * 0.01
    if channel.isPercussion { return bent }
    let octave = Double(channel.tables.octaveTuning[Int(key) % 12]) * 0.01
    let tuned = tunings.offset(
      bank: channel.tuningBank, program: channel.tuningProgram, key: key)
    return bent + octave + Double(tuned)
  }

  /// Brings the sounding keys of a channel to the pitches that they have now.
  func retuneKeys(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel
      && pool.voices[index].note == 0
    {
      let values = pool.values(of: index)
      if Voice.overriding(.overridingKey, values) != nil { continue }
      let place = pitch(ofKey: pool.voices[index].key, channel: Int(channel))
      guard place == place else { continue }
      pool.endSegment(index)
      pool.voices[index].noteNumber = place
    }
  }

  /// The pitch from which a key's notes glide to their own: that of the key that controller 84 named,
  /// or of the last one while controller 65 is on; nil for none.
  private func glideStart(channel: UInt8, to key: UInt8, source: UInt8?) -> Double? {
    let own = channels[Int(channel)]
    let isOn = own.controllers[Int(Controller.portamento)] >= 64
    guard let from = source ?? (isOn ? own.lastKey : nil), from != key else { return nil }
    let place = pitch(ofKey: from, channel: Int(channel))
    return place == place ? place : nil
  }

  private func glide(from start: Double?, to end: Double, channel index: Int) -> Glide {
    guard let start else { return Glide() }
    let seconds = channels[index].glideSecondsPerSemitone * abs(start - end)
    return Glide(
      from: start - end, frames: Int(min(seconds, 1000) * configuration.sampleRate + 0.5))
  }

  /// The notes that one key holds become another key's, sounding on without a new attack. False where
  /// there are none, or where the other key has other regions.
  private func transferNotes(
    channel: UInt8, from old: UInt8, to key: UInt8, _ start: Double?
  ) -> Bool {
    guard let preset = channels[Int(channel)].preset else { return false }
    var count = 0
    var velocity: UInt8 = 0
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: old) {
      let voice = pool.voices + index
      velocity = voice.pointee.velocity
      guard voice.pointee.presetID == preset.regions,
        voice.pointee.region.pointee.answers(key: key, velocity: velocity)
      else { return false }
      count &+= 1
    }
    guard count > 0, count == preset.regionCount(key: key, velocity: velocity) else { return false }
    let noteNumber = pitch(ofKey: key, channel: Int(channel))
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: old) {
      let voice = pool.voices + index
      pool.endSegment(index)
      // A glide under way goes on from where it is.
      let from = voice.pointee.glide.isRamping && start != nil ? voice.pointee.place : start
      voice.pointee.move(
        toKey: key, noteNumber: noteNumber,
        glide: glide(from: from, to: noteNumber, channel: Int(channel)))
      refresh(index)
    }
    return true
  }

  private func isHeld(_ index: Int, channel: UInt8, key: UInt8) -> Bool {
    pool.voices[index].state == .held && pool.voices[index].channel == channel
      && pool.voices[index].note == 0 && pool.voices[index].key == key
  }

  private func soundingVelocity(channel: UInt8, key: UInt8) -> UInt8? {
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: key) {
      return pool.voices[index].velocity
    }
    return nil
  }

  private func fadeNotes(channel: UInt8, key: UInt8) {
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: key) {
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }

  /// What sounds of a key, held or not, makes room for the same key struck again.
  private func endNotes(channel: UInt8, key: UInt8) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel
      && pool.voices[index].key == key && pool.voices[index].note == 0
    {
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }
}

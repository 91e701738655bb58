import PeachInstrumentModel

extension Synthesizer {
  @inline(__always) func isActive(_ index: Int, channel: UInt8) -> Bool {
    pool.voices[index].state != .free && pool.voices[index].channel == channel
  }

  /// Active notes of the same key continue until released, as on a piano. Velocity 0 is a note-off.
  mutating func noteOn(channel: UInt8, key: UInt8, velocity: UInt8) {
    if velocity == 0 { return noteOff(channel: channel, key: key) }
    let index = Int(channel)
    guard hasChannel(channel), key >= channels[index].settings.lowestKey,
      key <= channels[index].settings.highestKey
    else { return }
    let velocity = channels[index].effectiveVelocity(of: velocity)
    let noteNumber = pitch(ofKey: key, channel: index)
    guard !noteNumber.isNaN else { return }
    let isLegato = channels[index].playsLegato
    let previousKey = isLegato ? channels[index].latestKeyDown : nil
    let controlKey = channels[index].portamentoControlKey
    let prefix = channels[index].velocityPrefix
    channels[index].velocityPrefix = 0
    channels[index].keyDown(key)
    keyHistory.keyDown(index, key: key, velocity: velocity, frame: frame)
    let start = glideStart(channel: channel, to: key, controlKey: controlKey)
    channels[index].lastKey = key
    channels[index].portamentoControlKey = nil
    if let controlKey, controlKey != key,
      transferNotes(channel: channel, from: controlKey, to: key, start)
    {
      // An active key of controller 84: its notes continue as the new key's (MIDI 1.0).
      channels[index].keyUp(controlKey)
      return
    }
    if let previousKey {
      if channels[index].keepsAttack
        && transferNotes(channel: channel, from: previousKey, to: key, start)
      {
        return
      }
      fadeNotes(channel: channel, key: previousKey)
    } else if isLegato {
      // Monophonic: end notes that a pedal or their release still plays.
      fadeAll(channel: channel, frames: stealFadeFrames)
    }
    if live.isOneVoicePerKey { endNotes(channel: channel, key: key) }
    let note = Note(
      id: 0, channel: channel, noteNumber: noteNumber, velocity: velocity, regionKey: key)
    self.start(
      note, glide: glide(from: start, to: noteNumber, channel: index), velocityPrefix: prefix)
  }

  /// On a legato channel, the previous key that is still down takes the notes back.
  mutating func noteOff(channel: UInt8, key: UInt8) {
    guard hasChannel(channel) else { return }
    let index = Int(channel)
    channels[index].keyUp(key)
    if channels[index].playsLegato, let previousKey = channels[index].latestKeyDown,
      let velocity = heldVelocity(channel: channel, key: key)
    {
      let start = glideStart(channel: channel, to: previousKey, controlKey: nil)
      channels[index].lastKey = previousKey
      if channels[index].keepsAttack
        && transferNotes(channel: channel, from: key, to: previousKey, start)
      {
        return
      }
      fadeNotes(channel: channel, key: key)
      let note = Note(
        id: 0, channel: channel, noteNumber: pitch(ofKey: previousKey, channel: index),
        velocity: velocity, regionKey: previousKey)
      return self.start(note, glide: glide(from: start, to: note.noteNumber, channel: index))
    }
    releaseNotes(channel: channel, key: key)
    triggerReleaseRegions(channel: channel, key: key)
  }

  /// Releases all keys of a channel and all notes with an ID, unless a pedal holds them (MIDI 1.0,
  /// "all notes off").
  func releaseAll(channel: UInt8) {
    channels[Int(channel)].releaseAllKeys()
    releaseNotes(channel: channel, key: nil)
  }

  /// Releases the notes of a key, or all notes of the channel, unless a pedal holds them.
  private func releaseNotes(channel: UInt8, key: UInt8?) {
    let isSustained = channels[Int(channel)].isSustained
    for index in 0..<pool.capacity where isHeld(index, channel: channel) {
      if let key, pool.voices[index].noteID != 0 || pool.voices[index].key != key { continue }
      let own = pool.voices[index].region.pointee.conditions
      let isHeld = isSustained && own?.pointee.isSustained ?? true
      if isHeld || pool.voices[index].isSostenutoHeld {
        pool.voices[index].state = .sustained
      } else {
        releaseVoice(index)
      }
    }
  }

  /// Holds the keys that are down, as the sostenuto pedal goes down.
  func latchSostenuto(channel: UInt8) {
    for index in 0..<pool.capacity where isHeld(index, channel: channel) {
      pool.voices[index].isSostenutoHeld = true
    }
  }

  /// Releases the notes that no pedal holds any more.
  mutating func releaseSustained(channel: UInt8) {
    let isSustained = channels[Int(channel)].isSustained
    let isSostenuto = channels[Int(channel)].isSostenuto
    for index in 0..<pool.capacity where isActive(index, channel: channel) {
      if !isSostenuto { pool.voices[index].isSostenutoHeld = false }
      if pool.voices[index].state == .sustained && !isSustained
        && !pool.voices[index].isSostenutoHeld
      {
        releaseVoice(index)
      }
    }
    triggerPedalRelease(channel: channel)
  }

  /// Returns the pitch of a key with its tuning and bend, as a note number; NaN if it has none.
  func pitch(ofKey key: UInt8, channel index: Int) -> Double {
    let channel = channels[index]
    let bent = Double(key) + Double(channel.tables.keyBends[Int(key)]) * 0.01
    if channel.settings.isPercussion { return bent }
    let octave =
      (Double(channel.tables.octaveTuning[Int(key) % 12])
        + Double(host.pitchClassCents[Int(key) % 12])) * 0.01
    let tuned = tunings.offset(
      bank: channel.settings.tuningBank, program: channel.settings.tuningProgram, key: key)
    return bent + octave + Double(tuned)
  }

  func retuneKeys(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].noteID == 0 {
      if Voice.overriding(.overridingKey, pool.values(of: index)) != nil { continue }
      let noteNumber = pitch(ofKey: pool.voices[index].key, channel: Int(channel))
      guard !noteNumber.isNaN else { continue }
      pool.endSegment(index)
      pool.voices[index].noteNumber = noteNumber
    }
  }

  /// Returns the note number from which a key glides: that of the portamento control key or, while
  /// portamento is on, of the last key. Returns `nil` for no glide.
  private func glideStart(channel: UInt8, to key: UInt8, controlKey: UInt8?) -> Double? {
    let own = channels[Int(channel)]
    let isOn = own.controllers[Int(Controller.portamento)] >= 64
    guard let start = controlKey ?? (isOn ? own.lastKey : nil), start != key else { return nil }
    let noteNumber = pitch(ofKey: start, channel: Int(channel))
    return noteNumber.isNaN ? nil : noteNumber
  }

  private func glide(from start: Double?, to end: Double, channel index: Int) -> Glide {
    guard let start else { return Glide() }
    let seconds = channels[index].glideSecondsPerSemitone * abs(start - end)
    return Glide(
      from: start - end, frames: Int(min(seconds, 1000) * configuration.sampleRate + 0.5))
  }

  /// Moves the held notes of one key to another, without a new attack. Returns `false` without such
  /// notes, or if the other key plays other regions.
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
        voice.pointee.region.pointee.matches(key: key, velocity: velocity)
      else { return false }
      count &+= 1
    }
    guard count > 0, count == preset.regionCount(key: key, velocity: velocity) else { return false }
    let noteNumber = pitch(ofKey: key, channel: Int(channel))
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: old) {
      let voice = pool.voices + index
      pool.endSegment(index)
      // A glide in progress continues from its current pitch.
      let from =
        voice.pointee.glide.isRamping && start != nil ? voice.pointee.currentNoteNumber : start
      voice.pointee.move(
        toKey: key, noteNumber: noteNumber,
        glide: glide(from: from, to: noteNumber, channel: Int(channel)))
      refresh(index)
    }
    return true
  }

  private func isHeld(_ index: Int, channel: UInt8) -> Bool {
    pool.voices[index].state == .held && pool.voices[index].channel == channel
  }

  private func isHeld(_ index: Int, channel: UInt8, key: UInt8) -> Bool {
    isHeld(index, channel: channel) && pool.voices[index].noteID == 0
      && pool.voices[index].key == key
  }

  private func heldVelocity(channel: UInt8, key: UInt8) -> UInt8? {
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

  private func endNotes(channel: UInt8, key: UInt8) {
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].key == key
      && pool.voices[index].noteID == 0
    {
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }
}

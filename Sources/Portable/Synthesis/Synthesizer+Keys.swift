import PeachInstrumentModel

/// The keys of a channel: their pitches, portamento, and notes that move from key to key.
extension Synthesizer {
  @inline(__always) func isActive(_ index: Int, channel: UInt8) -> Bool {
    pool.voices[index].state != .free && pool.voices[index].channel == channel
  }

  func isActive(_ index: Int, note: UInt64) -> Bool {
    pool.voices[index].state != .free && pool.voices[index].noteID == note
  }

  func isHeld(_ index: Int, channel: UInt8) -> Bool {
    pool.voices[index].state == .held && pool.voices[index].channel == channel
  }

  func isHeld(_ index: Int, channel: UInt8, key: UInt8) -> Bool {
    isHeld(index, channel: channel) && pool.voices[index].noteID == 0
      && pool.voices[index].key == key
  }

  /// Returns the pitch of a note of a key that starts: that of the key with the deviations of its
  /// notes and of its preset's key; NaN if it has none.
  func pitch(ofKey key: UInt8, channel index: Int) -> Double {
    let pitch = keyPitch(key, channel: index)
    let cents =
      noteTuning(ofKey: key, channel: index) + presetKeyCents(ofKey: key, channel: index)
    return cents == 0 ? pitch : pitch + cents * 0.01
  }

  /// Returns the deviation of a key of a channel's preset, in cents; 0 for percussion.
  func presetKeyCents(ofKey key: UInt8, channel index: Int) -> Double {
    guard let cents = channels[index].preset?.keyCents else { return 0 }
    return channels[index].settings.isPercussion ? 0 : cents[Int(key & 127)]
  }

  /// Returns the deviation of notes of a key that start, in cents; 0 for percussion.
  func noteTuning(ofKey key: UInt8, channel index: Int) -> Double {
    channels[index].settings.isPercussion ? 0 : channels[index].tables.noteTunings[Int(key)]
  }

  func setNoteTuning(channel: UInt8, key: UInt8, cents: Double) {
    guard hasChannel(channel), cents >= -12800 && cents <= 12800 else { return }
    channels[Int(channel)].tables.noteTunings[Int(key)] = cents
  }

  /// Returns the pitch of a key with its tuning and bend, as a note number; NaN if it has none.
  func keyPitch(_ key: UInt8, channel index: Int) -> Double {
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

  func retuneKeys(ofChannel channel: UInt8) { retuneKeys(ofChannel: channel) { _ in true } }

  /// Applies the present tuning to active notes of some keys.
  @inline(__always)
  func retuneKeys(ofChannel channel: UInt8, where isChanged: (UInt8) -> Bool) {
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].noteID == 0
      && isChanged(pool.voices[index].key)
    {
      if Voice.overriding(.overridingKey, pool.values(of: index)) != nil { continue }
      var noteNumber = keyPitch(pool.voices[index].key, channel: Int(channel))
      guard !noteNumber.isNaN else { continue }
      let cents = pool.voices[index].noteTuningCents + pool.voices[index].presetKeyCents
      if cents != 0 { noteNumber += cents * 0.01 }
      pool.endSegment(index)
      pool.voices[index].noteNumber = noteNumber
    }
  }

  func retune(note: UInt64, noteNumber: Double) {
    guard noteNumber > -1000 && noteNumber < 1000 else { return }
    for index in 0..<pool.capacity where isActive(index, note: note) {
      pool.endSegment(index)
      pool.voices[index].noteNumber = noteNumber
    }
  }

  /// Returns the note number from which a key glides: that of the portamento control key or, while
  /// portamento is on, of the last key. Returns `nil` for no glide.
  func glideStart(channel: UInt8, to key: UInt8, controlKey: UInt8?) -> Double? {
    let own = channels[Int(channel)]
    let isOn = own.controllers[Int(Controller.portamento)] >= 64
    guard let start = controlKey ?? (isOn ? own.lastKey : nil), start != key else { return nil }
    let noteNumber = pitch(ofKey: start, channel: Int(channel))
    return noteNumber.isNaN ? nil : noteNumber
  }

  func glide(from start: Double?, to end: Double, channel index: Int) -> Glide {
    guard let start else { return Glide() }
    let seconds = channels[index].glideSecondsPerSemitone * abs(start - end)
    return Glide(
      from: start - end, frames: Int(min(seconds, 1000) * configuration.sampleRate + 0.5))
  }

  /// Moves the held notes of one key to another, without a new attack. Returns `false` without such
  /// notes, or if the other key plays other regions.
  func transferNotes(
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
      voice.pointee.noteTuningCents = noteTuning(ofKey: key, channel: Int(channel))
      voice.pointee.presetKeyCents = presetKeyCents(ofKey: key, channel: Int(channel))
      refresh(index)
    }
    return true
  }

  func heldVelocity(channel: UInt8, key: UInt8) -> UInt8? {
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: key) {
      return pool.voices[index].velocity
    }
    return nil
  }

  func fadeNotes(channel: UInt8, key: UInt8) {
    for index in 0..<pool.capacity where isHeld(index, channel: channel, key: key) {
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }

  func endNotes(channel: UInt8, key: UInt8) {
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].key == key
      && pool.voices[index].noteID == 0
    {
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }
}

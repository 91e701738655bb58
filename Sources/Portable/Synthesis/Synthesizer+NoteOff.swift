import PeachInstrumentModel

/// The ends of notes: releases, held up by pedals, and fades.
extension Synthesizer {
  /// On a legato channel, the previous key that is still down takes the notes back.
  mutating func noteOff(channel: UInt8, key: UInt8) {
    guard hasChannel(channel) else { return }
    let index = Int(channel)
    channels[index].keyUp(key)
    if receivesNoteOff(channel, key) == false { return }
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

  mutating func release(note: UInt64) {
    var last: Note?
    var key: UInt8 = 0
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].noteID == note {
      let voice = pool.voices + index
      key = voice.pointee.key
      last = Note(
        id: note, channel: voice.pointee.channel, noteNumber: voice.pointee.noteNumber,
        velocity: voice.pointee.velocity, amplitude: voice.pointee.noteAmplitude, regionKey: key)
      releaseVoice(index)
    }
    guard let last, let preset = channels[Int(last.channel)].preset, preset.hasReleaseRegions
    else { return }
    let heldFrames = frame &- keyHistory.keyState(Int(last.channel), key).pointee.frame
    start(last, trigger: .noteOff, heldFrames: heldFrames)
    start(last, trigger: .release, heldFrames: heldFrames)
  }

  /// Releases a voice, unless its region is one-shot.
  func releaseVoice(_ index: Int) {
    let voice = pool.voices + index
    if let own = voice.pointee.region.pointee.conditions, own.pointee.isOneShot,
      receivesNoteOff(voice.pointee.channel, voice.pointee.key) != true
    {
      return pool.releaseOneShot(index)
    }
    // Percussion tracks may release a key in the frame of its note-on. A minimum of 10 ms, as in
    // FluidSynth, keeps the attack audible.
    let minimumFrames = Int(configuration.sampleRate * 0.01 + 0.5)
    pool.release(index, minimumFrames: pool.voices[index].noteID == 0 ? minimumFrames : 0)
  }

  func fade(note: UInt64, frames: Int) {
    for index in 0..<pool.capacity where isActive(index, note: note) {
      pool.fadeOut(index, frames: frames)
    }
  }

  func fadeAll(channel: UInt8?, frames: Int) {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      if let channel, pool.voices[index].channel != channel { continue }
      pool.fadeOut(index, frames: frames)
    }
  }

  /// The length of the fade-out of stolen and choked voices, in frames.
  var stealFadeFrames: Int { pool.stealFadeFrames }
}

/// Pedals.
extension Synthesizer {
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
}

/// The regions that a release triggers (SFZ).
extension Synthesizer {
  /// Triggers the note-off regions of a key, and its release regions if no pedal holds it.
  mutating func triggerReleaseRegions(channel: UInt8, key: UInt8) {
    let index = Int(channel)
    guard let preset = channels[index].preset, preset.hasReleaseRegions else { return }
    let state = keyHistory.keyState(index, key)
    guard state.pointee.order != 0, state.pointee.velocity > 0 else { return }
    trigger(.noteOff, channel: channel, key: key)
    if channels[index].isSustained || isSostenutoHeld(channel: channel, key: key) {
      state.pointee.isPending = true
    } else {
      trigger(.release, channel: channel, key: key)
    }
  }

  /// Triggers the pending release regions of the keys that no pedal holds any more.
  mutating func triggerPedalRelease(channel: UInt8) {
    let index = Int(channel)
    guard let preset = channels[index].preset, preset.hasReleaseRegions,
      !channels[index].isSustained
    else { return }
    for number in 0..<128 {
      let key = UInt8(truncatingIfNeeded: number)
      let state = keyHistory.keyState(index, key)
      if state.pointee.isPending && !isSostenutoHeld(channel: channel, key: key) {
        state.pointee.isPending = false
        trigger(.release, channel: channel, key: key)
      }
    }
  }

  private mutating func trigger(_ event: TriggerEvent, channel: UInt8, key: UInt8) {
    let state = keyHistory.keyState(Int(channel), key).pointee
    let noteNumber = pitch(ofKey: key, channel: Int(channel))
    guard !noteNumber.isNaN else { return }
    let note = Note(
      id: 0, channel: channel, noteNumber: noteNumber, velocity: state.velocity, regionKey: key)
    start(note, trigger: event, heldFrames: frame &- state.frame)
  }

  private func isSostenutoHeld(channel: UInt8, key: UInt8) -> Bool {
    for index in 0..<pool.capacity
    where pool.voices[index].state == .sustained && pool.voices[index].channel == channel
      && pool.voices[index].key == key && pool.voices[index].isSostenutoHeld
    {
      return true
    }
    return false
  }
}

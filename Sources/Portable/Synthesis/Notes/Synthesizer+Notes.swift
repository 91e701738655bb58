import PeachInstrumentModel

/// How notes begin and end.
extension Synthesizer {
  /// Begins a note: one voice for each region that answers, all on the same frame. One that begins
  /// when another is let go is told how long that lasted.
  mutating func start(
    _ note: Note, glide: Glide = Glide(), velocityPrefix: UInt8 = 0,
    occasion: TriggerEvent = .struck, heldFrames: Int = 0
  ) {
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
    let layer = note.regionVelocity ?? note.velocity
    let heldSeconds = Float(Double(heldFrames) / configuration.sampleRate)
    // Asked before any of its own voices sound.
    let isHeard = occasion != .struck && isSounding(channel: note.channel, key: key)
    var chance: Float?
    for place in first..<last {
      let region = preset.regions + Int(preset.regionIndices[place])
      guard region.pointee.answers(key: key, velocity: layer), region.pointee.isInMemory else {
        continue
      }
      var chances = NoteRandomValues()
      if let own = region.pointee.conditions {
        guard own.pointee.occasion == occasion else { continue }
        if occasion != .struck && !isHeard && !own.pointee.ignoresDeadNotes { continue }
        let random = chance ?? self.random.next()
        chance = random
        guard admits(own, note, key: key, age: age, random: random) else { continue }
        chances = self.chances(
          own.pointee.performance, random: random, heldSeconds: heldSeconds)
      } else if occasion != .struck {
        continue
      }
      // What sounds when a note is let go does not sound in one that never is.
      if region.pointee.looping == .fromRelease && note.durationFrames != nil { continue }
      let velocity = Float(note.velocity) + Float(velocityPrefix) * (1.0 / 128)
      start(
        note, region: region, of: preset, key: key, age: age, glide: glide, velocity: velocity,
        chances: chances, isReleaseTriggered: occasion != .struck)
    }
  }

  /// Begins one voice; one that `isReleaseTriggered` plays on though no key holds it.
  mutating func start(
    _ note: Note, region: UnsafePointer<PreparedRegion>, of preset: PresetHandle, key: UInt8,
    age: UInt64, glide: Glide, velocity: Float, chances: NoteRandomValues, isReleaseTriggered: Bool
  ) {
    guard let index = pool.place(age: age, fadeFrames: stealFadeFrames) else { return }
    let values = pool.values(of: index)
    let isSoft = channels[Int(note.channel)].isSoft
    evaluate(
      region, channel: Int(note.channel), key: key, velocity: velocity, isSoft: isSoft,
      chances: chances, into: values)
    var voice = Voice(
      note, key: key, age: age, region: region, preset: preset, values: values,
      sampleRate: configuration.sampleRate)
    voice.isSoft = isSoft
    voice.glide = glide
    voice.highResolutionVelocity = velocity
    voice.chances = chances
    if let own = region.pointee.conditions {
      let inputs = inputs(channels[Int(note.channel)], values, key: key, velocity: velocity)
      self.place(&voice, own.pointee.performance, inputs)
      voice.set(own.pointee.performance, sampleRate: configuration.sampleRate)
      if own.pointee.performance.envelopeCount > 0 {
        let envelopes = own.pointee.performance.begin(
          pool.envelopes.row(of: index), inputs, chances, sampleRate: configuration.sampleRate)
        voice.set(envelopes, modulatesFilter: own.pointee.performance.envelopesMoveFilter)
      }
      if own.pointee.performance.bandCount > 0 {
        voice.bands = own.pointee.performance.begin(
          pool.bands(of: index), inputs, chances, sampleRate: configuration.sampleRate)
      }
      if isReleaseTriggered { voice.goOn() }
      enforcePolyphony(for: voice)
    }
    endClass(of: voice)
    pool.start(voice, at: index)
  }

  /// Notes of an exclusive class end where another of it begins on the same channel and preset
  /// (generator 57), the voices of the new note itself excepted.
  private func endClass(of new: Voice) {
    if new.exclusiveClass == 0 { return }
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == new.channel
      && pool.voices[index].age != new.age
      && pool.voices[index].exclusiveClass == new.exclusiveClass
      && pool.voices[index].presetID == new.presetID
    {
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }

  /// A note is let go.
  mutating func release(note: UInt64) {
    var last: Note?
    var key: UInt8 = 0
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].note == note {
      let voice = pool.voices + index
      key = voice.pointee.key
      last = Note(
        id: note, channel: voice.pointee.channel, noteNumber: voice.pointee.noteNumber,
        velocity: voice.pointee.velocity, regionKey: key)
      releaseVoice(index)
    }
    guard let last, let preset = channels[Int(last.channel)].preset, preset.hasReleaseRegions
    else { return }
    let held = frame &- keyMemory.stroke(Int(last.channel), key).pointee.frame
    start(last, occasion: .lifted, heldFrames: held)
    start(last, occasion: .letGo, heldFrames: held)
  }

  /// A note fades out and is gone.
  func fade(note: UInt64, frames: Int) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].note == note {
      pool.fadeOut(index, frames: frames)
    }
  }

  /// Everything on a channel, or on all, fades out and is gone.
  func fadeAll(channel: UInt8?, frames: Int) {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      if let channel, pool.voices[index].channel != channel { continue }
      pool.fadeOut(index, frames: frames)
    }
  }

  /// A sounding note moves to another pitch.
  func retune(note: UInt64, noteNumber: Double) {
    guard noteNumber > -1000 && noteNumber < 1000 else { return }
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].note == note {
      pool.endSegment(index)
      pool.voices[index].noteNumber = noteNumber
    }
  }

  /// A voice is let go.
  func releaseVoice(_ index: Int) {
    if let own = pool.voices[index].region.pointee.conditions, own.pointee.playsThrough {
      return pool.voices[index].goOn()
    }
    let isKey = pool.voices[index].note == 0
    pool.release(index, minimumFrames: isKey ? shortestKeyFrames : 0)
  }

  /// Files of percussion let keys go in the very frame in which they strike them, and mean a beat:
  /// a key counts as down for 10 ms, as in FluidSynth. Else the attack would never be heard.
  private var shortestKeyFrames: Int { Int(configuration.sampleRate * 0.01 + 0.5) }
}

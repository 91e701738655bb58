import PeachInstrumentModel

/// How notes begin and end.
extension Synthesizer {
  /// Begins a note: one voice for each region that answers, all on the same frame.
  mutating func start(_ note: Note, glide: Glide = Glide(), velocityPrefix: UInt8 = 0) {
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
    for place in first..<last {
      let region = preset.regions + Int(preset.regionIndices[place])
      guard region.pointee.answers(key: key, velocity: layer) else { continue }
      // What sounds when a note is let go does not sound in one that never is.
      if region.pointee.looping == .fromRelease && note.durationFrames != nil { continue }
      let velocity = Float(note.velocity) + Float(velocityPrefix) * (1.0 / 128)
      start(
        note, region: region, of: preset, key: key, age: age, glide: glide, velocity: velocity)
    }
  }

  private mutating func start(
    _ note: Note, region: UnsafePointer<PreparedRegion>, of preset: PresetHandle, key: UInt8,
    age: UInt64, glide: Glide, velocity: Float
  ) {
    guard let index = pool.place(age: age, fadeFrames: givingWayFrames) else { return }
    let values = pool.values(of: index)
    let isSoft = channels[Int(note.channel)].isSoft
    evaluate(
      region, channel: Int(note.channel), key: key, velocity: velocity, isSoft: isSoft,
      into: values)
    var voice = Voice(
      note, key: key, age: age, region: region, preset: preset, values: values,
      sampleRate: configuration.sampleRate)
    voice.isSoft = isSoft
    voice.glide = glide
    voice.exactVelocity = velocity
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
      && pool.voices[index].presetRegions == new.presetRegions
    {
      pool.fadeOut(index, frames: givingWayFrames)
    }
  }

  /// A note is let go.
  func release(note: UInt64) {
    for index in 0..<pool.capacity
    where pool.voices[index].state == .held && pool.voices[index].note == note {
      releaseVoice(index)
    }
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
    let isKey = pool.voices[index].note == 0
    pool.release(index, minimumFrames: isKey ? shortestKeyFrames : 0)
  }

  /// Files of percussion let keys go in the very frame in which they strike them, and mean a beat:
  /// a key counts as down for 10 ms, as in FluidSynth. Else the attack would never be heard.
  private var shortestKeyFrames: Int { Int(configuration.sampleRate * 0.01 + 0.5) }
}

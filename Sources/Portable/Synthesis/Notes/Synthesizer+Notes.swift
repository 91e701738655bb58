import PeachInstrumentModel
import PeachMusicUnits

extension Synthesizer {
  /// Starts a note: one voice for each matching region. `heldFrames` is the time for which the key
  /// of a release region was held.
  mutating func start(
    _ note: Note, glide: Glide = Glide(), velocityPrefix: UInt8 = 0,
    trigger event: TriggerEvent = .noteOn, heldFrames: Int64 = 0
  ) {
    guard hasChannel(note.channel), note.noteNumber > -1000 && note.noteNumber < 1000,
      note.velocity > 0
    else { return }
    if let duration = note.durationFrames, duration <= 0 { return }
    if let amplitude = note.amplitude, !(amplitude > 0 && amplitude <= 1) { return }
    guard let preset = channels[Int(note.channel)].preset else { return }
    let nearest = Int(min(max(note.noteNumber, 0), 127) + 0.5)
    let key = min(note.regionKey ?? UInt8(min(nearest, 127)), 127)
    let serial = nextSerial
    nextSerial &+= 1
    let first = Int(preset.firstIndexOfKey[Int(key)])
    let end = Int(preset.firstIndexOfKey[Int(key) &+ 1])
    let heldSeconds = Float(Double(heldFrames) / configuration.sampleRate)
    // Evaluated before the note's own voices start.
    let isNoteActive = event != .noteOn && isSounding(channel: note.channel, key: key)
    var noteRandom: Float?
    for index in first..<end {
      let region = preset.regions + Int(preset.regionIndices[index])
      guard region.pointee.matches(key: key, velocity: note.velocity), region.pointee.isInMemory
      else { continue }
      var randomValues = NoteRandomValues()
      if let own = region.pointee.conditions {
        guard own.pointee.trigger.event == event else { continue }
        if event != .noteOn && !isNoteActive && !own.pointee.ignoresDeadNotes { continue }
        let random = noteRandom ?? self.random.next()
        noteRandom = random
        guard meetsConditions(own, note, key: key, serial: serial, random: random) else { continue }
        randomValues = self.randomValues(
          own.pointee.performance, random: random, heldSeconds: heldSeconds)
      } else if event != .noteOn {
        continue
      }
      // A note with a duration is never released.
      if region.pointee.looping == .fromRelease && note.durationFrames != nil { continue }
      let velocity = Float(note.velocity) + Float(velocityPrefix) * (1.0 / 128)
      start(
        note, region: region, of: preset, key: key, serial: serial, glide: glide,
        velocity: velocity, randomValues: randomValues, isReleaseTriggered: event != .noteOn)
    }
  }

  /// Starts one voice, which plays to its end without a key if `isReleaseTriggered`.
  mutating func start(
    _ note: Note, region: UnsafePointer<PreparedRegion>, of preset: PresetHandle, key: UInt8,
    serial: UInt64, glide: Glide, velocity: Float, randomValues: NoteRandomValues,
    isReleaseTriggered: Bool
  ) {
    guard let index = pool.allocateVoice(sparing: serial, fadeFrames: stealFadeFrames)
    else { return }
    let values = pool.values(of: index)
    let isSoft = channels[Int(note.channel)].isSoft
    var gain: Float = 0
    if let amplitude = note.amplitude {
      // The attenuation at velocity 127, less that at the note's velocity, less the amplitude.
      evaluate(
        region, channel: Int(note.channel), key: key, velocity: 127, isSoft: isSoft,
        randomValues: randomValues, into: values)
      let decibels = Exponential.log2(amplitude) / StateVariableFilter.octavesPerDecibel
      gain = Float(10 * decibels - VoiceParameters.attenuation(values))
    }
    evaluate(
      region, channel: Int(note.channel), key: key, velocity: velocity, isSoft: isSoft,
      randomValues: randomValues, into: values)
    if note.amplitude != nil { gain += Float(VoiceParameters.attenuation(values)) }
    values[VoiceParameters.levelIndex] += gain
    var voice = Voice(
      note, key: key, noteOnSerial: serial, region: region, preset: preset, values: values,
      sampleRate: configuration.sampleRate)
    voice.isSoft = isSoft
    voice.glide = glide
    voice.highResolutionVelocity = velocity
    voice.noteAmplitude = note.amplitude
    voice.noteGainCentibels = gain
    voice.randomValues = randomValues
    if let own = region.pointee.conditions {
      let inputs = inputs(
        channels[Int(note.channel)], values, key: key, velocity: velocity,
        randomValues: randomValues)
      applyStartOffset(&voice, own.pointee.performance, inputs)
      voice.set(own.pointee.performance, sampleRate: configuration.sampleRate)
      if own.pointee.performance.envelopeCount > 0 {
        let envelopes = own.pointee.performance.begin(
          pool.envelopeStorage.envelopes(of: index), inputs, sampleRate: configuration.sampleRate)
        voice.set(envelopes, modulatesFilter: own.pointee.performance.envelopesModulateFilter)
      }
      if own.pointee.performance.bandCount > 0 {
        voice.equalizer = own.pointee.performance.begin(
          pool.equalizer(of: index), inputs, sampleRate: configuration.sampleRate)
      }
      if isReleaseTriggered {
        voice.releaseOneShot()
        // An envelope that decays to silence ends the loop.
        voice.playsOnce =
          region.pointee.unrolledLoopLength > 0 && values[.volumeEnvelopeSustain] < 1000
      }
      enforcePolyphony(for: voice)
    }
    chokeClass(of: voice)
    pool.start(voice, at: index)
  }

  /// Fades out other notes of an exclusive class (generator 57) on the same channel and preset.
  private func chokeClass(of new: Voice) {
    if new.exclusiveClass == 0 { return }
    for index in 0..<pool.capacity
    where isActive(index, channel: new.channel)
      && pool.voices[index].noteOnSerial != new.noteOnSerial
      && pool.voices[index].exclusiveClass == new.exclusiveClass
      && pool.voices[index].presetID == new.presetID
    {
      pool.fadeOut(index, frames: stealFadeFrames)
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

  func retune(note: UInt64, noteNumber: Double) {
    guard noteNumber > -1000 && noteNumber < 1000 else { return }
    for index in 0..<pool.capacity where isActive(index, note: note) {
      pool.endSegment(index)
      pool.voices[index].noteNumber = noteNumber
    }
  }

  private func isActive(_ index: Int, note: UInt64) -> Bool {
    pool.voices[index].state != .free && pool.voices[index].noteID == note
  }

  /// Releases a voice, unless its region is one-shot.
  func releaseVoice(_ index: Int) {
    if let own = pool.voices[index].region.pointee.conditions, own.pointee.isOneShot {
      return pool.voices[index].releaseOneShot()
    }
    // Percussion tracks may release a key in the frame of its note-on. A minimum of 10 ms, as in
    // FluidSynth, keeps the attack audible.
    let minimumFrames = Int(configuration.sampleRate * 0.01 + 0.5)
    pool.release(index, minimumFrames: pool.voices[index].noteID == 0 ? minimumFrames : 0)
  }
}

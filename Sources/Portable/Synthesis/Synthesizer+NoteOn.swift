import PeachInstrumentModel
import PeachMusicUnits

/// From a note-on to its voices: one for each region that matches key, velocity and conditions.
/// ``evaluate(_:channel:key:velocity:isSoft:randomValues:into:)`` computes a voice's generators,
/// and ``VoicePool`` finds it a slot.
extension Synthesizer {
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
    #if hasFeature(Embedded)
      let endsRepeatedNotes = live.isOneVoicePerKey
    #else
      let endsRepeatedNotes = live.isOneVoicePerKey || configuration.endsRepeatedNotes
    #endif
    if endsRepeatedNotes { endNotes(channel: channel, key: key) }
    let note = Note(
      id: 0, channel: channel, noteNumber: noteNumber, velocity: velocity, regionKey: key)
    self.start(
      note, glide: glide(from: start, to: noteNumber, channel: index), velocityPrefix: prefix)
  }

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
    guard let own = channels[Int(note.channel)].preset else { return }
    let nearest = Int(min(max(note.noteNumber, 0), 127) + 0.5)
    let key = min(note.regionKey ?? UInt8(min(nearest, 127)), 127)
    let isMissing = channels[Int(note.channel)].settings.isPercussion && !own.hasKey(key)
    let preset = isMissing ? standardKit ?? own : own
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
          own.pointee.extendedParameters, random: random, heldSeconds: heldSeconds)
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
    guard let index = pool.allocateVoice(sparing: serial, at: frame) else { return }
    let values = pool.values(of: index)
    let isSoft = channels[Int(note.channel)].isSoft
    var gain: Float = 0
    if let amplitude = note.amplitude {
      // The attenuation at velocity 127, less that at the note's velocity, less the amplitude. The
      // layers of a crossfade stay those of the velocity.
      evaluate(
        region + region.pointee.fullLevelOffset, channel: Int(note.channel), key: key,
        velocity: 127, crossfadeVelocity: velocity, isSoft: isSoft, randomValues: randomValues,
        into: values)
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
    if note.id == 0 {
      voice.noteTuningCents = noteTuning(ofKey: key, channel: Int(note.channel))
      voice.presetKeyCents = presetKeyCents(ofKey: key, channel: Int(note.channel))
    }
    voice.highResolutionVelocity = velocity
    voice.noteAmplitude = note.amplitude
    voice.noteGainCentibels = gain
    voice.randomValues = randomValues
    if let own = region.pointee.conditions {
      let inputs = inputs(
        channels[Int(note.channel)], values, key: key, velocity: velocity,
        randomValues: randomValues)
      applyStartOffset(&voice, own.pointee.extendedParameters, inputs)
      voice.set(own.pointee.extendedParameters, sampleRate: configuration.sampleRate)
      if own.pointee.extendedParameters.envelopeCount > 0 {
        let envelopes = own.pointee.extendedParameters.begin(
          pool.envelopeStorage.envelopes(of: index), inputs, sampleRate: configuration.sampleRate)
        voice.set(
          envelopes, modulatesFilter: own.pointee.extendedParameters.envelopesModulateFilter)
      }
      if own.pointee.extendedParameters.bandCount > 0 {
        voice.equalizer = own.pointee.extendedParameters.begin(
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
}

/// The conditions of regions (SFZ), and the random values of a note.
extension Synthesizer {
  /// Whether a note that matches a region's key and velocity range also meets its conditions.
  func meetsConditions(
    _ own: UnsafePointer<PreparedConditions>, _ note: Note, key: UInt8, serial: UInt64,
    random: Float
  ) -> Bool {
    let channel = Int(note.channel)
    switch own.pointee.trigger {
    case .first: if isAnotherKeyDown(than: key, channel: channel) { return false }
    case .legato: if !isAnotherKeyDown(than: key, channel: channel) { return false }
    default: break
    }
    for index in 0..<own.pointee.controllerCount {
      let range = own.pointee.controllers[index]
      let value = channels[channel].controllers[Int(range.controller & 127)]
      if value < range.lowest || value > range.highest { return false }
    }
    let bend = channels[channel].settings.bend &- 8192
    if bend < own.pointee.lowestBend || bend > own.pointee.highestBend { return false }
    let pressure = channels[channel].settings.pressure
    if pressure < own.pointee.lowestPressure || pressure > own.pointee.highestPressure {
      return false
    }
    if random < own.pointee.lowestRandom || random >= own.pointee.highestRandom { return false }
    if own.pointee.hasKeyswitch && !isSwitchedOn(own.pointee.keyswitch, channel: channel) {
      return false
    }
    if own.pointee.sequenceLength > 1 {
      let count = keyHistory.roundRobinCount(
        channel, index: own.pointee.roundRobinIndex, serial: serial)
      let position = count % UInt32(own.pointee.sequenceLength)
      return position &+ 1 == UInt32(own.pointee.sequencePosition)
    }
    return own.pointee.sequencePosition <= 1
  }

  private func isAnotherKeyDown(than key: UInt8, channel: Int) -> Bool {
    let orders = channels[channel].tables.keyOrders
    for other in 0..<128 where other != Int(key) && orders[other] != 0 { return true }
    return false
  }

  private func isSwitchedOn(_ keys: PreparedKeyswitch, channel: Int) -> Bool {
    if keys.lowestLast != 255 {
      var last = keyHistory.latest(channel, within: keys.lowestKey, keys.highestKey)
      if last == nil && keys.initial != 255 { last = keys.initial }
      guard let last, last >= keys.lowestLast, last <= keys.highestLast else { return false }
    }
    let orders = channels[channel].tables.keyOrders
    if keys.down != 255 && orders[Int(keys.down & 127)] == 0 { return false }
    if keys.up != 255 && orders[Int(keys.up & 127)] != 0 { return false }
    return keys.previous == 255 || keyHistory.previousKey(channel) == keys.previous
  }

  /// Whether a key has active voices, apart from stolen ones.
  func isSounding(channel: UInt8, key: UInt8) -> Bool {
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].key == key
      && !pool.voices[index].isStolen
    {
      return true
    }
    return false
  }

  /// Draws the random values of a region of a note. The gain includes the decay of a release region
  /// over the time for which the key was held.
  mutating func randomValues(
    _ own: PreparedExtendedParameters, random: Float, heldSeconds: Float
  ) -> NoteRandomValues {
    var values = NoteRandomValues(random: random)
    func draw(_ range: Float) -> Float { range == 0 ? 0 : range * (2 * self.random.next() - 1) }
    values.gainCentibels = draw(own.randomGainCentibels)
    values.pitchCents = draw(own.randomPitchCents)
    values.cutoffCents = draw(own.randomCutoffCents)
    values.gainCentibels -= own.releaseDecayCentibels * heldSeconds
    return values
  }

  mutating func applyStartOffset(
    _ voice: inout Voice, _ own: PreparedExtendedParameters, _ inputs: ModulationInputs
  ) {
    var frames = own.sum(inputs, isStart: true)
    if own.randomStartFrames > 0 { frames += Float(own.randomStartFrames) * random.next() }
    if frames > 0 && !voice.region.pointee.isReplaced {
      voice.startOffsetFrames = Int64(min(frames, 1e9))
    }
    var seconds = own.delaySeconds + own.sum(inputs, isStart: false)
    if own.randomDelaySeconds > 0 { seconds += own.randomDelaySeconds * random.next() }
    voice.delayFrames = Int(Double(min(max(seconds, 0), 1000)) * configuration.sampleRate + 0.5)
  }
}

/// The notes that a new one ends.
extension Synthesizer {
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

  /// Ends the voices that a new voice's group chokes, and enforces its polyphony limits.
  func enforcePolyphony(for new: Voice) {
    guard let own = new.region.pointee.conditions else { return }
    let group = own.pointee.group
    if group != 0 {
      for index in 0..<pool.capacity where isOther(index, than: new) {
        guard let other = pool.voices[index].region.pointee.conditions, other.pointee.offBy == group
        else { continue }
        end(index, other.pointee.ending)
      }
    }
    if own.pointee.polyphony > 0 { limit(new, to: Int(own.pointee.polyphony), onKey: false) }
    if own.pointee.keyPolyphony > 0 { limit(new, to: Int(own.pointee.keyPolyphony), onKey: true) }
  }

  private func isOther(_ index: Int, than new: Voice) -> Bool {
    let voice = pool.voices + index
    return voice.pointee.state != .free && voice.pointee.channel == new.channel
      && voice.pointee.noteOnSerial != new.noteOnSerial && voice.pointee.presetID == new.presetID
  }

  private func end(_ index: Int, _ ending: RegionConditions.Ending) {
    switch ending {
    case .release:
      if pool.voices[index].state != .released || pool.voices[index].isOneShot {
        pool.voices[index].isOneShot = false
        pool.release(index, minimumFrames: 0)
      }
    case .fade(let seconds, let shape):
      let frames = Double(min(max(seconds, 0), 100)) * configuration.sampleRate
      pool.fadeOut(index, frames: max(Int(frames), 1), shape: shape)
    }
  }

  /// Fades out the oldest rival notes, so that at most `count` remain with the new one. Voices of
  /// one note count as one. With self-masking, louder notes are exempt.
  private func limit(_ new: Voice, to count: Int, onKey: Bool) {
    let selfMasks = onKey && new.region.pointee.conditions?.pointee.selfMasks ?? false
    var oldestRemaining = new.noteOnSerial
    for _ in 1..<count {
      var next: UInt64 = 0
      for index in 0..<pool.capacity where isRival(index, of: new, onKey: onKey) {
        let serial = pool.voices[index].noteOnSerial
        if serial < oldestRemaining && serial > next { next = serial }
      }
      if next == 0 { return }
      oldestRemaining = next
    }
    for index in 0..<pool.capacity
    where isRival(index, of: new, onKey: onKey) && pool.voices[index].noteOnSerial < oldestRemaining
    {
      if selfMasks && pool.voices[index].velocity > new.velocity { continue }
      pool.markStolen(index)
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }

  /// Whether a voice counts against the same limit: of the same group or, without a group, region.
  private func isRival(_ index: Int, of new: Voice, onKey: Bool) -> Bool {
    guard isOther(index, than: new), !pool.voices[index].isStolen,
      let own = new.region.pointee.conditions,
      let other = pool.voices[index].region.pointee.conditions
    else { return false }
    if onKey && pool.voices[index].key != new.key { return false }
    if own.pointee.group != 0 || onKey { return own.pointee.group == other.pointee.group }
    return pool.voices[index].region == new.region
  }
}

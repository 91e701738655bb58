import PeachInstrumentModel

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

  /// Triggers the regions that wait for a controller or pressure value, at full velocity: at the
  /// key of a key pressure, others at their root keys.
  mutating func triggerControllerRegions(
    _ source: RegionConditions.Start.Source, value: UInt8, channel: UInt8, key: UInt8? = nil
  ) {
    guard let preset = channels[Int(channel)].preset, preset.hasControllerRegions else { return }
    let serial = nextSerial
    nextSerial &+= 1
    var noteRandom: Float?
    for index in 0..<preset.regionCount {
      let region = preset.regions + index
      guard let own = region.pointee.conditions, own.pointee.isTriggered(by: source, value)
      else { continue }
      if let key, key < region.pointee.lowestKey || key > region.pointee.highestKey { continue }
      let random = noteRandom ?? self.random.next()
      noteRandom = random
      var noteNumber = region.pointee.playedRootKey
      if let key { noteNumber = Double(key) }
      let regionKey = UInt8(min(max(noteNumber, 0), 127))
      let note = Note(
        id: 0, channel: channel, noteNumber: noteNumber, velocity: 127, regionKey: regionKey)
      guard meetsConditions(own, note, key: regionKey, serial: serial, random: random)
      else { continue }
      let randomValues = randomValues(own.pointee.performance, random: random, heldSeconds: 0)
      start(
        note, region: region, of: preset, key: regionKey, serial: serial, glide: Glide(),
        velocity: 127, randomValues: randomValues, isReleaseTriggered: true)
    }
  }
}

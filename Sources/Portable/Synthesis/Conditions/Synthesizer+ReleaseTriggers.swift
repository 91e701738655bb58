import PeachInstrumentModel

/// What begins to sound when a key goes up.
extension Synthesizer {
  /// A key of a channel went up: what sounds then begins; some of it only once no pedal holds the
  /// key.
  mutating func triggerReleaseRegions(channel: UInt8, key: UInt8) {
    let index = Int(channel)
    guard let preset = channels[index].preset, preset.hasReleaseRegions else { return }
    let stroke = keyMemory.stroke(index, key)
    guard stroke.pointee.order != 0, stroke.pointee.velocity > 0 else { return }
    sound(.lifted, channel: channel, key: key)
    if channels[index].isSustained || isSostenutoHeld(channel: channel, key: key) {
      stroke.pointee.isPending = true
    } else {
      sound(.letGo, channel: channel, key: key)
    }
  }

  /// A pedal went up: what waited for that begins.
  mutating func triggerPedalRelease(channel: UInt8) {
    let index = Int(channel)
    guard let preset = channels[index].preset, preset.hasReleaseRegions,
      !channels[index].isSustained
    else { return }
    for place in 0..<128 {
      let key = UInt8(truncatingIfNeeded: place)
      let stroke = keyMemory.stroke(index, key)
      if stroke.pointee.isPending && !isSostenutoHeld(channel: channel, key: key) {
        stroke.pointee.isPending = false
        sound(.letGo, channel: channel, key: key)
      }
    }
  }

  private mutating func sound(_ occasion: TriggerEvent, channel: UInt8, key: UInt8) {
    let stroke = keyMemory.stroke(Int(channel), key).pointee
    let place = pitch(ofKey: key, channel: Int(channel))
    guard place == place else { return }
    let note = Note(
      id: 0, channel: channel, noteNumber: place, velocity: stroke.velocity, regionKey: key)
    start(note, occasion: occasion, heldFrames: frame &- stroke.frame)
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

  /// Whether anything that was struck on a key still sounds.
  func isSounding(channel: UInt8, key: UInt8) -> Bool {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel
      && pool.voices[index].key == key && !pool.voices[index].isStolen
    {
      return true
    }
    return false
  }
}

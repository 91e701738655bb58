import PeachInstrumentModel

extension Synthesizer {
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
      pool.voices[index].isStolen = true
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

import PeachInstrumentModel

/// How notes of one group end those of another, and each other where there are too many.
extension Synthesizer {
  /// A new voice begins: ends what its group ends, and makes room in its group.
  func enforcePolyphony(for new: Voice) {
    guard let own = new.region.pointee.conditions else { return }
    let group = own.pointee.group
    if group != 0 {
      for index in 0..<pool.capacity where isOther(index, than: new) {
        guard let other = pool.voices[index].region.pointee.conditions,
          other.pointee.endedBy == group
        else { continue }
        end(index, other.pointee.ending)
      }
    }
    if own.pointee.polyphony > 0 {
      limit(new, to: Int(own.pointee.polyphony), onKey: false)
    }
    if own.pointee.keyPolyphony > 0 {
      limit(new, to: Int(own.pointee.keyPolyphony), onKey: true)
    }
  }

  /// A sounding voice of the same channel and preset and of another note.
  private func isOther(_ index: Int, than new: Voice) -> Bool {
    let voice = pool.voices + index
    return voice.pointee.state != .free && voice.pointee.channel == new.channel
      && voice.pointee.age != new.age && voice.pointee.presetID == new.presetID
  }

  private func end(_ index: Int, _ ending: RegionConditions.Ending) {
    switch ending {
    case .release:
      if pool.voices[index].state != .released || pool.voices[index].isUnending {
        pool.voices[index].isUnending = false
        pool.release(index, minimumFrames: 0)
      }
    case .fade(let seconds, let shape):
      let frames = Double(min(max(seconds, 0), 100)) * configuration.sampleRate
      pool.fadeOut(index, frames: max(Int(frames), 1), shape: shape)
    }
  }

  /// Lets the oldest notes fade so that, with the new one, no more than `count` of its kind sound.
  /// The voices of one note, which share an age, count as one. Where the region keeps louder ones,
  /// those stay.
  private func limit(_ new: Voice, to count: Int, onKey: Bool) {
    let selfMasks = onKey && new.region.pointee.conditions?.pointee.selfMasks ?? false
    var oldestKept = new.age
    for _ in 1..<count {
      var next: UInt64 = 0
      for index in 0..<pool.capacity where isRival(index, of: new, onKey: onKey) {
        let age = pool.voices[index].age
        if age < oldestKept && age > next { next = age }
      }
      if next == 0 { return }
      oldestKept = next
    }
    for index in 0..<pool.capacity
    where isRival(index, of: new, onKey: onKey) && pool.voices[index].age < oldestKept {
      if selfMasks && pool.voices[index].velocity > new.velocity { continue }
      pool.voices[index].isStolen = true
      pool.fadeOut(index, frames: stealFadeFrames)
    }
  }

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

import PeachInstrumentModel

/// Which regions sound, where they say more about that than keys and velocities.
extension Synthesizer {
  /// Puts a preset on a channel: its controllers go where it wants them, and no key was struck yet.
  mutating func choose(_ preset: PresetHandle?, onChannel index: Int) {
    if channels[index].hasOverrides {
      channels[index].clearOverrides()
      live.areVoicesStale = true
    }
    let isNew = preset?.regions != channels[index].preset?.regions
    channels[index].preset = preset
    guard isNew, let preset else { return }
    keyMemory.forget(index)
    for place in 0..<preset.controllerCount {
      guard let setting = preset.controllers?[place] else { continue }
      channels[index].controllers[Int(setting.controller & 127)] = setting.value
    }
  }

  /// Whether a region with conditions answers a note. Its key and velocity are known to fit.
  func admits(
    _ own: UnsafePointer<PreparedConditions>, _ note: Note, key: UInt8, age: UInt64,
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
    let bend = channels[channel].bend &- 8192
    if bend < own.pointee.lowestBend || bend > own.pointee.highestBend { return false }
    let pressure = channels[channel].pressure
    if pressure < own.pointee.lowestPressure || pressure > own.pointee.highestPressure {
      return false
    }
    if random < own.pointee.lowestRandom || random >= own.pointee.highestRandom { return false }
    if own.pointee.hasKeyswitch && !isSwitched(own.pointee.keyswitch, channel: channel) {
      return false
    }
    if own.pointee.sequenceLength > 1 {
      let turn = keyMemory.turn(channel, place: own.pointee.roundRobinIndex, age: age)
      let place = turn % UInt32(own.pointee.sequenceLength)
      return place &+ 1 == UInt32(own.pointee.sequencePosition)
    }
    return own.pointee.sequencePosition <= 1
  }

  private func isAnotherKeyDown(than key: UInt8, channel: Int) -> Bool {
    for other in 0..<128 where other != Int(key) {
      if channels[channel].tables.keyOrders[other] != 0 { return true }
    }
    return false
  }

  private func isSwitched(_ keys: PreparedKeyswitch, channel: Int) -> Bool {
    if keys.lowestLast != 255 {
      var last = keyMemory.latest(channel, within: keys.lowestKey, keys.highestKey)
      if last == nil && keys.initial != 255 { last = keys.initial }
      guard let last, last >= keys.lowestLast, last <= keys.highestLast else { return false }
    }
    let orders = channels[channel].tables.keyOrders
    if keys.down != 255 && orders[Int(keys.down & 127)] == 0 { return false }
    if keys.up != 255 && orders[Int(keys.up & 127)] != 0 { return false }
    return keys.previous == 255 || keyMemory.previousKey(channel) == keys.previous
  }

  /// What is left to chance for a region of a note.
  mutating func chances(
    _ own: PreparedExtendedParameters, random: Float, heldSeconds: Float
  ) -> NoteRandomValues {
    var chances = NoteRandomValues(random: random)
    if own.randomGainCentibels != 0 {
      chances.gainCentibels = own.randomGainCentibels * (2 * self.random.next() - 1)
    }
    if own.randomPitchCents != 0 {
      chances.pitchCents = own.randomPitchCents * (2 * self.random.next() - 1)
    }
    if own.randomCutoffCents != 0 {
      chances.cutoffCents = own.randomCutoffCents * (2 * self.random.next() - 1)
    }
    chances.gainCentibels -= own.releaseDecayCentibels * heldSeconds
    return chances
  }

  /// Delays a new voice, and leaves out frames at its beginning, as its region says.
  mutating func place(
    _ voice: inout Voice, _ own: PreparedExtendedParameters, _ inputs: ModulationInputs
  ) {
    var frames = own.sum(inputs, voice.chances, isStart: true)
    if own.randomStartFrames > 0 { frames += Float(own.randomStartFrames) * random.next() }
    if frames > 0 { voice.startOffsetFrames = Int64(min(frames, 1e9)) }
    var seconds = own.delaySeconds + own.sum(inputs, voice.chances, isStart: false)
    if own.randomDelaySeconds > 0 { seconds += own.randomDelaySeconds * random.next() }
    let wait = Double(min(max(seconds, 0), 1000)) * configuration.sampleRate
    voice.delayFrames = Int(wait + 0.5)
  }
}

import PeachInstrumentModel

extension Synthesizer {
  /// Selects a channel's preset, sets the controllers it initializes, and clears the key history.
  mutating func selectPreset(_ preset: PresetHandle?, onChannel index: Int) {
    if channels[index].hasOverrides {
      channels[index].clearOverrides()
      live.areVoicesStale = true
    }
    let isNew = preset?.regions != channels[index].preset?.regions
    channels[index].preset = preset
    guard isNew, let preset else { return }
    keyHistory.reset(index)
    for number in 0..<preset.controllerCount {
      let setting = preset.controllers[number]
      channels[index].controllers[Int(setting.controller & 127)] = setting.value
    }
  }

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

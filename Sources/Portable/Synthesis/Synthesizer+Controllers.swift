import PeachInstrumentModel

extension Synthesizer {
  /// Changes a controller of a channel and of the MPE zone that it manages (MPE 1.0 §2.2.3).
  mutating func changeController(channel: UInt8, controller: UInt8, value: UInt8) {
    guard hasChannel(channel) else { return }
    changeOwnController(channel: channel, controller: controller, value: value)
    triggerControllerRegions(.controller(controller), value: value, channel: channel)
    if isForwarded(controller) {
      for member in 0..<configuration.channelCount
      where channels[member].settings.zoneManager == channel && member != Int(channel) {
        changeOwnController(
          channel: UInt8(truncatingIfNeeded: member), controller: controller, value: value)
      }
    }
  }

  /// Whether a zone's manager forwards a controller: not data entry and modes from 124 on.
  private func isForwarded(_ controller: UInt8) -> Bool {
    switch controller {
    case Controller.dataEntry, Controller.dataEntryLSB: false
    case Controller.dataIncrement, Controller.dataDecrement: false
    default: controller < 98 || (controller > 101 && controller < 124)
    }
  }

  private mutating func changeOwnController(channel: UInt8, controller: UInt8, value: UInt8) {
    let index = Int(channel)
    if controller >= 120 { return changeMode(channel: channel, mode: controller) }
    let before = channels[index].controllers[Int(controller)]
    channels[index].controllers[Int(controller)] = value
    switch controller {
    case Controller.bankSelect, Controller.bankSelectLSB, Controller.portamento: return
    case Controller.portamentoTime, Controller.portamentoTimeLSB:
      channels[index].settings.portamentoTimeOverride = nil
      return
    case Controller.dataEntry: return apply(channels[index].enter(msb: value), channel)
    case Controller.dataEntryLSB: return apply(channels[index].enter(lsb: value), channel)
    case Controller.dataIncrement: return apply(channels[index].step(1), channel)
    case Controller.dataDecrement: return apply(channels[index].step(-1), channel)
    case Controller.nrpnMSB: channels[index].parameter.selectNRPN(msb: value)
    case Controller.nrpnLSB: channels[index].parameter.selectNRPN(lsb: value)
    case Controller.rpnMSB: channels[index].parameter.selectRPN(msb: value)
    case Controller.rpnLSB: channels[index].parameter.selectRPN(lsb: value)
    case Controller.velocityPrefix: channels[index].velocityPrefix = value
    case Controller.portamentoControl: channels[index].portamentoControlKey = value
    case Controller.vibratoDepth: receiveVibratoDepth(channel)
    case Controller.sustain: releaseSustained(channel: channel)
    case Controller.sostenuto:
      if value >= 64 && before < 64 { latchSostenuto(channel: channel) }
      releaseSustained(channel: channel)
    default: break
    }
    if value != before { refreshVoices(ofChannel: channel) }
  }

  /// Handles channel mode messages (MIDI 1.0, table IV). Those from 123 on release all notes.
  private mutating func changeMode(channel: UInt8, mode: UInt8) {
    let index = Int(channel)
    switch mode {
    case Controller.allSoundOff: fadeAll(channel: channel, frames: stealFadeFrames)
    case Controller.resetAll:
      channels[index].resetControllers()
      releaseSustained(channel: channel)
      retuneKeys(ofChannel: channel)
      refreshZone(ofChannel: channel)
    case Controller.allNotesOff, Controller.omniOff, Controller.omniOn, Controller.monophonic,
      Controller.polyphonic:
      releaseAll(channel: channel)
      if mode == Controller.monophonic { channels[index].settings.isMonophonic = true }
      if mode == Controller.polyphonic { channels[index].settings.isMonophonic = false }
    default: break
    }
  }

  private mutating func apply(_ effect: Channel.ParameterEffect, _ channel: UInt8) {
    switch effect {
    case .none: break
    case .refresh: refreshZone(ofChannel: channel)
    case .retune: retuneKeys(ofChannel: channel)
    case .zone(let memberCount): makeZone(manager: channel, memberCount: memberCount)
    }
  }

  /// Sets up or removes an MPE zone. The manager of the lower zone is the first of 16 channels,
  /// followed by its members; the upper zone mirrors it (MPE 1.0 §2.1). Other managers are ignored.
  private mutating func makeZone(manager: UInt8, memberCount: UInt8) {
    let position = Int(manager) % 16
    let first = Int(manager) &- position
    guard position == 0 || position == 15, first &+ 16 <= configuration.channelCount else { return }
    for offset in 0..<16 {
      let index = first &+ offset
      let distance = position == 0 ? offset : 15 &- offset
      let isMember = distance >= 1 && distance <= Int(memberCount)
      let wasMember = channels[index].settings.zoneManager == manager
      guard isMember || wasMember || index == Int(manager) else { continue }
      let channel = UInt8(truncatingIfNeeded: index)
      releaseAll(channel: channel)
      let own = channels + index
      own.pointee.resetControllers()
      own.pointee.settings.zoneManager = isMember ? manager : nil
      own.pointee.settings.bendRangeSemitones = isMember ? 48 : 2
      own.pointee.settings.bendRangeCents = 0
      own.pointee.settings.isDrumChannel = !isMember && isDefaultDrumChannel(index)
      if isMember {
        own.pointee.settings.isPercussion = false
        own.pointee.settings.program = channels[Int(manager)].settings.program
        own.pointee.settings.bank = channels[Int(manager)].settings.bank
        selectProgram(onChannel: index)
      }
      refreshVoices(ofChannel: channel)
    }
    // The new zone may include channels of the other zone, or its manager.
    let other = UInt8(truncatingIfNeeded: position == 0 ? first &+ 15 : first)
    if channels[Int(other)].settings.zoneManager == manager {
      for index in first..<(first &+ 16) where channels[index].settings.zoneManager == other {
        channels[index].settings.zoneManager = nil
      }
    }
  }
}

/// Pressure, pitch bend and vibrato.
extension Synthesizer {
  mutating func setKeyPressure(channel: UInt8, key: UInt8, value: UInt8) {
    guard hasChannel(channel) else { return }
    if channels[Int(channel)].keyPressures[Int(key)] != value {
      channels[Int(channel)].keyPressures[Int(key)] = value
      refreshVoices(ofChannel: channel)
    }
    triggerControllerRegions(.keyPressure, value: value, channel: channel, key: key)
  }

  mutating func setPressure(channel: UInt8, value: UInt8) {
    guard hasChannel(channel) else { return }
    if channels[Int(channel)].settings.pressure != value {
      channels[Int(channel)].settings.pressure = value
      refreshZone(ofChannel: channel)
    }
    triggerControllerRegions(.channelPressure, value: value, channel: channel)
  }

  func setBend(channel: UInt8, value: UInt16) {
    let value = Int(min(value, 16383))
    guard hasChannel(channel), channels[Int(channel)].settings.bend != value else { return }
    channels[Int(channel)].settings.bend = value
    refreshZone(ofChannel: channel)
  }

  func setKeyBend(channel: UInt8, key: UInt8, cents: Float) {
    guard hasChannel(channel), cents >= -12800 && cents <= 12800 else { return }
    channels[Int(channel)].tables.keyBends[Int(key)] = cents
    retuneKeys(ofChannel: channel)
  }

  func setVibratoAmount(_ channel: UInt8, _ amount: Float) {
    guard hasChannel(channel), amount >= 0 && amount <= 2 else { return }
    channels[Int(channel)].baseVibratoAmount = amount
    refreshVibrato(ofChannel: channel)
  }

  /// Controller 77 takes precedence over the player's amount, even if its value is the initial one.
  func receiveVibratoDepth(_ channel: UInt8) {
    if channels[Int(channel)].settings.hasVibratoDepth { return }
    channels[Int(channel)].settings.hasVibratoDepth = true
    refreshVibrato(ofChannel: channel)
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
      let randomValues = randomValues(
        own.pointee.extendedParameters, random: random, heldSeconds: 0)
      start(
        note, region: region, of: preset, key: regionKey, serial: serial, glide: Glide(),
        velocity: 127, randomValues: randomValues, isReleaseTriggered: true)
    }
  }
}

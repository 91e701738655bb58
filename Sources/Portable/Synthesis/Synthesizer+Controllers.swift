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

  /// Selects a program on a channel and, if it manages an MPE zone, on its members.
  mutating func changeProgram(channel: UInt8, program: UInt8) {
    guard hasChannel(channel) else { return }
    for index in 0..<configuration.channelCount
    where index == Int(channel) || channels[index].settings.zoneManager == channel {
      let own = channels + index
      let selection = bankMode.selection(
        msb: own.pointee.controllers[Int(Controller.bankSelect)],
        lsb: own.pointee.controllers[Int(Controller.bankSelectLSB)],
        isDrumChannel: own.pointee.settings.isDrumChannel)
      own.pointee.settings.program = program
      own.pointee.settings.bank = selection.bank
      own.pointee.settings.isPercussion = selection.isPercussion
      selectProgram(onChannel: index)
    }
  }

  /// Selects the installed preset of the channel's bank and program, if any presets are installed.
  mutating func selectProgram(onChannel index: Int) {
    if programCount > 0 { selectPreset(requestedPreset(ofChannel: index), onChannel: index) }
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

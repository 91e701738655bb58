import PeachInstrumentModel

/// Controllers, programs and the modes of channels.
extension Synthesizer {
  /// A controller moves; the manager of a zone moves it for the whole zone (MPE 1.0 §2.2.3).
  mutating func changeController(channel: UInt8, controller: UInt8, value: UInt8) {
    guard Int(channel) < configuration.channelCount else { return }
    changeOwnController(channel: channel, controller: controller, value: value)
    triggerControllerRegions(.controller(controller), value: value, channel: channel)
    if isForwarded(controller) {
      for member in 0..<configuration.channelCount
      where channels[member].zoneManager == channel && member != Int(channel) {
        changeOwnController(
          channel: UInt8(truncatingIfNeeded: member), controller: controller, value: value)
      }
    }
  }

  /// Data entry and the modes from 124 on are a channel's own affair.
  private func isForwarded(_ controller: UInt8) -> Bool {
    switch controller {
    case Controller.dataEntry, Controller.dataEntryFine: false
    case Controller.dataIncrement, Controller.dataDecrement: false
    default: controller < 98 || (controller > 101 && controller < 124)
    }
  }

  private mutating func changeOwnController(channel: UInt8, controller: UInt8, value: UInt8) {
    let index = Int(channel)
    if controller >= 120 { return changeMode(channel: channel, mode: controller, value: value) }
    let before = channels[index].controllers[Int(controller)]
    channels[index].controllers[Int(controller)] = value
    switch controller {
    case Controller.bankSelect, Controller.bankSelectFine, Controller.portamento: return
    case Controller.portamentoTime, Controller.portamentoTimeFine:
      channels[index].portamentoTimeOverride = nil
      return
    case Controller.dataEntry: return take(channels[index].enter(coarse: value), channel)
    case Controller.dataEntryFine: return take(channels[index].enter(fine: value), channel)
    case Controller.dataIncrement: return take(channels[index].step(1), channel)
    case Controller.dataDecrement: return take(channels[index].step(-1), channel)
    case Controller.unregistered: channels[index].parameter.chooseUnregistered(most: value)
    case Controller.unregisteredFine: channels[index].parameter.chooseUnregistered(least: value)
    case Controller.registered: channels[index].parameter.chooseRegistered(most: value)
    case Controller.registeredFine: channels[index].parameter.chooseRegistered(least: value)
    case Controller.velocityPrefix: channels[index].velocityPrefix = value
    case Controller.portamentoSource: channels[index].portamentoControlKey = value
    case Controller.sustain: releaseSustained(channel: channel)
    case Controller.sostenuto:
      if value >= 64 && before < 64 { latchSostenuto(channel: channel) }
      releaseSustained(channel: channel)
    default: break
    }
    if value != before { refreshVoices(ofChannel: channel) }
  }

  /// Channel mode messages (MIDI 1.0, table IV): those from 124 on end the notes as well.
  private mutating func changeMode(channel: UInt8, mode: UInt8, value: UInt8) {
    let index = Int(channel)
    switch mode {
    case Controller.allSoundOff: fadeAll(channel: channel, frames: stealFadeFrames)
    case Controller.resetAll:
      channels[index].resetControllers()
      releaseSustained(channel: channel)
      retuneKeys(ofChannel: channel)
      refreshZone(ofChannel: channel)
    case Controller.allNotesOff, Controller.omniOff, Controller.omniOn:
      releaseAll(channel: channel)
    case Controller.monophonic:
      releaseAll(channel: channel)
      channels[index].isMonophonic = true
    case Controller.polyphonic:
      releaseAll(channel: channel)
      channels[index].isMonophonic = false
    default: break
    }
  }

  /// Does what a parameter's new value asks for.
  private mutating func take(_ effect: Channel.ParameterEffect, _ channel: UInt8) {
    switch effect {
    case .nothing: break
    case .refresh: refreshZone(ofChannel: channel)
    case .retune: retuneKeys(ofChannel: channel)
    case .zone(let memberCount): makeZone(manager: channel, memberCount: memberCount)
    }
  }

  /// A program is chosen; the manager of a zone chooses it for the whole zone.
  mutating func changeProgram(channel: UInt8, program: UInt8) {
    guard Int(channel) < configuration.channelCount else { return }
    for index in 0..<configuration.channelCount
    where index == Int(channel) || channels[index].zoneManager == channel {
      channels[index].program = program
      let isRhythmPart = channels[index].isRhythmPart
      let selection = bankMode.selection(
        coarse: channels[index].controllers[Int(Controller.bankSelect)],
        fine: channels[index].controllers[Int(Controller.bankSelectFine)],
        isRhythmPart: isRhythmPart)
      channels[index].bank = selection.bank
      channels[index].isPercussion = selection.isPercussion
      chooseProgram(onChannel: index)
    }
  }

  /// Puts the preset for the channel's bank and program on it, where one is installed.
  mutating func chooseProgram(onChannel index: Int) {
    guard programCount > 0 else { return }
    choose(
      preset(bank: channels[index].bank, program: channels[index].program), onChannel: index)
  }

  /// A zone of MPE: the lower one's manager is the first of 16 channels and its members follow, the
  /// upper one's is the last and its members come before (MPE 1.0 §2.1). Other channels are not
  /// asked; no members end the zone.
  private mutating func makeZone(manager: UInt8, memberCount: UInt8) {
    let place = Int(manager) % 16
    let first = Int(manager) &- place
    guard place == 0 || place == 15, first &+ 16 <= configuration.channelCount else { return }
    let count = Int(memberCount)
    for offset in 0..<16 {
      let index = first &+ offset
      let distance = place == 0 ? offset : 15 &- offset
      let isMember = distance >= 1 && distance <= count
      let wasMember = channels[index].zoneManager == manager
      guard isMember || wasMember || index == Int(manager) else { continue }
      let channel = UInt8(truncatingIfNeeded: index)
      releaseAll(channel: channel)
      channels[index].resetControllers()
      channels[index].zoneManager = isMember ? manager : nil
      channels[index].bendRangeSemitones = isMember ? 48 : 2
      channels[index].bendRangeCents = 0
      channels[index].isRhythmPart = !isMember && isRhythmChannel(index)
      if isMember {
        channels[index].isPercussion = false
        channels[index].program = channels[Int(manager)].program
        channels[index].bank = channels[Int(manager)].bank
        chooseProgram(onChannel: index)
      }
      refreshVoices(ofChannel: channel)
    }
    // A zone takes channels from the other, whose manager may itself become a member.
    let other = UInt8(truncatingIfNeeded: place == 0 ? first &+ 15 : first)
    if channels[Int(other)].zoneManager == manager {
      for index in first..<(first &+ 16) where channels[index].zoneManager == other {
        channels[index].zoneManager = nil
      }
    }
  }
}

import PeachInstrumentModel
import PeachSynthesis

/// Channel messages. They take the lock; channels, keys and values are checked by their callers.
extension Synth {
  func sendState(ofChannel index: Int) {
    let channel = channels[index]
    let number = UInt8(index)
    for controller in Self.restoredControllers {
      let value = UInt8(clamping: channel.controllers[controller])
      send(.controlChange(channel: number, controller: UInt8(controller), value: value))
    }
    send(.pitchBend(channel: number, value: UInt16(channel.bend)))
    send(.bendRange(channel: number, semitones: UInt8(channel.bendRange)))
    let tuning = channel.tuning ?? .none
    send(
      .useTuning(channel: number, bank: UInt8(tuning.bank), program: UInt8(tuning.program)))
    for (generator, offset) in channel.offsets.enumerated() where offset != 0 {
      sendOffset(offset, of: generator, onChannel: index)
    }
    sendPreset(ofChannel: index)
  }

  /// The controllers that a new engine receives: neither data entry and its selection, nor modes.
  private static var restoredControllers: [Int] {
    (0..<120).filter { ![6, 38, 84, 88].contains($0) && !(96...101).contains($0) }
  }

  func sendPreset(ofChannel index: Int) {
    let channel = channels[index]
    let prepared = channel.preset?.prepared
    withEngine { engine in
      engine.use(
        bank: channel.isDrum ? 128 : UInt16(clamping: channel.bank),
        program: UInt8(clamping: channel.program), onChannel: index)
      guard let prepared else { return engine.use(nil, onChannel: index) }
      engine.handle(.usePreset(channel: UInt8(index), preset: prepared.handle))
    }
  }

  func sendOffset(_ value: Float, of generator: Int, onChannel index: Int) {
    guard let generator = UInt8(exactly: generator).flatMap({ Generator(rawValue: $0) }) else {
      return
    }
    withEngine { $0.setOffset(value, of: generator, onChannel: index) }
  }

  // MARK: Notes

  func noteOn(_ index: Int, key: Int, velocity: Int) -> Int32 {
    if velocity == 0 { return noteOff(index, key: key) }
    return lock.withLock {
      guard channels[index].basicChannel != nil, let preset = channels[index].preset else {
        return Result.failed
      }
      channels[index].heldKeys[key] = true
      if let callbacks = preset.callbacks {
        return callbacks.noteOn(
          preset.handle, Handle.borrowed(self), Int32(index), Int32(key), Int32(velocity))
      }
      send(.noteOn(channel: UInt8(index), key: UInt8(key), velocity: UInt8(velocity)))
      return Result.ok
    }
  }

  func noteOff(_ index: Int, key: Int) -> Int32 {
    lock.withLock {
      guard channels[index].heldKeys[key] else { return Result.failed }
      channels[index].heldKeys[key] = false
      send(.noteOff(channel: UInt8(index), key: UInt8(key)))
      releaseVoices { $0.channel == index && $0.key == key }
      return Result.ok
    }
  }

  func allNotesOff(_ index: Int?) {
    lock.withLock {
      for index in index.map({ [$0] }) ?? Array(channels.indices) {
        channels[index].releaseKeys()
        send(.controlChange(channel: UInt8(index), controller: 123, value: 0))
        releaseVoices { $0.channel == index }
      }
    }
  }

  func allSoundsOff(_ index: Int?) {
    lock.withLock {
      for index in index.map({ [$0] }) ?? Array(channels.indices) {
        channels[index].releaseKeys()
        send(.controlChange(channel: UInt8(index), controller: 120, value: 0))
      }
    }
  }

  // MARK: Controllers

  func change(_ index: Int, controller: Int, value: Int) {
    lock.withLock {
      channels[index].controllers[controller] = Int32(value)
      switch controller {
      case 0: selectBankMSB(index, value)
      case 32: selectBankLSB(index, value)
      case 6 where isSelected(rpn: 0, on: index): channels[index].bendRange = Int32(value)
      case 120, 123, 124, 125: channels[index].releaseKeys()
      case 121: channels[index].resetControllers()
      case 126, 127: setMode(index, isMonophonic: controller == 126)
      default: break
      }
      if controller != 0 && controller != 32 {
        let (number, value) = (UInt8(controller), UInt8(value))
        send(.controlChange(channel: UInt8(index), controller: number, value: value))
      }
    }
  }

  private func isSelected(rpn: Int32, on index: Int) -> Bool {
    channels[index].controllers[101] == 0 && channels[index].controllers[100] == rpn
  }

  /// Resets the system as a new synthesizer, with the presets of the fonts.
  func reset() {
    lock.withLock {
      let blank = SynthChannel(isDrum: false)
      for index in channels.indices {
        let basic = channels[index].basicChannel
        channels[index] = blank
        channels[index].isDrum = index % 16 == 9
        channels[index].bank = channels[index].isDrum ? 128 : 0
        channels[index].basicChannel = basic
      }
      send(.reset(.plain))
      send(.reverb(effects.reverb))
      send(.chorus(effects.chorus))
      for (name, tuning) in tunings { send(tuning, name, isImmediate: false) }
      for index in channels.indices {
        selectProgram(index)
        sendState(ofChannel: index)
      }
    }
  }
}

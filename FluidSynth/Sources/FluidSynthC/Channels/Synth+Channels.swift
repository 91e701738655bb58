import PeachInstrumentModel
import PeachSynthesis

/// Channel messages. They take the lock; channels, keys and values are checked by their callers.
extension Synth {
  /// Applies the state of a channel to an engine that was created or reset.
  func applyState(ofChannel index: Int, to engine: inout Synthesizer) {
    let channel = channels[index]
    let number = UInt8(index)
    for controller in 0..<120 where Self.isRestored(controller) {
      let value = UInt8(clamping: channel.controllers[controller])
      engine.handle(.controlChange(channel: number, controller: UInt8(controller), value: value))
    }
    engine.handle(.pitchBend(channel: number, value: UInt16(channel.bend)))
    engine.handle(.bendRange(channel: number, semitones: UInt8(channel.bendRange)))
    let tuning = channel.tuning ?? .none
    engine.handle(
      .useTuning(channel: number, bank: UInt8(tuning.bank), program: UInt8(tuning.program)))
    for (generator, offset) in channel.offsets.enumerated() where offset != 0 {
      Self.apply(offset, of: generator, onChannel: index, to: &engine)
    }
    applyPreset(ofChannel: index, to: &engine)
  }

  /// Whether a new engine receives a controller: neither data entry and its selection, nor modes.
  private static func isRestored(_ controller: Int) -> Bool {
    switch controller {
    case 6, 38, 84, 88, 96...101: false
    default: true
    }
  }

  private func applyPreset(ofChannel index: Int, to engine: inout Synthesizer) {
    engine.use(
      bank: channels[index].isDrum ? 128 : UInt16(clamping: channels[index].bank),
      program: UInt8(clamping: channels[index].program), onChannel: index)
    engine.usePreset(channels[index].preset?.prepared, onChannel: index)
  }

  func sendPreset(ofChannel index: Int) {
    // Prepared without the lock of the engines.
    _ = channels[index].preset?.prepared
    engines.withCurrent { applyPreset(ofChannel: index, to: &$0) }
  }

  private static func apply(
    _ value: Float, of generator: Int, onChannel index: Int, to engine: inout Synthesizer
  ) {
    guard let generator = UInt8(exactly: generator).flatMap({ Generator(rawValue: $0) }) else {
      return
    }
    engine.setOffset(value, of: generator, onChannel: index)
  }

  func sendOffset(_ value: Float, of generator: Int, onChannel index: Int) {
    engines.withEach { Self.apply(value, of: generator, onChannel: index, to: &$0) }
  }

  /// Returns the indices of a channel, or of all if it is `nil`.
  private func indices(_ index: Int?) -> Range<Int> {
    index.map { $0..<$0 + 1 } ?? channels.indices
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
      for index in indices(index) {
        channels[index].releaseKeys()
        send(.controlChange(channel: UInt8(index), controller: 123, value: 0))
        releaseVoices { $0.channel == index }
      }
    }
  }

  func allSoundsOff(_ index: Int?) {
    lock.withLock {
      for index in indices(index) {
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
      for index in channels.indices { channels[index].reset(isDrum: index % 16 == 9) }
      send(.reset(.plain))
      sendEffects()
      for (name, tuning) in tunings { send(tuning, name, isImmediate: false) }
      for index in channels.indices {
        selectProgram(index)
        _ = channels[index].preset?.prepared
        engines.withCurrent { applyState(ofChannel: index, to: &$0) }
      }
    }
  }
}

import PeachInstrumentModel
import PeachMusicUnits

/// What happens to a synthesizer.
extension Synthesizer {
  /// Lets an event happen at the present frame. Channels beyond those there are ignored, as are
  /// notes that no longer sound.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func handle(_ event: SynthesizerEvent) {
    switch event {
    case .noteOn(let channel, let key, let velocity):
      if velocity == 0 { return releaseKeys(channel: channel, key: key) }
      strike(channel: channel, key: key, velocity: velocity)
    case .noteOff(let channel, let key): releaseKeys(channel: channel, key: key)
    case .controlChange(let channel, let controller, let value):
      changeController(channel: channel, controller: controller & 127, value: value & 127)
    case .programChange(let channel, let program):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].program = program & 127
      chooseProgram(onChannel: Int(channel))
    case .keyPressure(let channel, let key, let value):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].keyPressures[Int(key & 127)] = value & 127
      refreshVoices(ofChannel: channel)
    case .channelPressure(let channel, let value):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].pressure = value & 127
      refreshVoices(ofChannel: channel)
    case .pitchBend(let channel, let value):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].bend = Int(min(value, 16383))
      refreshVoices(ofChannel: channel)
    case .usePreset(let channel, let preset):
      guard Int(channel) < configuration.channelCount else { return }
      channels[Int(channel)].preset = preset
    case .startNote(let note): start(note)
    case .retune(let note, let noteNumber): retune(note: note, noteNumber: noteNumber)
    case .release(let note): release(note: note)
    case .fade(let note, let frames): fade(note: note, frames: frames)
    case .fadeChannel(let channel, let frames): fadeAll(channel: channel, frames: frames)
    case .fadeAll(let frames): fadeAll(channel: nil, frames: frames)
    case .reverb(let settings): effects?.pointee.set(settings)
    case .chorus(let settings): effects?.pointee.set(settings)
    }
  }

  /// Puts the preset for the channel's bank and program on it, where one is installed.
  mutating func chooseProgram(onChannel index: Int) {
    guard programCount > 0 else { return }
    let channel = channels[index]
    let bank =
      channel.isPercussion ? ProgramTable.percussionBank : Int(channel.controllers[0])
    channels[index].preset = preset(bank: bank, program: channel.program)
  }

  private mutating func changeController(channel: UInt8, controller: UInt8, value: UInt8) {
    let index = Int(channel)
    guard index < configuration.channelCount else { return }
    switch controller {
    case 120: return fadeAll(channel: channel, frames: givingWayFrames)
    case 121: channels[index].resetControllers()
    case 123...127: return releaseKeys(channel: channel, key: nil)
    default: channels[index].controllers[Int(controller)] = value
    }
    switch controller {
    case 6: channels[index].enterData(coarse: value)
    case 38: channels[index].enterData(fine: value)
    case 98, 99: channels[index].registeredParameter = nil
    case 100, 101:
      let most = channels[index].controllers[101]
      let least = channels[index].controllers[100]
      let chosen = UInt16(most) &<< 7 | UInt16(least)
      channels[index].registeredParameter = chosen == 0x3FFF ? nil : chosen
    default: break
    }
    if controller == 66 && value >= 64 { catchHeldKeys(channel: channel) }
    if controller == 64 || controller == 66 || controller == 121 {
      releaseSustained(channel: channel)
    }
    refreshVoices(ofChannel: channel)
  }

  /// The length of a fade that makes room or stops everything, in frames.
  var givingWayFrames: Int { Int(configuration.sampleRate * VoicePool.givingWaySeconds + 0.5) }

  /// What the channel's controllers stand at, for one voice.
  func inputs(channel: Channel, key: UInt8, velocity: UInt8) -> ModulationInputs {
    ModulationInputs(
      controllers: UnsafePointer(channel.controllers), velocity: Float(velocity), key: Float(key),
      keyPressure: Float(channel.keyPressures[Int(key)]), channelPressure: Float(channel.pressure),
      bend: channel.bend, bendRange: channel.bendRange)
  }

  /// Evaluates the modulators of every voice on a channel again, because a source has changed.
  private func refreshVoices(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel {
      let voice = pool.voices + index
      let values = pool.values(of: index)
      pool.interruptSegment(index)
      evaluate(
        voice.pointee.region, channel: channels[Int(channel)], key: voice.pointee.key,
        velocity: voice.pointee.velocity, into: values)
      voice.pointee.update(values, sampleRate: configuration.sampleRate)
    }
  }

  /// Writes a region's generators with modulators applied, and key and velocity as it overrides
  /// them (generators 46 and 47).
  func evaluate(
    _ region: UnsafePointer<PreparedRegion>, channel: Channel, key: UInt8, velocity: UInt8,
    into values: UnsafeMutablePointer<Float>
  ) {
    let generators = region.pointee.generators
    var inputs = inputs(channel: channel, key: key, velocity: velocity)
    if let fixed = Voice.overriding(.overridingKey, generators) { inputs.key = fixed }
    if let fixed = Voice.overriding(.overridingVelocity, generators) { inputs.velocity = fixed }
    ModulationMatrix.evaluate(region, inputs: inputs, into: values)
    values[Int(Generator.fineTune.rawValue)] += Float(channel.tuningCents)
  }
}

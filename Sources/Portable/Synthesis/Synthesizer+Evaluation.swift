import PeachInstrumentModel
import PeachMusicUnits

/// Evaluation of modulators: whenever a source changes, not per frame.
extension Synthesizer {
  func refreshVoices(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity where isActive(index, channel: channel) { refresh(index) }
  }

  /// Reevaluates the voices of a channel and, if it manages an MPE zone, of its members.
  func refreshZone(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      let own = pool.voices[index].channel
      if own == channel || channels[Int(own)].settings.zoneManager == channel { refresh(index) }
    }
  }

  /// Reevaluates the voices of a channel that have a recorded vibrato.
  func refreshVibrato(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity
    where isActive(index, channel: channel) && pool.voices[index].region.pointee.vibrato != nil {
      refresh(index)
    }
  }

  func refreshAll() {
    for index in 0..<pool.capacity where pool.voices[index].state != .free { refresh(index) }
  }

  func refresh(_ index: Int) {
    let voice = pool.voices + index
    let values = pool.values(of: index)
    pool.endSegment(index)
    evaluate(
      voice.pointee.region, channel: Int(voice.pointee.channel), key: voice.pointee.key,
      velocity: voice.pointee.highResolutionVelocity, isSoft: voice.pointee.isSoft,
      randomValues: voice.pointee.randomValues, into: values)
    values[VoiceParameters.levelIndex] += voice.pointee.noteGainCentibels
    updateExtensions(voice, values)
    pool.update(index)
  }

  private func updateExtensions(
    _ voice: UnsafeMutablePointer<Voice>, _ values: UnsafePointer<Float>
  ) {
    if voice.pointee.flexEnvelopes == nil && voice.pointee.equalizer == nil { return }
    guard let own = voice.pointee.region.pointee.conditions else { return }
    let inputs = inputs(
      channels[Int(voice.pointee.channel)], values, key: voice.pointee.key,
      velocity: voice.pointee.highResolutionVelocity, randomValues: voice.pointee.randomValues)
    if let envelopes = voice.pointee.flexEnvelopes {
      own.pointee.extendedParameters.update(envelopes, inputs)
    }
    if let bands = voice.pointee.equalizer {
      own.pointee.extendedParameters.update(bands, inputs, sampleRate: configuration.sampleRate)
    }
  }

  /// Writes a region's generator values with data entry, modulators, sound controllers and tuning
  /// applied; gain, balance and vibrato amount are at the indices of ``VoiceParameters``.
  func evaluate(
    _ region: UnsafePointer<PreparedRegion>, channel index: Int, key: UInt8, velocity: Float,
    crossfadeVelocity: Float? = nil, isSoft: Bool, randomValues: NoteRandomValues,
    into values: UnsafeMutablePointer<Float>
  ) {
    let channel = channels[index]
    copyGenerators(region, channel, into: values)
    let hasDrumKeys = channel.hasDrumKeys && channel.settings.isPercussion
    if hasDrumKeys { channel.tables.drumKeys.applyPan(ofKey: key, to: values) }
    let inputs = inputs(
      channel, values, key: key, velocity: velocity, crossfadeVelocity: crossfadeVelocity,
      randomValues: randomValues)
    let modulators = region.pointee.modulators
    for index in 0..<region.pointee.generatorModulatorCount {
      values[Int(modulators[index].destination)] += modulators[index].value(inputs, all: modulators)
    }
    values[VoiceParameters.levelIndex] = 0
    values[VoiceParameters.vibratoAmountIndex] =
      region.pointee.vibrato == nil ? 0 : channel.vibratoAmount
    region.pointee.conditions?.pointee.extendedParameters.apply(inputs, to: values)
    SoundControllers.apply(
      channel.controllers, ignoring: region.pointee.mappedSoundControllers, to: values)
    if isSoft {
      // The soft pedal lowers the level by 3 dB and the cutoff by an octave.
      values[.initialAttenuation] += 30
      values[.initialFilterCutoff] -= 1200
    }
    var tuning = channel.tuningCents
    if !channel.settings.isPercussion { tuning += masterTuningCents + host.tuningCents }
    if let manager = channel.settings.zoneManager { tuning += channels[Int(manager)].bendCents }
    values[.fineTune] += Float(tuning)
    if hasDrumKeys { channel.tables.drumKeys.apply(ofKey: key, to: values) }
    values[VoiceParameters.levelIndex] += channel.hostLevel
    let balance = Float(Int(channel.controllers[Int(Controller.balance)]) &- 64)
    values[VoiceParameters.balanceIndex] = balance < 0 ? balance * (1.0 / 64) : balance * (1.0 / 63)
  }

  /// Copies the region's generators, with overrides and offsets applied.
  private func copyGenerators(
    _ region: UnsafePointer<PreparedRegion>, _ channel: Channel,
    into values: UnsafeMutablePointer<Float>
  ) {
    let generators = region.pointee.generators
    for index in 0..<Generator.tableCount { values[index] = generators[index] }
    if channel.hasOverrides { LiveGenerators.applyOverrides(channel.tables, to: values) }
    if live.isUsed { live.add(to: values) }
    if let cutoff = channel.settings.cutoffOverride {
      // AWE32: 100 Hz at 0 through 8 kHz at 127, as a modulator of 7646 cents.
      values[.initialFilterCutoff] = 4335 + Float(cutoff) * (7646.0 / 128)
    }
    if let resonance = channel.settings.resonanceOverride {
      values[.initialFilterResonance] = Float(resonance) * (200.0 / 128)
    }
    if channel.hasGeneratorOffsets {
      let offsets = channel.tables.generatorOffsets
      for index in 0..<Generator.tableCount { values[index] += offsets[index] }
    }
  }

  /// Returns the modulation inputs of a voice, with key and velocity overridden by generators 46
  /// and 47. The channel pressure of a zone's manager applies to its members.
  func inputs(
    _ channel: Channel, _ values: UnsafePointer<Float>, key: UInt8, velocity: Float,
    crossfadeVelocity: Float? = nil, randomValues: NoteRandomValues
  ) -> ModulationInputs {
    var pressure = channel.settings.pressure
    if let manager = channel.settings.zoneManager {
      pressure = max(pressure, channels[Int(manager)].settings.pressure)
    }
    let own = Voice.overriding(.overridingVelocity, values)
    return ModulationInputs(
      controllers: UnsafePointer(channel.controllers),
      velocity: own ?? velocity, crossfadeVelocity: own ?? crossfadeVelocity ?? velocity,
      key: Voice.overriding(.overridingKey, values) ?? Float(key),
      keyPressure: Float(channel.keyPressures[Int(key)]), channelPressure: Float(pressure),
      bend: channel.settings.bend, bendRange: channel.bendRange,
      modulationDepth: channel.modulationDepthFactor, randomValues: randomValues)
  }
}

import PeachInstrumentModel
import PeachMusicUnits

/// From controllers to generators: modulators are evaluated when a source changes, not per frame.
extension Synthesizer {
  /// Evaluates every voice on a channel again, because a source has changed.
  func refreshVoices(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity
    where pool.voices[index].state != .free && pool.voices[index].channel == channel {
      refresh(index)
    }
  }

  /// The same for a channel and, where it manages a zone, for the zone's members.
  func refreshZone(ofChannel channel: UInt8) {
    for index in 0..<pool.capacity where pool.voices[index].state != .free {
      let own = pool.voices[index].channel
      if own == channel || channels[Int(own)].zoneManager == channel { refresh(index) }
    }
  }

  /// Evaluates every voice again.
  func refreshAll() {
    for index in 0..<pool.capacity where pool.voices[index].state != .free { refresh(index) }
  }

  /// Evaluates one voice again.
  func refresh(_ index: Int) {
    let voice = pool.voices + index
    let values = pool.values(of: index)
    pool.endSegment(index)
    evaluate(
      voice.pointee.region, channel: Int(voice.pointee.channel), key: voice.pointee.key,
      velocity: voice.pointee.highResolutionVelocity, isSoft: voice.pointee.isSoft,
      chances: voice.pointee.chances, into: values)
    moveBeside(voice, values)
    pool.update(index)
  }

  /// Envelopes of points and equalizer of a voice that has them.
  private func moveBeside(_ voice: UnsafeMutablePointer<Voice>, _ values: UnsafePointer<Float>) {
    if voice.pointee.envelopes == nil && voice.pointee.bands == nil { return }
    guard let own = voice.pointee.region.pointee.conditions else { return }
    let inputs = inputs(
      channels[Int(voice.pointee.channel)], values, key: voice.pointee.key,
      velocity: voice.pointee.highResolutionVelocity)
    if let envelopes = voice.pointee.envelopes {
      own.pointee.performance.move(envelopes, inputs, voice.pointee.chances)
    }
    if let bands = voice.pointee.bands {
      own.pointee.performance.move(
        bands, inputs, voice.pointee.chances, sampleRate: configuration.sampleRate)
    }
  }

  /// Writes a region's generators as they stand: what data entry added, what modulators and the tone
  /// controllers make of them, the channel's tuning; and the balance behind them.
  func evaluate(
    _ region: UnsafePointer<PreparedRegion>, channel index: Int, key: UInt8, velocity: Float,
    isSoft: Bool, chances: NoteRandomValues, into values: UnsafeMutablePointer<Float>
  ) {
    let channel = channels[index]
    takeGenerators(region, channel, into: values)
    let inputs = inputs(channel, values, key: key, velocity: velocity)
    ModulationMatrix.apply(region, inputs: inputs, to: values)
    values[VoiceParameters.levelIndex] = 0
    if let own = region.pointee.conditions {
      own.pointee.performance.apply(inputs, chances, to: values)
    }
    SoundControllers.apply(
      channel.controllers, taken: region.pointee.mappedSoundControllers, to: values)
    if isSoft {
      // The soft pedal: 3 dB quieter and an octave duller.
      values[Int(Generator.initialAttenuation.rawValue)] += 30
      values[Int(Generator.initialFilterCutoff.rawValue)] -= 1200
    }
    var tuning = channel.tuningCents
    if !channel.isPercussion { tuning += masterTuningCents }
    if let manager = channel.zoneManager { tuning += channels[Int(manager)].bendCents }
    values[Int(Generator.fineTune.rawValue)] += Float(tuning)
    let balance = Float(Int(channel.controllers[Int(Controller.balance)]) &- 64)
    values[VoiceParameters.balanceIndex] = balance < 0 ? balance * (1.0 / 64) : balance * (1.0 / 63)
  }

  /// The region's generators with what data entry has made of them on this channel.
  private func takeGenerators(
    _ region: UnsafePointer<PreparedRegion>, _ channel: Channel,
    into values: UnsafeMutablePointer<Float>
  ) {
    let generators = region.pointee.generators
    for index in 0..<Generator.tableCount { values[index] = generators[index] }
    if channel.hasOverrides { LiveGenerators.replace(channel.tables, in: values) }
    if live.isUsed { live.add(to: values) }
    if let cutoff = channel.replacedCutoff {
      // AWE32: 100 Hz at 0 through 8 kHz at 127.
      values[Int(Generator.initialFilterCutoff.rawValue)] = 4335 + Float(cutoff) * (7646.0 / 127)
    }
    if let resonance = channel.replacedResonance {
      values[Int(Generator.initialFilterResonance.rawValue)] = Float(resonance) * (200.0 / 127)
    }
    if channel.hasGeneratorOffsets {
      let offsets = channel.tables.generatorOffsets
      for index in 0..<Generator.tableCount { values[index] += offsets[index] }
    }
  }

  /// What the channel's controllers stand at for one voice, with key and velocity as its generators
  /// override them (46 and 47). A zone's manager presses for all.
  func inputs(
    _ channel: Channel, _ values: UnsafePointer<Float>, key: UInt8, velocity: Float
  ) -> ModulationInputs {
    var pressure = channel.pressure
    if let manager = channel.zoneManager {
      pressure = max(pressure, channels[Int(manager)].pressure)
    }
    return ModulationInputs(
      controllers: UnsafePointer(channel.controllers),
      velocity: Voice.overriding(.overridingVelocity, values) ?? velocity,
      key: Voice.overriding(.overridingKey, values) ?? Float(key),
      keyPressure: Float(channel.keyPressures[Int(key)]), channelPressure: Float(pressure),
      bend: channel.bend, bendRange: channel.bendRange,
      modulationDepth: channel.modulationDepthFactor)
  }
}

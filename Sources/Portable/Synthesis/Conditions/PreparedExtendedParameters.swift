import PeachInstrumentModel
import PeachMusicUnits

/// A region's extended parameters for the audio thread: what SFZ adds to SoundFont generators.
struct PreparedExtendedParameters: BitwiseCopyable {
  struct Modulation: BitwiseCopyable {
    var source: RegionModulation.Source
    var target: RegionModulation.Target
    var amount: Float
    /// A curve of 128 values; `nil` for a linear one.
    var curve: UnsafePointer<Float>?
  }

  var gainCentibels: Float
  var velocityTracking: Float
  /// 128 amplitudes; `nil` for the square of the velocity.
  var velocityCurve: UnsafePointer<Float>?
  var crossfades: UnsafePointer<RegionCrossfade>
  var crossfadeCount: Int
  var modulations: UnsafePointer<Modulation>
  var modulationCount: Int
  var delaySeconds: Float
  var randomDelaySeconds: Float
  var randomStartFrames: Int32
  var randomGainCentibels: Float
  var randomPitchCents: Float
  var randomCutoffCents: Float
  var releaseDecayCentibels: Float
  var filter: RegionFilter
  var vibrato: RegionLFO
  var modulation: RegionLFO
  var isPolarityInverted: Bool
  var envelopes: UnsafePointer<PreparedEnvelope>
  var envelopeCount: Int
  var envelopePoints: UnsafePointer<FlexEnvelope.Point>
  var bands: UnsafePointer<RegionBand>
  var bandCount: Int

  /// Inaudible, and well above denormals.
  private static var minimumCentibels: Float { -2000 }

  /// Adds the modulations to generator values; sets the gain at ``VoiceParameters/levelIndex``.
  func apply(_ inputs: ModulationInputs, to values: UnsafeMutablePointer<Float>) {
    var gain = gainCentibels + inputs.randomValues.gainCentibels
    var tracking = velocityTracking
    var amplitude: Float = 1
    values[.fineTune] += inputs.randomValues.pitchCents
    values[.initialFilterCutoff] += inputs.randomValues.cutoffCents
    for index in 0..<modulationCount {
      let amount = scaledAmount(modulations[index], inputs)
      switch modulations[index].target {
      case .generator(let generator): values[generator] += amount
      case .seconds(let generator): addSeconds(amount, to: values + Int(generator.rawValue))
      case .hertz(let generator): addHertz(amount, to: values + Int(generator.rawValue))
      case .amplitude: amplitude *= max(amount, 0)
      case .gain: gain += amount
      case .velocityTracking: tracking += amount
      case .sustain: addSustain(amount, values)
      case .start, .delay, .envelope, .band: break
      }
    }
    amplitude *= amplitudeOfVelocity(inputs.velocity, tracking: tracking)
    for index in 0..<crossfadeCount {
      let crossfade = crossfades[index]
      let level = crossfade.fraction(at: position(crossfade.source, inputs))
      amplitude *= crossfade.isEqualPower ? _unsafePerformance { level.squareRoot() } : level
    }
    if amplitude <= 1e-10 {
      gain = Self.minimumCentibels
    } else {
      gain +=
        10 * Float(Exponential.log2(Double(amplitude)) / StateVariableFilter.octavesPerDecibel)
    }
    values[VoiceParameters.levelIndex] = min(max(gain, Self.minimumCentibels), 1440)
  }

  /// Returns the sum of the modulations of the start, in frames, or of the delay, in seconds.
  func sum(_ inputs: ModulationInputs, isStart: Bool) -> Float {
    var sum: Float = 0
    for index in 0..<modulationCount {
      switch modulations[index].target {
      case .start where isStart, .delay where !isStart:
        sum += scaledAmount(modulations[index], inputs)
      default: break
      }
    }
    return sum
  }

  private func amplitudeOfVelocity(_ velocity: Float, tracking: Float) -> Float {
    if tracking == 0 { return 1 }
    let clamped = min(max(velocity, 0), 127)
    let full =
      velocityCurve.map { Self.value(of: $0, at: clamped) } ?? clamped * clamped * (1.0 / 16129)
    let depth = min(max(tracking, -1), 1)
    return depth > 0 ? 1 - depth * (1 - full) : 1 + depth * full
  }

  /// Returns a modulation's amount times its source value, shaped by its curve.
  func scaledAmount(_ modulation: Modulation, _ inputs: ModulationInputs) -> Float {
    var input: Float
    switch modulation.source {
    case .controller(let number): input = Float(inputs.controllers[Int(number & 127)])
    case .velocity: input = inputs.velocity
    case .key: input = inputs.key
    case .bendUp: input = Float(inputs.bend &- 8192) * (127.0 / 8191)
    case .bendDown: input = Float(8192 &- inputs.bend) * (127.0 / 8192)
    case .channelPressure: input = inputs.channelPressure
    case .keyPressure: input = inputs.keyPressure
    case .random: input = inputs.randomValues.random * 127
    }
    input = min(max(input, 0), 127)
    guard let curve = modulation.curve else { return modulation.amount * (input * (1.0 / 127)) }
    return modulation.amount * Self.value(of: curve, at: input)
  }

  /// Returns the linearly interpolated value of a table at an input of 0…127.
  private static func value(of table: UnsafePointer<Float>, at input: Float) -> Float {
    let index = min(Int(input), 126)
    let fraction = input - Float(index)
    return table[index] + (table[index &+ 1] - table[index]) * fraction
  }

  private func position(_ source: RegionCrossfade.Source, _ inputs: ModulationInputs) -> Float {
    switch source {
    case .key: inputs.key
    case .velocity: inputs.crossfadeVelocity
    case .controller(let number): Float(inputs.controllers[Int(number & 127)])
    }
  }

  private func addSeconds(_ seconds: Float, to value: UnsafeMutablePointer<Float>) {
    let current = value.pointee <= -12000 ? 0 : VoiceParameters.seconds(timecents: value.pointee)
    let sum = current + Double(seconds)
    value.pointee = sum <= 0.001 ? -12000 : Float(1200 * Exponential.log2(sum))
  }

  private func addHertz(_ hertz: Float, to value: UnsafeMutablePointer<Float>) {
    let reference = StateVariableFilter.hertz(absoluteCents: 0)
    let sum = StateVariableFilter.hertz(absoluteCents: Double(value.pointee)) + Double(hertz)
    value.pointee = Float(1200 * Exponential.log2(max(sum, 0.001) / reference))
  }

  private func addSustain(_ amount: Float, _ values: UnsafeMutablePointer<Float>) {
    let value = values + Int(Generator.volumeEnvelopeSustain.rawValue)
    let sum = VolumeEnvelope.amplitude(centibels: Double(value.pointee)) + Double(amount)
    value.pointee =
      sum <= 1e-5 ? 1440 : max(Float(VolumeEnvelope.centibels(amplitude: min(sum, 1))), 0)
  }
}

/// Flex envelopes at the current controller values.
extension PreparedExtendedParameters {
  func begin(
    _ voice: VoiceEnvelopes, _ inputs: ModulationInputs, sampleRate: Double
  ) -> VoiceEnvelopes {
    var voice = voice
    setPoints(of: voice, inputs)
    for index in 0..<envelopeCount {
      let own = envelopes[index]
      voice.envelopes[index] = FlexEnvelope(
        voice.points + own.firstPoint, count: own.count, sustain: own.sustain,
        isVolumeEnvelope: own.isVolumeEnvelope, followsControllers: own.followsControllers,
        sampleRate: sampleRate)
    }
    voice.count = envelopeCount
    setDepths(of: voice, inputs)
    return voice
  }

  func update(_ voice: VoiceEnvelopes, _ inputs: ModulationInputs) {
    setPoints(of: voice, inputs)
    setDepths(of: voice, inputs)
    voice.updateTargets()
  }

  /// Whether any envelope modulates the filter, possibly through a modulation.
  var envelopesModulateFilter: Bool {
    for index in 0..<envelopeCount where envelopes[index].modulatesFilter { return true }
    return false
  }

  private func setPoints(of voice: VoiceEnvelopes, _ inputs: ModulationInputs) {
    var count = 0
    for index in 0..<envelopeCount { count &+= envelopes[index].count }
    for index in 0..<count { voice.points[index] = envelopePoints[index] }
    for index in 0..<modulationCount {
      guard case .envelope(let number, let part) = modulations[index].target,
        Int(number) < envelopeCount
      else { continue }
      let own = envelopes[Int(number)]
      let amount = scaledAmount(modulations[index], inputs)
      switch part {
      case .seconds(let point) where Int(point) < own.count:
        voice.points[own.firstPoint &+ Int(point)].seconds += amount
      case .level(let point) where Int(point) < own.count:
        voice.points[own.firstPoint &+ Int(point)].level += amount
      default: break
      }
    }
    for index in 0..<count {
      voice.points[index].seconds = voice.points[index].seconds.clamped(0, 100)
      voice.points[index].level = voice.points[index].level.clamped(-1, 1)
    }
  }

  private func setDepths(of voice: VoiceEnvelopes, _ inputs: ModulationInputs) {
    for index in 0..<envelopeCount { voice.envelopes[index].depths = envelopes[index].depths }
    for index in 0..<modulationCount {
      guard case .envelope(let number, let part) = modulations[index].target,
        Int(number) < envelopeCount
      else { continue }
      let amount = scaledAmount(modulations[index], inputs)
      let envelope = voice.envelopes + Int(number)
      switch part {
      case .pitch: envelope.pointee.depths.pitchCents += amount
      case .cutoff: envelope.pointee.depths.cutoffCents += amount
      case .resonance: envelope.pointee.depths.resonanceCentibels += amount
      case .gain: envelope.pointee.depths.gainCentibels += amount
      case .amplitude: envelope.pointee.depths.amplitude += amount
      case .pan: envelope.pointee.depths.pan += amount
      case .seconds, .level: break
      }
    }
    for index in 0..<envelopeCount {
      var depths = voice.envelopes[index].depths
      depths.pitchCents = depths.pitchCents.clamped(-12000, 12000)
      depths.cutoffCents = depths.cutoffCents.clamped(-12000, 12000)
      depths.resonanceCentibels = depths.resonanceCentibels.clamped(-960, 960)
      depths.gainCentibels = depths.gainCentibels.clamped(-1440, 1440)
      depths.amplitude = depths.amplitude.clamped(-100, 100)
      depths.pan = depths.pan.clamped(-2000, 2000)
      voice.envelopes[index].depths = depths
    }
  }
}

/// The equalizer at the current controller values.
extension PreparedExtendedParameters {
  func begin(
    _ equalizer: VoiceEqualizer, _ inputs: ModulationInputs, sampleRate: Double
  ) -> VoiceEqualizer {
    var equalizer = equalizer
    for index in 0..<bandCount {
      let own = band(index, inputs)
      equalizer.filters[index] = BandFilter(
        hertz: own.hertz, octaves: own.octaves, gainCentibels: own.gainCentibels,
        sampleRate: sampleRate)
    }
    equalizer.count = bandCount
    return equalizer
  }

  func update(_ equalizer: VoiceEqualizer, _ inputs: ModulationInputs, sampleRate: Double) {
    for index in 0..<bandCount {
      let own = band(index, inputs)
      equalizer.filters[index].setTarget(
        hertz: own.hertz, octaves: own.octaves, gainCentibels: own.gainCentibels,
        sampleRate: sampleRate)
    }
  }

  private func band(_ index: Int, _ inputs: ModulationInputs) -> RegionBand {
    var own = bands[index]
    for modulation in 0..<modulationCount {
      guard case .band(let number, let part) = modulations[modulation].target, Int(number) == index
      else { continue }
      let amount = scaledAmount(modulations[modulation], inputs)
      switch part {
      case .hertz: own.hertz += amount
      case .octaves: own.octaves += amount
      case .gain: own.gainCentibels += amount
      }
    }
    return own
  }
}

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

  /// The minimum gain, in centibels: inaudible, and well above denormals.
  private static var minimumCentibels: Float { -2000 }

  /// Adds the modulations to a table of generator values, and stores the gain at
  /// ``VoiceParameters/levelIndex``.
  func apply(
    _ inputs: ModulationInputs, _ randomValues: NoteRandomValues,
    to values: UnsafeMutablePointer<Float>
  ) {
    var gain = gainCentibels + randomValues.gainCentibels
    var tracking = velocityTracking
    var amplitude: Float = 1
    values[Int(Generator.fineTune.rawValue)] += randomValues.pitchCents
    values[Int(Generator.initialFilterCutoff.rawValue)] += randomValues.cutoffCents
    for index in 0..<modulationCount {
      let amount = scaledAmount(modulations[index], inputs, randomValues)
      switch modulations[index].target {
      case .generator(let generator): values[Int(generator.rawValue)] += amount
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

  /// Returns the sum of the modulations of the start offset, in frames, or of the delay, in
  /// seconds.
  func sum(
    _ inputs: ModulationInputs, _ randomValues: NoteRandomValues, isStart: Bool
  ) -> Float {
    var sum: Float = 0
    for index in 0..<modulationCount {
      switch modulations[index].target {
      case .start where isStart, .delay where !isStart:
        sum += scaledAmount(modulations[index], inputs, randomValues)
      default: break
      }
    }
    return sum
  }

  private func amplitudeOfVelocity(_ velocity: Float, tracking: Float) -> Float {
    if tracking == 0 { return 1 }
    let clamped = min(max(velocity, 0), 127)
    let full =
      velocityCurve.map { Self.value(of: $0, at: clamped) }
      ?? clamped * clamped * (1.0 / 16129)
    let depth = min(max(tracking, -1), 1)
    return depth > 0 ? 1 - depth * (1 - full) : 1 + depth * full
  }

  /// Returns a modulation's amount times its source value, shaped by its curve.
  func scaledAmount(
    _ modulation: Modulation, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues
  ) -> Float {
    var input: Float
    switch modulation.source {
    case .controller(let number): input = Float(inputs.controllers[Int(number & 127)])
    case .velocity: input = inputs.velocity
    case .key: input = inputs.key
    case .bendUp: input = Float(inputs.bend &- 8192) * (127.0 / 8191)
    case .bendDown: input = Float(8192 &- inputs.bend) * (127.0 / 8192)
    case .channelPressure: input = inputs.channelPressure
    case .keyPressure: input = inputs.keyPressure
    case .random: input = randomValues.random * 127
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
    case .velocity: inputs.velocity
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

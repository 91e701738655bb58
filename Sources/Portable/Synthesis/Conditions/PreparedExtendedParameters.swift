import PeachInstrumentModel
import PeachMusicUnits

/// A region's performance for the audio thread: what is added to its generators as it is played.
struct PreparedExtendedParameters: BitwiseCopyable {
  /// A modulation with its curve as a table of 128 values.
  struct Modulation: BitwiseCopyable {
    var source: RegionModulation.Source
    var target: RegionModulation.Target
    var amount: Float
    /// Nil for the source itself.
    var curve: UnsafePointer<Float>?
  }

  var gainCentibels: Float
  var velocityTracking: Float
  /// 128 amplitudes; nil for the square.
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

  /// Below this many centibels nothing is heard, and numbers stay large enough to compute quickly.
  private static var silence: Float { -2000 }

  /// Moves `values`, one for each generator, as the inputs and the note's own chances say; the level
  /// goes behind them.
  func apply(
    _ inputs: ModulationInputs, _ chances: NoteRandomValues, to values: UnsafeMutablePointer<Float>
  ) {
    var gain = gainCentibels + chances.gainCentibels
    var tracking = velocityTracking
    var amplitude: Float = 1
    values[Int(Generator.fineTune.rawValue)] += chances.pitchCents
    values[Int(Generator.initialFilterCutoff.rawValue)] += chances.cutoffCents
    for index in 0..<modulationCount {
      let modulation = modulations[index]
      let moved = modulation.amount * value(modulation, inputs, chances)
      switch modulation.target {
      case .generator(let generator): values[Int(generator.rawValue)] += moved
      case .seconds(let generator): addSeconds(moved, to: values + Int(generator.rawValue))
      case .hertz(let generator): addHertz(moved, to: values + Int(generator.rawValue))
      case .amplitude: amplitude *= max(moved, 0)
      case .gain: gain += moved
      case .velocityTracking: tracking += moved
      case .sustain: addSustain(moved, values)
      case .start, .delay, .envelope, .band: break
      }
    }
    amplitude *= amplitudeOfVelocity(inputs.velocity, tracking: tracking)
    for index in 0..<crossfadeCount {
      let crossfade = crossfades[index]
      let share = crossfade.share(at: position(crossfade.source, inputs))
      amplitude *= crossfade.isEqualPower ? _unsafePerformance { share.squareRoot() } : share
    }
    if amplitude <= 1e-10 {
      gain = Self.silence
    } else {
      gain +=
        10 * Float(Exponential.log2(Double(amplitude)) / StateVariableFilter.octavesPerDecibel)
    }
    values[VoiceParameters.levelIndex] = min(max(gain, Self.silence), 1440)
  }

  /// What the modulations of one target add when a note begins.
  func sum(
    _ inputs: ModulationInputs, _ chances: NoteRandomValues, isStart: Bool
  ) -> Float {
    var sum: Float = 0
    for index in 0..<modulationCount {
      let modulation = modulations[index]
      switch modulation.target {
      case .start where isStart, .delay where !isStart:
        sum += modulation.amount * value(modulation, inputs, chances)
      default: break
      }
    }
    return sum
  }

  private func amplitudeOfVelocity(_ velocity: Float, tracking: Float) -> Float {
    if tracking == 0 { return 1 }
    let place = min(max(velocity, 0), 127)
    let full = velocityCurve.map { Self.at(place, $0) } ?? place * place * (1.0 / 16129)
    let part = min(max(tracking, -1), 1)
    return part > 0 ? 1 - part * (1 - full) : 1 + part * full
  }

  /// What a modulation's source stands at, along its curve.
  func value(
    _ modulation: Modulation, _ inputs: ModulationInputs, _ chances: NoteRandomValues
  ) -> Float {
    var place: Float
    switch modulation.source {
    case .controller(let number): place = Float(inputs.controllers[Int(number & 127)])
    case .velocity: place = inputs.velocity
    case .key: place = inputs.key
    case .bendUp: place = Float(inputs.bend &- 8192) * (127.0 / 8191)
    case .bendDown: place = Float(8192 &- inputs.bend) * (127.0 / 8192)
    case .channelPressure: place = inputs.channelPressure
    case .keyPressure: place = inputs.keyPressure
    case .random: place = chances.random * 127
    }
    place = min(max(place, 0), 127)
    guard let curve = modulation.curve else { return place * (1.0 / 127) }
    return Self.at(place, curve)
  }

  /// A table's value at a place between its 128.
  private static func at(_ place: Float, _ table: UnsafePointer<Float>) -> Float {
    let index = min(Int(place), 126)
    let rest = place - Float(index)
    return table[index] + (table[index &+ 1] - table[index]) * rest
  }

  private func position(_ source: RegionCrossfade.Source, _ inputs: ModulationInputs) -> Float {
    switch source {
    case .key: inputs.key
    case .velocity: inputs.velocity
    case .controller(let number): Float(inputs.controllers[Int(number & 127)])
    }
  }

  private func addSeconds(_ seconds: Float, to value: UnsafeMutablePointer<Float>) {
    let now = value.pointee <= -12000 ? 0 : VoiceParameters.seconds(timecents: value.pointee)
    let sum = now + Double(seconds)
    value.pointee = sum <= 0.001 ? -12000 : Float(1200 * Exponential.log2(sum))
  }

  private func addHertz(_ hertz: Float, to value: UnsafeMutablePointer<Float>) {
    let one = StateVariableFilter.hertz(absoluteCents: 0)
    let sum = StateVariableFilter.hertz(absoluteCents: Double(value.pointee)) + Double(hertz)
    value.pointee = Float(1200 * Exponential.log2(max(sum, 0.001) / one))
  }

  private func addSustain(_ amount: Float, _ values: UnsafeMutablePointer<Float>) {
    let value = values + Int(Generator.volumeEnvelopeSustain.rawValue)
    let sum = VolumeEnvelope.amplitude(centibels: Double(value.pointee)) + Double(amount)
    value.pointee =
      sum <= 1e-5 ? 1440 : max(Float(VolumeEnvelope.centibels(amplitude: min(sum, 1))), 0)
  }
}

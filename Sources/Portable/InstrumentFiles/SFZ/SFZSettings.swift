import PeachInstrumentModel

/// What the opcodes of a region come to, in their own units, inherited ones included.
struct SFZSettings: Sendable {
  /// An envelope: seconds and percent; depth in cents.
  struct Envelope: Sendable {
    var delay: Float = 0
    var attack: Float = 0
    var hold: Float = 0
    var decay: Float = 0
    var sustain: Float = 100
    var release: Float = 0
    var depth: Float = 0
    var velocityToDelay: Float = 0
    var velocityToAttack: Float = 0
    var velocityToHold: Float = 0
    var velocityToDecay: Float = 0
    var velocityToSustain: Float = 0
    var velocityToRelease: Float = 0
    var velocityToDepth: Float = 0

    /// All but its depth.
    var stages: [Float] {
      [
        delay, attack, hold, decay, sustain, release, velocityToDelay, velocityToAttack,
        velocityToHold, velocityToDecay, velocityToSustain, velocityToRelease,
      ]
    }
  }

  /// An oscillator: hertz, seconds, cents and decibels.
  struct Oscillator: Sendable {
    var number: Int
    var frequency: Float = 0
    var delay: Float = 0
    var pitch: Float = 0
    var volume: Float = 0
    var cutoff: Float = 0
    var shape = RegionLFO()
  }

  /// A band of the equalizer: hertz, octaves and decibels.
  struct Band: Sendable {
    var frequency: Float
    var bandwidth: Float = 1
    var gain: Float = 0
    var velocityToFrequency: Float = 0
    var velocityToGain: Float = 0
  }

  /// How a sample repeats.
  enum LoopMode: Sendable {
    case none, oneShot, continuous, sustain
  }

  var sample = ""
  var lowestKey = 0
  var highestKey = 127
  var lowestVelocity = 0
  var highestVelocity = 127
  /// Nil for the recording's own.
  var keyCenter: Int? = 60

  var offset = 0
  var randomOffset = 0
  /// The last frame played.
  var end: Int?
  var loopMode: LoopMode?
  var loopStart: Int?
  var loopEnd: Int?
  /// Seconds.
  var loopCrossfade: Float = 0

  var transpose: Float = 0
  var tune: Float = 0
  var keyTracking: Float = 100
  var velocityToPitch: Float = 0
  var randomPitch: Float = 0
  var bendUp: Float?
  var bendDown: Float?

  var volume: Float = 0
  var groupVolume: Float = 0
  var masterVolume: Float = 0
  var globalVolume: Float = 0
  var amplitude: Float = 100
  var pan: Float = 0
  var position: Float = 0
  var width: Float = 100
  var keyToVolume: Float = 0
  var volumeKeyCenter = 60
  var velocityTracking: Float = 100
  var velocityCurve: [Int: Float] = [:]
  var randomVolume: Float = 0
  var releaseDecay: Float = 0
  /// By source and direction; what the region says later replaces what was said.
  var crossfades: [SFZCrossfade] = []
  var isEqualPower = (key: true, velocity: true, controller: true)

  var cutoff: Float?
  var resonance: Float = 0
  var filter = "lpf_2p"
  var velocityToCutoff: Float = 0
  var keyToCutoff: Float = 0
  var cutoffKeyCenter = 60
  var randomCutoff: Float = 0

  var amplifierEnvelope = Envelope(release: 0.001)
  var pitchEnvelope = Envelope()
  var filterEnvelope = Envelope()
  var oscillators: [Oscillator] = []
  var pointEnvelopes: [FlexEnvelope] = []
  var isPolarityInverted = false
  var bands = [Band(frequency: 50), Band(frequency: 500), Band(frequency: 5000)]
  var reverb: Float = 0
  var chorus: Float = 0
  var modulations: [SFZModulation] = []

  var conditions: RegionConditions = {
    var conditions = RegionConditions()
    conditions.selfMasks = true
    return conditions
  }()
  var keyswitch = RegionConditions.Keyswitch()
  var hasKeyswitch = false
  var hasKeyswitchRange = false
  var delay: Float = 0
  var randomDelay: Float = 0
  var endingSeconds: Float = 0.006
  var endsByRelease = false
  var endingShape: Float?

  /// Sets how far a controller moves something, or along which curve.
  mutating func modulate(
    _ target: SFZTarget, by controller: Int, amount: Float? = nil, curve: Int? = nil
  ) {
    if let index = modulations.firstIndex(where: {
      $0.target == target && $0.controller == controller
    }) {
      if let amount { modulations[index].amount = amount }
      if let curve { modulations[index].curve = curve }
      return
    }
    guard modulations.count < 256 else { return }
    modulations.append(
      SFZModulation(target: target, controller: controller, amount: amount, curve: curve))
  }

  /// Changes the oscillator of a number.
  mutating func change(oscillator number: Int, _ change: (inout Oscillator) -> Void) {
    if let index = oscillators.firstIndex(where: { $0.number == number }) {
      return change(&oscillators[index])
    }
    guard oscillators.count < 32 else { return }
    var oscillator = Oscillator(number: number)
    change(&oscillator)
    oscillators.append(oscillator)
  }

  /// Changes one end of a fade.
  mutating func change(
    fade source: RegionCrossfade.Source, fadesIn: Bool, low: Int? = nil, high: Int? = nil
  ) {
    let index = crossfades.firstIndex { $0.source == source && $0.fadesIn == fadesIn }
    var fade =
      index.map { crossfades[$0] }
      ?? SFZCrossfade(
        source: source, fadesIn: fadesIn, low: fadesIn ? 0 : 127, high: fadesIn ? 0 : 127)
    if let low { fade.low = low }
    if let high { fade.high = high }
    if let index {
      crossfades[index] = fade
    } else if crossfades.count < 64 {
      crossfades.append(fade)
    }
  }

  /// Changes the range into which a controller, or as 129 and 130 a pressure, moves to start a region.
  mutating func change(start controller: Int, lowest: Int? = nil, highest: Int? = nil) {
    let source: RegionConditions.Start.Source
    switch controller {
    case 0..<128: source = .controller(UInt8(controller))
    case 129: source = .channelPressure
    case 130: source = .keyPressure
    default: return
    }
    let index = conditions.starts.firstIndex { $0.source == source }
    var start = index.map { conditions.starts[$0] } ?? RegionConditions.Start(source)
    if let lowest { start.lowest = UInt8(clamping: lowest) }
    if let highest { start.highest = UInt8(clamping: max(highest, 0)) }
    if let index {
      conditions.starts[index] = start
    } else if conditions.starts.count < 128 {
      conditions.starts.append(start)
    }
  }

  /// Changes the range of a controller.
  mutating func change(controller: Int, lowest: Int? = nil, highest: Int? = nil) {
    guard let number = UInt8(exactly: controller), number < 128 else { return }
    let index = conditions.controllers.firstIndex { $0.controller == number }
    var range =
      index.map { conditions.controllers[$0] }
      ?? RegionConditions.ControllerRange(controller: number)
    if let lowest { range.lowest = UInt8(clamping: lowest) }
    if let highest { range.highest = UInt8(clamping: max(highest, 0)) }
    if let index {
      conditions.controllers[index] = range
    } else if conditions.controllers.count < 128 {
      conditions.controllers.append(range)
    }
  }
}

/// A fade over keys, velocities or a controller.
struct SFZCrossfade: Hashable, Sendable {
  var source: RegionCrossfade.Source
  var fadesIn: Bool
  var low: Int
  var high: Int
}

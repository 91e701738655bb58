import PeachInstrumentModel

/// The values of a region's opcodes, inherited ones included, in the opcodes' units.
struct SFZSettings: Sendable {
  /// The values of an envelope's stages.
  struct Stages: Hashable, Sendable {
    private var values = SIMD8<Float>()

    subscript(stage: SFZTarget.Stage) -> Float {
      get { values[stage.rawValue] }
      set { values[stage.rawValue] = newValue }
    }
  }

  /// An envelope: seconds, percent and cents.
  struct Envelope: Sendable {
    var stages = Stages()
    /// The values added to the stages at velocity 127.
    var velocityStages = Stages()
    var depth: Float = 0
    /// The value added to the depth at velocity 127.
    var velocityDepth: Float = 0

    init() { stages[.sustain] = 100 }
  }

  /// An LFO: hertz, seconds, cents and decibels.
  struct LFO: Sendable {
    var number: Int
    var frequency: Float = 0
    var delay: Float = 0
    var pitch: Float = 0
    var volume: Float = 0
    var cutoff: Float = 0
    var shape = RegionLFO()
  }

  /// An equalizer band: hertz, octaves and decibels.
  struct Band: Sendable {
    var frequency: Float
    var bandwidth: Float = 1
    var gain: Float = 0
    var velocityToFrequency: Float = 0
    var velocityToGain: Float = 0
  }

  /// The loop mode of a sample.
  enum LoopMode: Sendable {
    case none, oneShot, continuous, sustain
  }

  var sample = ""
  var lowestKey = 0
  var highestKey = 127
  var lowestVelocity = 0
  var highestVelocity = 127
  /// The root key; `nil` for the sample file's.
  var keyCenter: Int? = 60

  var offset = 0
  var randomOffset = 0
  /// The last frame played, inclusive; negative for silence.
  var end: Int?
  var loopMode: LoopMode?
  var loopStart: Int?
  var loopEnd: Int?
  /// The crossfade at the end of the loop, in seconds.
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
  /// The crossfades, at most one for each source and direction.
  var crossfades: [SFZCrossfade] = []
  var isEqualPower = (key: true, velocity: true, controller: true)

  var cutoff: Float?
  var resonance: Float = 0
  var filter = "lpf_2p"
  var velocityToCutoff: Float = 0
  var keyToCutoff: Float = 0
  var cutoffKeyCenter = 60
  var randomCutoff: Float = 0

  private var envelopes = [SFZTarget.Envelope: Envelope](
    uniqueKeysWithValues: SFZTarget.Envelope.allCases.map { envelope in
      var initial = Envelope()
      if envelope == .amplifier { initial.stages[.release] = 0.001 }
      return (envelope, initial)
    })
  var lfos: [LFO] = []
  var flexEnvelopes: [FlexEnvelope] = []
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
  /// The fade-out time of notes that are ended by their group.
  var endingSeconds: Float = 0.006
  var endsByRelease = false
  var endingShape: Float?

  subscript(envelope: SFZTarget.Envelope) -> Envelope {
    get { envelopes[envelope] ?? Envelope() }
    set { envelopes[envelope] = newValue }
  }

  /// Sets the amount or the curve of a modulation by a controller.
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

  /// Changes the LFO with a number.
  mutating func change(lfo number: Int, _ change: (inout LFO) -> Void) {
    if let index = lfos.firstIndex(where: { $0.number == number }) { return change(&lfos[index]) }
    guard lfos.count < 32 else { return }
    var lfo = LFO(number: number)
    change(&lfo)
    lfos.append(lfo)
  }

  /// Changes one end of a crossfade.
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

  /// Changes the range of a controller that triggers the region; 129 and 130 are channel and key
  /// pressure.
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

  /// Changes the range of a controller in which the region plays.
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

/// A crossfade over keys, velocities or a controller.
struct SFZCrossfade: Hashable, Sendable {
  var source: RegionCrossfade.Source
  var fadesIn: Bool
  var low: Int
  var high: Int
}

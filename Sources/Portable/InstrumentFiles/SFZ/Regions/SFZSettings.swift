import PeachInstrumentModel
import PeachMusicUnits

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

    init(release: Float = 0) {
      stages[.sustain] = 100
      stages[.release] = release
    }
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

  enum LoopMode: String, Sendable {
    case none = "no_loop"
    case oneShot = "one_shot"
    case continuous = "loop_continuous"
    case sustain = "loop_sustain"
  }

  var sample = ""
  var lowestKey = 0
  var highestKey = 127
  var lowestVelocity = 0
  var highestVelocity = 127
  /// The root key; `nil` for the sample file's.
  var keyCenter: Int? = 60

  var offset = 0
  /// The last frame played, inclusive; negative for silence.
  var end: Int?
  var loopMode: LoopMode?
  var loopStart: Int?
  var loopEnd: Int?

  var transpose: Float = 0
  var tune: Float = 0
  var keyTracking: Float = 100
  var velocityToPitch: Float = 0
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
  var velocityCurve = KeyedArray<Int, Float>()
  /// Whether crossfades over a source have constant power.
  var isEqualPower = (key: true, velocity: true, controller: true)

  var cutoff: Float?
  var resonance: Float = 0
  var filter = "lpf_2p"
  var velocityToCutoff: Float = 0
  var keyToCutoff: Float = 0
  var cutoffKeyCenter = 60

  private var amplifierEnvelope = Envelope(release: 0.001)
  private var pitchEnvelope = Envelope()
  private var filterEnvelope = Envelope()
  var lfos: [LFO] = []
  var flexEnvelopes: [FlexEnvelope] = []
  var bands = [Band(frequency: 50), Band(frequency: 500), Band(frequency: 5000)]
  var reverb: Float = 0
  var chorus: Float = 0
  var modulations: [SFZModulation] = []

  /// The conditions and parameters that opcodes set directly, in the model's units.
  var conditions = RegionConditions()
  var extendedParameters = ExtendedParameters()
  var keyswitch = RegionConditions.Keyswitch()
  var hasKeyswitch = false
  var hasKeyswitchRange = false
  /// The fade-out time of notes that are ended by their group.
  var endingSeconds: Float = 0.006
  var endsByRelease = false
  var endingShape: Float?

  init() {
    conditions.selfMasks = true
    extendedParameters.velocityTracking = 1
  }

  subscript(envelope: SFZTarget.Envelope) -> Envelope {
    get {
      switch envelope {
      case .amplifier: amplifierEnvelope
      case .pitch: pitchEnvelope
      case .filter: filterEnvelope
      }
    }
    set {
      switch envelope {
      case .amplifier: amplifierEnvelope = newValue
      case .pitch: pitchEnvelope = newValue
      case .filter: filterEnvelope = newValue
      }
    }
  }

  /// Sets the amount or the curve of a modulation by a controller.
  mutating func modulate(
    _ target: SFZTarget, by controller: Int, amount: Float? = nil, curve: Int? = nil
  ) {
    modulations.change(
      where: { $0.target == target && $0.controller == controller },
      or: SFZModulation(target: target, controller: controller), limit: 256
    ) {
      $0.amount = amount ?? $0.amount
      $0.curve = curve ?? $0.curve
    }
  }

  mutating func change(lfo number: Int, _ change: (inout LFO) -> Void) {
    lfos.change(where: { $0.number == number }, or: LFO(number: number), limit: 32, change)
  }

  /// Changes one end of the crossfade over a source; ignored without a value.
  mutating func change(
    fade source: RegionCrossfade.Source, fadesIn: Bool, isLow: Bool, to value: Int?
  ) {
    guard let value = value.map({ UInt8(min(max($0, 0), 127)) }) else { return }
    let end: UInt8 = fadesIn ? 0 : 127
    extendedParameters.crossfades.change(
      where: { $0.source == source && $0.fadesIn == fadesIn },
      or: RegionCrossfade(source: source, fadesIn: fadesIn, low: end, high: end), limit: 64
    ) {
      if isLow { $0.low = value } else { $0.high = value }
    }
  }

  /// Changes a controller's trigger range; 129 and 130 are channel and key pressure.
  mutating func change(start controller: Int, lowest: Int? = nil, highest: Int? = nil) {
    let source: RegionConditions.Start.Source
    switch controller {
    case 0..<128: source = .controller(UInt8(controller))
    case 129: source = .channelPressure
    case 130: source = .keyPressure
    default: return
    }
    conditions.starts.change(where: { $0.source == source }, or: .init(source), limit: 128) {
      if let lowest { $0.lowest = UInt8(clamping: lowest) }
      if let highest { $0.highest = UInt8(clamping: highest) }
    }
  }

  /// Changes the controller range of the region.
  mutating func change(controller: Int, lowest: Int? = nil, highest: Int? = nil) {
    guard let number = UInt8(exactly: controller), number < 128 else { return }
    conditions.controllers.change(
      where: { $0.controller == number }, or: .init(controller: number), limit: 128
    ) {
      if let lowest { $0.lowest = UInt8(clamping: lowest) }
      if let highest { $0.highest = UInt8(clamping: highest) }
    }
  }
}

extension Array {
  /// Changes the first matching element. Without one, changes and appends a new element, unless
  /// there are `limit` already.
  mutating func change(
    where matches: (Element) -> Bool, or new: @autoclosure () -> Element, limit: Int,
    _ change: (inout Element) -> Void
  ) {
    if let index = firstIndex(where: matches) { return change(&self[index]) }
    guard count < limit else { return }
    var element = new()
    change(&element)
    append(element)
  }
}

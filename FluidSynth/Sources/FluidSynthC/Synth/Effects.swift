import FluidSynthPOSIX
import PeachMusicUnits
import PeachSynthesis

/// The parameters of reverb and chorus in FluidSynth's units.
struct Effects {
  var isReverbOn: Bool
  var roomSize: Double
  var damping: Double
  var width: Double
  var reverbLevel: Double
  var isChorusOn: Bool
  var chorusVoices: Int32
  var chorusLevel: Double
  var chorusSpeed: Double
  var chorusDepth: Double
  /// 0 is a sine, 1 a triangle; the engine's LFO is a sine.
  var chorusType: Int32 = 0

  init(_ settings: Settings) {
    isReverbOn = settings.isOn("synth.reverb.active")
    roomSize = settings.number("synth.reverb.room-size")
    damping = settings.number("synth.reverb.damp")
    width = settings.number("synth.reverb.width")
    reverbLevel = settings.number("synth.reverb.level")
    isChorusOn = settings.isOn("synth.chorus.active")
    chorusVoices = settings.integer("synth.chorus.nr")
    chorusLevel = settings.number("synth.chorus.level")
    chorusSpeed = settings.number("synth.chorus.speed")
    chorusDepth = settings.number("synth.chorus.depth")
  }

  static func decibels(_ factor: Double) -> Float {
    factor < 1e-4 ? -96 : Float(20 * log10(factor))
  }

  /// The reverb's settings. Decay time and level were fitted to measured impulse responses.
  var reverb: ReverbSettings {
    var reverb = ReverbSettings(.largeHall)
    reverb.seconds = Float(0.68 * exp(2.23 * roomSize))
    reverb.dampingHertz = Float(20_000 * pow(0.1, damping))
    reverb.preDelaySeconds = 0
    reverb.width = Float(min(1.5 * width, 1))
    // FluidSynth's reverb is louder in larger rooms.
    let roomDecibels = Float(16.5 * roomSize - 6.2)
    reverb.level = isReverbOn ? Self.decibels(reverbLevel) + roomDecibels : -96
    return reverb
  }

  /// The chorus's settings.
  var chorus: ChorusSettings {
    var chorus = ChorusSettings(.chorus3)
    chorus.rateHertz = Float(chorusSpeed)
    chorus.depthSeconds = Float(chorusDepth / 1000)
    chorus.voicesPerChannel = chorusVoices < 2 ? 1 : 2
    // FluidSynth's level grows with the number of voices by 20 dB per decade at low frequencies,
    // where they are in phase, and by 10 dB elsewhere: by 16.2 dB in the mean of four songs.
    let isOn = isChorusOn && chorusVoices > 0
    let voiceDecibels = isOn ? Float(16.2 * log10(Double(chorusVoices))) : 0
    chorus.level = isOn ? Self.decibels(chorusLevel) + voiceDecibels : -96
    chorus.feedback = 0
    return chorus
  }
}

extension Synth {
  func applyEffects(to engine: inout Synthesizer) {
    engine.handle(.reverb(effects.reverb))
    engine.handle(.chorus(effects.chorus))
  }

  func sendEffects() { engines.withEach { applyEffects(to: &$0) } }
}

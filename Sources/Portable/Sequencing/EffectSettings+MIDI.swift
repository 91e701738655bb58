import PeachMIDIEvents
import PeachMusicUnits
import PeachSynthesis

/// What songs ask of the reverb, in the reverb's own units.
extension ReverbSettings {
  /// GS counts a level of 64 as usual; the presets are voiced for it.
  mutating func apply(_ setting: ReverbSetting) {
    switch setting {
    case .type(let type): self = Self.settings(type)
    case .character(let type):
      var settings = Self.settings(type)
      settings.level = level
      settings.seconds = seconds
      self = settings
    case .level(let share): level = usualLevel + Self.decibels(share * 127 / 64)
    case .returnGain(let gain): level = usualLevel + Self.decibels(gain)
    case .time(let seconds): self.seconds = Float(seconds)
    case .relativeTime(let share):
      // GS gives no seconds: 64 is the preset's own time, and 32 steps double it.
      seconds = usualSeconds * Float(Exponential.exp2((share * 127 - 64) / 32))
      delaySeconds = Float(max(share * 0.45, 0.001))
    case .delayFeedback(let share): feedback = Float(share)
    case .preDelay(let seconds): preDelaySeconds = Float(seconds)
    case .preLowPass(let step):
      // Each step takes the treble down by a third of an octave from 8 kHz; 0 leaves it alone.
      if step > 0 { dampingHertz = 8_000 * Float(Exponential.exp2(-Double(step) / 3)) }
    case .pan: break
    }
  }

  private var usualLevel: Float { style == .reverb ? ReverbSettings(.largeHall).level : 0 }
  private var usualSeconds: Float { ReverbSettings(.largeHall).seconds }

  /// A factor in decibels; nothing at all is silence.
  static func decibels(_ gain: Double) -> Float {
    gain <= 0 ? -96 : Float(20 * Exponential.log2(gain) / Exponential.log2(10))
  }

  private static func settings(_ type: ReverbType) -> ReverbSettings {
    switch type {
    case .room1: return ReverbSettings(.smallRoom)
    case .room2, .whiteRoom: return ReverbSettings(.mediumRoom)
    case .room3, .stage1, .basement: return ReverbSettings(.largeRoom)
    case .hall1, .stage2: return ReverbSettings(.mediumHall)
    case .hall2, .tunnel, .canyon: return ReverbSettings(.largeHall)
    case .plate: return ReverbSettings(.plate)
    case .delay: return ReverbSettings(.delay)
    case .panningDelay: return ReverbSettings(.panningDelay)
    case .none:
      var settings = ReverbSettings()
      settings.level = -96
      return settings
    }
  }
}

/// What songs ask of the chorus, in the chorus's own units.
extension ChorusSettings {
  mutating func apply(_ setting: ChorusSetting) {
    switch setting {
    case .type(let type): self = Self.settings(type)
    case .level(let share): level = usualLevel + ReverbSettings.decibels(share * 127 / 64)
    case .returnGain(let gain): level = usualLevel + ReverbSettings.decibels(gain)
    case .feedback(let share): feedback = Float(share)
    case .relativeDelay(let share): delaySeconds = Float(share * 0.05)
    case .rate(let hertz): rateHertz = Float(hertz)
    case .depth(let seconds): depthSeconds = Float(seconds)
    case .sendToReverb(let gain): reverbSend = Float(min(gain, 1))
    case .preLowPass, .pan: break
    }
  }

  private var usualLevel: Float { ChorusSettings(.chorus3).level }

  private static func settings(_ type: ChorusType) -> ChorusSettings {
    switch type {
    case .chorus1, .celeste1: return ChorusSettings(.chorus1)
    case .chorus2, .celeste2: return ChorusSettings(.chorus2)
    case .chorus3, .celeste3: return ChorusSettings(.chorus3)
    case .chorus4, .celeste4: return ChorusSettings(.chorus4)
    case .feedbackChorus: return ChorusSettings(.feedbackChorus)
    case .flanger, .flanger2, .flanger3: return ChorusSettings(.flanger)
    case .shortDelay: return ChorusSettings(.shortDelay)
    case .shortDelayFeedback: return ChorusSettings(.shortDelayFeedback)
    case .none:
      var settings = ChorusSettings()
      settings.level = -96
      return settings
    }
  }
}

import PeachMIDIEvents
import PeachMusicUnits
import PeachSynthesis

extension ReverbSettings {
  /// Applies a parameter. The default GS level is 64, for which the types are voiced.
  mutating func apply(_ parameter: ReverbParameter) {
    switch parameter {
    case .type(let type): self = ReverbSettings(type)
    case .character(let type):
      var settings = ReverbSettings(type)
      settings.level = level
      settings.seconds = seconds
      self = settings
    case .level(let value): level = defaultLevel + Self.decibels(value * 127 / 64)
    case .returnGain(let gain): level = defaultLevel + Self.decibels(gain)
    case .time(let seconds): self.seconds = Float(seconds)
    case .relativeTime(let value):
      // GS does not specify seconds: here 64 is the type's default, and 32 steps double it.
      seconds = defaultSeconds * Float(Exponential.exp2((value * 127 - 64) / 32))
      delaySeconds = Float(max(value * 0.45, 0.001))
    case .delayFeedback(let gain): feedback = Float(gain)
    case .preDelay(let seconds): preDelaySeconds = Float(seconds)
    case .preLowPass(let step):
      // Each step lowers the damping frequency by a third of an octave from 8 kHz; 0 is no filter.
      if step > 0 { dampingHertz = 8_000 * Float(Exponential.exp2(-Double(step) / 3)) }
    case .pan: break
    }
  }

  private var defaultLevel: Float { style == .reverb ? ReverbSettings(.largeHall).level : 0 }
  private var defaultSeconds: Float { ReverbSettings(.largeHall).seconds }

  /// Returns an amplitude factor in decibels; −96 for 0.
  static func decibels(_ gain: Double) -> Float {
    gain <= 0 ? -96 : Float(20 * Exponential.log2(gain) / Exponential.log2(10))
  }
}

extension ChorusSettings {
  mutating func apply(_ parameter: ChorusParameter) {
    switch parameter {
    case .type(let type): self = ChorusSettings(type)
    case .level(let value): level = defaultLevel + ReverbSettings.decibels(value * 127 / 64)
    case .returnGain(let gain): level = defaultLevel + ReverbSettings.decibels(gain)
    case .feedback(let gain): feedback = Float(gain)
    case .relativeDelay(let value): delaySeconds = Float(value * 0.05)
    case .rate(let hertz): rateHertz = Float(hertz)
    case .depth(let seconds): depthSeconds = Float(seconds)
    case .sendToReverb(let gain): reverbSend = Float(min(gain, 1))
    case .preLowPass, .pan: break
    }
  }

  private var defaultLevel: Float { ChorusSettings(.chorus3).level }
}

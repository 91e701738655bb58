import PeachMusicUnits
import PeachSynthesis
import Synchronization

extension UnitMode {
  /// Whether the mode is one of the ``HostSettings``.
  var isHostSetting: Bool {
    switch self {
    case .gain, .reverbLevel, .chorusLevel, .concertPitch, .scale, .scaleRoot: true
    default: false
    }
  }
}

/// The settings of the host, which messages and resets do not change.
extension SamplerUnitCore {
  mutating func setHostSetting(_ mode: UnitMode, to value: Float) {
    var settings = synthesizer.pointee.hostSettings
    switch mode {
    case .gain:
      let decibels = min(max(value, -60), 24)
      setMode(mode, to: decibels)
      // The lowest value mutes.
      settings.gain =
        decibels <= -60 ? 0 : Float(Exponential.exp2(Double(decibels) * Self.octavesPerDecibel))
    case .reverbLevel:
      settings.reverbDecibels = setPercent(mode, to: value)
    case .chorusLevel:
      settings.chorusDecibels = setPercent(mode, to: value)
    case .concertPitch:
      let hertz = min(max(value, 380), 494)
      setMode(mode, to: hertz)
      settings.tuningCents = hertz == 440 ? 0 : 1200 * Exponential.log2(Double(hertz) / 440)
    case .scale, .scaleRoot:
      let last = mode == .scale ? UnitScale.count &- 1 : 11
      setMode(mode, to: Float(Self.whole(value, upTo: last)))
      settings.pitchClassCents = scales.cents(
        scale: wholeValue(of: .scale, upTo: UnitScale.count &- 1),
        root: wholeValue(of: .scaleRoot, upTo: 11))
    default: return
    }
    synthesizer.pointee.setHostSettings(settings)
  }

  /// 1 / (20 log₁₀ 2).
  private static var octavesPerDecibel: Double { 0.166_096_404_744_368_1 }

  /// Returns the decibels of a percentage; −96 for 0.
  private func setPercent(_ mode: UnitMode, to value: Float) -> Float {
    let percent = min(max(value, 0), 200)
    setMode(mode, to: percent)
    if percent == 100 { return 0 }
    let octaves = percent > 0 ? Exponential.log2(Double(percent) * 0.01) : -.infinity
    return Float(max(octaves / Self.octavesPerDecibel, -120))
  }

  private static func whole(_ value: Float, upTo last: Int) -> Int {
    Int(min(max(value, 0), Float(last)) + 0.5)
  }

  /// Returns the whole value of a mode; 0 if it was never set.
  private func wholeValue(of mode: UnitMode, upTo last: Int) -> Int {
    let value = value(of: mode)
    return value.isNaN ? 0 : Self.whole(value, upTo: last)
  }

  /// Selects the preset of bank and program on all channels except drum channels, if one of them
  /// has changed: hosts repeat the values when they restore a session, whose channels may have
  /// others.
  mutating func setPreset(_ mode: UnitMode, to value: Float) {
    let number = Float(Self.whole(value, upTo: mode == .presetBank ? 16_383 : 127))
    if self.value(of: mode) == number { return }
    setMode(mode, to: number)
    synthesizer.pointee.use(
      bank: UInt16(truncatingIfNeeded: wholeValue(of: .presetBank, upTo: 16_383)),
      program: UInt8(truncatingIfNeeded: wholeValue(of: .presetProgram, upTo: 127)))
    noticePreset()
    changedChannels = 0xFFFF
  }
}

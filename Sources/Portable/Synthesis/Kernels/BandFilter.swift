import PeachMusicUnits

/// One band of a voice's equalizer: see `RegionBand` for what it does. A state-variable filter, as
/// ``StateVariableFilter``, whose band-pass is added to what comes in.
struct BandFilter: BitwiseCopyable {
  /// Where its numbers are, or are to be.
  private struct Setting: BitwiseCopyable {
    var a1: Float = 0
    var a2: Float = 0
    var a3: Float = 0
    var share: Float = 0
  }

  private var setting = Setting()
  private var target = Setting()
  private var step = Setting()
  /// Frames left of its way there.
  private var framesLeft = 0
  private var firstState: Float = 0
  private var secondState: Float = 0

  /// One at rest.
  init(hertz: Float, octaves: Float, gainCentibels: Float, sampleRate: Double) {
    setting = Self.setting(hertz, octaves, gainCentibels, sampleRate)
    target = setting
  }

  /// Goes to another setting, in a step of the grid.
  mutating func move(hertz: Float, octaves: Float, gainCentibels: Float, sampleRate: Double) {
    let next = Self.setting(hertz, octaves, gainCentibels, sampleRate)
    if next.a1 == target.a1 && next.a2 == target.a2 && next.share == target.share { return }
    target = next
    framesLeft = Synthesizer.gridFrames
    let perFrame = 1 / Float(framesLeft)
    step.a1 = (next.a1 - setting.a1) * perFrame
    step.a2 = (next.a2 - setting.a2) * perFrame
    step.a3 = (next.a3 - setting.a3) * perFrame
    step.share = (next.share - setting.share) * perFrame
  }

  /// Filters frames in place.
  mutating func process(_ row: UnsafeMutablePointer<Float>, count: Int) {
    for frame in 0..<count {
      let x = row[frame]
      let input = x - secondState
      let band = 0.5 * (setting.a1 * firstState + setting.a2 * input)
      secondState += setting.a2 * firstState + setting.a3 * input
      firstState = 2 * band - firstState
      // Numbers too small to compute quickly.
      if firstState > -1e-20 && firstState < 1e-20 { firstState = 0 }
      if secondState > -1e-20 && secondState < 1e-20 { secondState = 0 }
      row[frame] = x + setting.share * band
      if framesLeft > 0 { stepOn() }
    }
  }

  @inline(__always) private mutating func stepOn() {
    framesLeft &-= 1
    if framesLeft == 0 {
      setting = target
      return
    }
    setting.a1 += step.a1
    setting.a2 += step.a2
    setting.a3 += step.a3
    setting.share += step.share
  }

  private static func setting(
    _ hertz: Float, _ octaves: Float, _ gainCentibels: Float, _ sampleRate: Double
  ) -> Setting {
    let frequency = within(hertz, 1, Float(0.47 * sampleRate))
    let width = Double(within(octaves, 0.001, 8)) * 0.5
    let gain = Double(within(gainCentibels, -960, 480)) * 0.1
    let amplitude = StateVariableFilter.amplitude(decibels: gain)
    // 1 / (A·Q)
    let damping =
      (Exponential.exp2(width) - Exponential.exp2(-width))
      / StateVariableFilter.amplitude(decibels: 0.5 * gain)
    let tangent = Exponential.tangent(turns: Double(frequency) / sampleRate * 0.5)
    let filter = StateVariableFilter(tangent: tangent, damping: damping)
    return Setting(
      a1: filter.a1, a2: filter.a2, a3: filter.a3, share: Float(damping * (amplitude - 1)))
  }

  /// A number brought into a range; what is no number, to its lower end.
  private static func within(_ value: Float, _ lowest: Float, _ highest: Float) -> Float {
    value > lowest ? min(value, highest) : lowest
  }
}

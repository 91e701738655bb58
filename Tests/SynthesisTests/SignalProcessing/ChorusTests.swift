import Foundation
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Chorus")
struct ChorusTests {
  static func settings(rate: Float, depth: Float, delay: Float = 0.005) -> ChorusSettings {
    var settings = ChorusSettings(.flanger)
    settings.rateHertz = rate
    settings.depthSeconds = depth
    settings.delaySeconds = delay
    settings.feedback = 0
    settings.level = 0
    return settings
  }

  @Test(
    "A depth of d seconds at a rate of r hertz modulates the pitch by a factor of 1 ± π·r·d",
    arguments: [(2, 0.004), (5, 0.002), (1, 0.01)])
  func pitch(rate: Double, depth: Double) {
    let settings = Self.settings(rate: Float(rate), depth: Float(depth))
    let tone = EffectBench.sine(1_000, seconds: 1.3, rate: 48_000)
    let audio = EffectBench.chorus([(0, settings)], input: tone, rate: 48_000)
    // The delay on the left falls fastest after half an LFO cycle and rises fastest after a full
    // one.
    for (cycles, sign) in [(0.5, 1.0), (1, -1)] {
      let frame = Int(48_000 * cycles / rate)
      let cents = PitchTrace.cents(
        audio.left, at: frame, above: 1_000, sampleRate: 48_000)
      let expected = 1200 * log2(1 + sign * .pi * rate * depth)
      #expect(abs(cents - expected) < 0.5, "\(cents) cents, not \(expected)")
    }
    // The LFO on the right is a quarter of a cycle ahead, where its slope is zero.
    let cents = PitchTrace.cents(
      audio.right, at: Int(24_000 / rate), above: 1_000, sampleRate: 48_000)
    #expect(abs(cents) < 1)
  }

  @Test("The output has no step above −60 dB, even when settings change")
  func clicks() {
    let tone = EffectBench.sine(200, seconds: 1.5, rate: 16_000)
    var other = Self.settings(rate: 8, depth: 0.002, delay: 0.004)
    other.voicesPerChannel = 2
    let changes = [
      (0, Self.settings(rate: 0.5, depth: 0.006)), (9_001, other),
      (15_000, Self.settings(rate: 3, depth: 0.001)),
    ]
    let audio = EffectBench.chorus(changes, input: tone, rate: 16_000)
    for channel in [audio.left, audio.right] {
      let peak = Level.peak(channel[...])
      // While settings ramp, the delay changes by up to 0.2 s per second, which raises the pitch.
      let curvature = peak * Float(pow(2 * Double.pi * 240 / 16_000, 2) / 2)
      #expect(Level.largestStep(channel[500...]) < curvature + peak / 1000)
    }
  }

  @Test("Without modulation and feedback, delay and level match the settings")
  func delay() {
    var settings = Self.settings(rate: 0, depth: 0, delay: 0.01)
    settings.reverbSend = 0.5
    let audio = EffectBench.chorus(
      [(0, settings)], input: EffectBench.impulse(seconds: 0.3, rate: 48_000), rate: 48_000)
    // The interpolation adds three frames.
    #expect(audio.left.firstIndex { $0 > 0.5 } == 483)
    #expect(abs(audio.left[483] - 1) < 0.01 && audio.left == audio.right)
    #expect(abs(audio.reverbSend[483] - 0.5) < 0.01)
  }

  @Test("Echoes decay by the feedback factor, even at its maximum")
  func feedback() {
    var settings = Self.settings(rate: 0, depth: 0, delay: 0.01)
    settings.feedback = 0.5
    let click = EffectBench.impulse(seconds: 0.3, rate: 48_000)
    let audio = EffectBench.chorus([(0, settings)], input: click, rate: 48_000).left
    for echo in 1...4 {
      #expect(abs(Double(audio[483 * echo]) - pow(0.5, Double(echo - 1))) < 0.02)
    }
    for value in [Float.infinity, -.infinity, .nan, 1] {
      var extreme = Self.settings(rate: value, depth: value, delay: value)
      extreme.feedback = value
      extreme.level = 0
      let noise = EffectBench.noise(4_000) + [Float](repeating: 0, count: 28_000)
      let loud = EffectBench.chorus([(0, extreme)], input: noise, rate: 8_000).left
      #expect(loud.allSatisfy { $0.isFinite && abs($0) < 40 })
      let early = Level.rootMeanSquare(loud[5_000..<9_000])
      #expect(Level.rootMeanSquare(loud[28_000...]) < max(early, -100) + 0.01)
    }
  }

  @Test("The tail ends in exact zeros, and the output does not depend on the block size")
  func silenceAndBlocks() {
    var settings = Self.settings(rate: 3, depth: 0.003)
    settings.feedback = 0.3
    settings.voicesPerChannel = 2
    var input = [Float](repeating: 0, count: 16_000)
    input.replaceSubrange(1_037..<1_500, with: EffectBench.noise(463))
    input[13_001] = 1
    let changes = [(0, settings), (1_200, ChorusSettings(.chorus2)), (1_333, settings)]
    let whole = EffectBench.chorus(changes, input: input, rate: 8_000)
    #expect(whole.left[8_000..<13_000].allSatisfy { $0 == 0 })
    #expect(whole.left[..<1_037].allSatisfy { $0 == 0 } && Level.peak(whole.left[...]) > 0.1)
    for block in [1, 17] {
      let cut = EffectBench.chorus(changes, input: input, rate: 8_000, block: block)
      #expect(
        cut.left == whole.left && cut.right == whole.right && cut.reverbSend == whole.reverbSend)
    }
    #expect(EffectBench.chorus(changes, input: Array(input[..<12_000]), rate: 8_000).isIdle)
  }

  @Test("Chorus types have the parameters of General MIDI 2")
  func presets() {
    #expect(abs(ChorusSettings.hertz(rateValue: 9) - 1.098) < 1e-4)
    #expect(abs(ChorusSettings.seconds(depthValue: 127) - 0.04) < 1e-6)
    #expect(abs(ChorusSettings.feedback(value: 127) - 0.969) < 1e-3)
    // As printed in CA-024: 0.4 Hz and 1.9 ms, 1.1 Hz and 6.3 ms, …, 0.1 Hz.
    let printed: [(ChorusType, Float, Float)] = [
      (.chorus1, 0.4, 1.9), (.chorus2, 1.1, 6.3), (.chorus3, 0.4, 6.3), (.chorus4, 1.1, 5.3),
      (.feedbackChorus, 0.2, 7.8), (.flanger, 0.1, 1.9),
    ]
    for (preset, hertz, milliseconds) in printed {
      let settings = ChorusSettings(preset)
      #expect(abs(settings.rateHertz - hertz) < 0.05)
      #expect(abs(settings.depthSeconds * 1000 - milliseconds) < 0.06)
    }
    #expect(ChorusSettings() == ChorusSettings(.chorus3))
  }
}

import Foundation
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Reverb")
struct ReverbTests {
  /// Returns the impulse response of a reverb.
  static func impulseResponse(
    _ settings: ReverbSettings, seconds: Double, rate: Double = 48_000
  ) -> (left: [Float], right: [Float], isIdle: Bool) {
    EffectBench.reverb(
      [(0, settings)], input: EffectBench.impulse(seconds: seconds, rate: rate), rate: rate)
  }

  static func settings(seconds: Float, meters: Float) -> ReverbSettings {
    var settings = ReverbSettings()
    settings.seconds = seconds
    settings.roomSizeMeters = meters
    settings.dampingHertz = 8_000
    settings.earlyLevel = 0
    return settings
  }

  @Test(
    "The RT60 in the octave around 500 Hz is within 5 % of the reverb time",
    arguments: [
      (0.5, 5.0, 48_000.0), (1, 10, 44_100), (1.8, 17, 48_000), (1.5, 20, 8_000), (3, 14, 16_000),
      (0.8, 8, 96_000),
    ])
  func reverberationTime(seconds: Double, meters: Double, rate: Double) {
    let settings = Self.settings(seconds: Float(seconds), meters: Float(meters))
    let audio = Self.impulseResponse(settings, seconds: seconds * 1.6 + 0.2, rate: rate)
    var mean = 0.0
    for channel in [audio.left, audio.right] {
      let band = RoomMeasurement.octave(channel, around: 500, rate: rate)
      mean += RoomMeasurement.reverberationSeconds(band, rate: rate) / 2
    }
    #expect(abs(mean / seconds - 1) < 0.05, "\(mean) s of \(seconds) s at \(rate) Hz")
  }

  @Test("At the damping frequency the decay is twice as fast, within 10 %")
  func damping() {
    var settings = Self.settings(seconds: 2, meters: 10)
    settings.dampingHertz = 2_000
    let rate = 16_000.0
    let audio = Self.impulseResponse(settings, seconds: 2.5, rate: rate)
    func seconds(_ hertz: Double) -> Double {
      let times = [audio.left, audio.right].map {
        RoomMeasurement.reverberationSeconds(
          RoomMeasurement.octave($0, around: hertz, quality: 6, rate: rate), rate: rate)
      }
      return (times[0] + times[1]) / 2
    }
    let (middle, high) = (seconds(500), seconds(2_000))
    #expect(abs(middle / 2 - 1) < 0.1 && abs(high - 1) < 0.1, "\(middle) s, \(high) s")
  }

  @Test(
    "The echo density reaches that of noise within 100 ms",
    arguments: [ReverbType.mediumHall, .largeHall, .plate, .largeRoom])
  func echoDensity(preset: ReverbType) {
    let settings = ReverbSettings(preset)
    let audio = Self.impulseResponse(settings, seconds: 0.4).left
    let onset = audio.firstIndex { $0 != 0 } ?? 0
    let frames = stride(from: onset + 480, to: onset + 4_800, by: 120)
    let densest = frames.map { RoomMeasurement.echoDensity(audio, at: $0, rate: 48_000) }.max()
    #expect((densest ?? 0) >= 1)
    let later = stride(from: onset + 4_800, to: onset + 12_000, by: 480).map {
      RoomMeasurement.echoDensity(audio, at: $0, rate: 48_000)
    }
    #expect(later.reduce(0, +) / Double(later.count) > 0.94)
  }

  @Test(
    "The tail is Gaussian noise, without flutter or ringing",
    arguments: [ReverbType.smallRoom, .mediumHall, .largeHall, .plate])
  func tail(preset: ReverbType) {
    let settings = ReverbSettings(preset)
    let audio = Self.impulseResponse(settings, seconds: 0.8).left
    let late = audio[14_400..<30_784]
    let kurtosis = RoomMeasurement.kurtosis(
      late, seconds: Double(settings.seconds) * 0.9, rate: 48_000)
    #expect(abs(kurtosis - 3) < 0.4, "\(kurtosis)")
    // The bins of a noise power spectrum are exponentially distributed: the maximum of 300 is
    // 10·log10(ln 300) = 7.6 dB above the mean, and above 12 dB once in 20,000 cases. A ringing
    // mode exceeds its neighbors by at least 15 dB.
    let powers = (0..<300).map { index in
      pow(10, RoomMeasurement.level(late, at: 400 + 3 * Double(index), rate: 48_000) / 10)
    }
    let mean = powers.reduce(0, +) / Double(powers.count)
    let highest = 10 * log10((powers.max() ?? 0) / mean)
    #expect(highest < 12, "\(highest) dB")
  }

  @Test("The channels are uncorrelated at width 1 and equal at width 0, at the same level")
  func width() {
    var settings = ReverbSettings(.largeHall)
    settings.earlyLevel = 0
    let wide = Self.impulseResponse(settings, seconds: 0.6)
    settings.width = 0
    let narrow = Self.impulseResponse(settings, seconds: 0.6)
    #expect(abs(RoomMeasurement.correlation(wide.left[4_800...], wide.right[4_800...])) < 0.15)
    #expect(zip(narrow.left, narrow.right).allSatisfy { abs($0 - $1) < 1e-6 })
    let difference =
      Level.rootMeanSquare(wide.left[4_800...]) - Level.rootMeanSquare(narrow.left[4_800...])
    #expect(abs(difference) < 1)
  }

  @Test("At 0 dB the wet level is the input level, for any reverb time and room size")
  func level() {
    for (seconds, meters) in [(0.6, 6.0), (1.2, 12), (2.4, 18)] {
      var settings = Self.settings(seconds: Float(seconds), meters: Float(meters))
      settings.level = 0
      // By Parseval's theorem the energy of the impulse response is the gain for steady noise.
      let rate = 16_000.0
      let audio = Self.impulseResponse(settings, seconds: seconds * 1.2, rate: rate)
      let band = RoomMeasurement.octave(audio.left, around: 500, rate: rate)
      let impulse = RoomMeasurement.octave(
        EffectBench.impulse(seconds: 1, rate: rate), around: 500, rate: rate)
      let gain =
        band.reduce(0) { $0 + $1 * $1 } / impulse.reduce(0) { $0 + $1 * $1 }
      #expect(abs(10 * log10(gain)) < 2.5, "\(10 * log10(gain)) dB at \(seconds) s")
    }
  }

  @Test("The output is finite and decays for any settings", arguments: [8_000.0, 48_000])
  func extremes(rate: Double) {
    let values: [Float] = [-.infinity, -1, 0, 1e9, .infinity, .nan]
    for (index, value) in values.enumerated() {
      for style in [ReverbSettings.Style.reverb, .panningDelay] {
        var settings = ReverbSettings()
        settings.style = style
        settings.seconds = value
        settings.dampingHertz = values[(index + 1) % values.count]
        settings.preDelaySeconds = value
        settings.roomSizeMeters = values[(index + 2) % values.count]
        settings.diffusion = value
        settings.width = value
        settings.earlyLevel = value
        settings.feedback = value
        settings.delaySeconds = 0
        settings.level = 0
        let frames = Int(rate * 0.7)
        let noise = EffectBench.noise(frames / 2) + [Float](repeating: 0, count: frames / 2)
        let audio = EffectBench.reverb([(0, settings)], input: noise, rate: rate)
        #expect((audio.left + audio.right).allSatisfy { $0.isFinite && abs($0) < 40 })
        let early = Level.rootMeanSquare(audio.left[(frames * 5 / 10)..<(frames * 6 / 10)])
        let late = Level.rootMeanSquare(audio.left[(frames * 9 / 10)...])
        #expect(late < early + 0.5 || early < -90, "\(value), \(style): \(early), \(late)")
      }
    }
  }

  @Test("Silence stays silent, and the tail ends in exact zeros, after which the reverb is idle")
  func silence() {
    var settings = Self.settings(seconds: 0.2, meters: 4)
    settings.level = 0
    let rate = 8_000.0
    let silence = EffectBench.reverb(
      [(0, settings)], input: [Float](repeating: 0, count: 4_000), rate: rate)
    #expect(silence.left.allSatisfy { $0 == 0 } && silence.isIdle)
    let audio = Self.impulseResponse(settings, seconds: 3, rate: rate)
    let last = audio.left.lastIndex { $0 != 0 } ?? 0
    // A decay of 140 dB takes 2⅓ times the reverb time, followed by a silent interval.
    #expect(last > 2_000 && last < 16_000 && audio.isIdle)
    // After the reverb was idle, the same input has bit-identical output.
    var twice = EffectBench.impulse(seconds: 6, rate: rate)
    twice[24_000] = 1
    let both = EffectBench.reverb([(0, settings)], input: twice, rate: rate).left
    #expect(Array(both[..<20_000]) == Array(both[24_000..<44_000]))
  }

  @Test("Settings change without a click")
  func changing() {
    let rate = 16_000.0
    let tone = EffectBench.sine(200, seconds: 2, rate: rate)
    let steps: [ReverbSettings] = [
      ReverbSettings(.largeHall), ReverbSettings(.smallRoom), ReverbSettings(.delay),
      ReverbSettings(.panningDelay), ReverbSettings(.plate),
    ]
    let changes = steps.enumerated().map { ($0.offset * 5_333, $0.element) }
    let audio = EffectBench.reverb(changes, input: tone, rate: rate).left
    // The second difference of a 200 Hz tone of amplitude A is at most A·(2π·200/16000)²/2.
    let peak = Level.peak(audio[...])
    let step = Level.largestStep(audio[1_000...])
    let curvature = peak * Float(pow(2 * Double.pi * 200 / rate, 2) / 2)
    #expect(step < curvature + peak / 1000, "\(step) of \(curvature)")
  }

  @Test("The output does not depend on the block size")
  func blocks() {
    var input = [Float](repeating: 0, count: 12_000)
    input.replaceSubrange(1_037..<2_000, with: EffectBench.noise(963))
    input[9_001] = 1
    var short = Self.settings(seconds: 0.1, meters: 3)
    short.preDelaySeconds = 0.01
    let changes = [(0, short), (1_500, ReverbSettings(.panningDelay)), (1_777, short)]
    let whole = EffectBench.reverb(changes, input: input, rate: 8_000)
    for block in [1, 17, 63] {
      let cut = EffectBench.reverb(changes, input: input, rate: 8_000, block: block)
      #expect(cut.left == whole.left && cut.right == whole.right, "blocks of \(block)")
    }
  }

  @Test("Delays repeat at their time and feedback; panning ones alternate between the channels")
  func echoes() {
    var settings = ReverbSettings(.delay)
    settings.delaySeconds = 0.1
    settings.feedback = 0.5
    var audio = Self.impulseResponse(settings, seconds: 0.5, rate: 8_000)
    // The high-pass reduces the impulse by less than 5 %.
    for echo in 1...4 {
      #expect(abs(Double(audio.left[800 * echo]) - pow(0.5, Double(echo - 1))) < 0.05)
    }
    settings.style = .panningDelay
    audio = Self.impulseResponse(settings, seconds: 0.5, rate: 8_000)
    for echo in 1...4 {
      let (active, silent) = echo % 2 == 1 ? (audio.left, audio.right) : (audio.right, audio.left)
      #expect(abs(Double(active[800 * echo]) - pow(0.5, Double(echo - 1))) < 0.05)
      #expect(abs(silent[800 * echo]) < 0.05)
    }
  }

  @Test("Reverb times follow General MIDI 2: e^((value − 40) · 0.025) seconds")
  func presets() {
    for (value, seconds) in [(0, 0.3679), (40, 1.0), (64, 1.8221), (127, 8.8022)] {
      #expect(abs(Double(ReverbSettings.seconds(timeValue: UInt8(value))) - seconds) < 1e-4)
    }
    #expect(ReverbSettings() == ReverbSettings(.largeHall))
  }
}

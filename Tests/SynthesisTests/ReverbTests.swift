import Foundation
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("The reverb")
struct ReverbTests {
  /// A reverb's answer to a click.
  static func answer(
    _ settings: ReverbSettings, seconds: Double, rate: Double = 48_000
  ) -> (left: [Float], right: [Float], isIdle: Bool) {
    EffectBench.reverb(
      [(0, settings)], input: EffectBench.click(seconds: seconds, rate: rate), rate: rate)
  }

  static func settings(seconds: Float, metres: Float) -> ReverbSettings {
    var settings = ReverbSettings()
    settings.seconds = seconds
    settings.roomSizeMetres = metres
    settings.dampingHertz = 8_000
    settings.earlyLevel = 0
    return settings
  }

  @Test(
    "it falls by 60 dB in the time asked for, to 5 % in the octave around 500 Hz",
    arguments: [
      (0.5, 5.0, 48_000.0), (1, 10, 44_100), (1.8, 17, 48_000), (1.5, 20, 8_000), (3, 14, 16_000),
      (0.8, 8, 96_000),
    ])
  func reverberationTime(seconds: Double, metres: Double, rate: Double) {
    let settings = Self.settings(seconds: Float(seconds), metres: Float(metres))
    let audio = Self.answer(settings, seconds: seconds * 1.6 + 0.2, rate: rate)
    var mean = 0.0
    for side in [audio.left, audio.right] {
      let band = RoomMeasurement.octave(side, around: 500, rate: rate)
      mean += RoomMeasurement.reverberationSeconds(band, rate: rate) / 2
    }
    #expect(abs(mean / seconds - 1) < 0.05, "\(mean) s of \(seconds) s at \(rate) Hz")
  }

  @Test("high notes die away sooner: twice as fast at the damping frequency, to a tenth")
  func damping() {
    var settings = Self.settings(seconds: 2, metres: 10)
    settings.dampingHertz = 2_000
    let rate = 16_000.0
    let audio = Self.answer(settings, seconds: 2.5, rate: rate)
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
    "within a tenth of a second its echoes are as dense as noise",
    arguments: [ReverbPreset.mediumHall, .largeHall, .plate, .largeRoom])
  func echoDensity(preset: ReverbPreset) {
    let settings = ReverbSettings(preset)
    let audio = Self.answer(settings, seconds: 0.4).left
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
    "its tail is Gaussian noise: no flutter, no ring",
    arguments: [ReverbPreset.smallRoom, .mediumHall, .largeHall, .plate])
  func tail(preset: ReverbPreset) {
    let settings = ReverbSettings(preset)
    let audio = Self.answer(settings, seconds: 0.8).left
    let late = audio[14_400..<30_784]
    let kurtosis = RoomMeasurement.kurtosis(
      late, seconds: Double(settings.seconds) * 0.9, rate: 48_000)
    #expect(abs(kurtosis - 3) < 0.4, "\(kurtosis)")
    // The lines of a noise's spectrum are exponentially distributed: of 300 the strongest lies
    // 10·log10(ln 300) = 7.6 dB above their mean, once in twenty thousand times beyond 12 dB. A mode that
    // rings stands 15 dB and more above its neighbours.
    let powers = (0..<300).map { index in
      pow(10, RoomMeasurement.level(late, at: 400 + 3 * Double(index), rate: 48_000) / 10)
    }
    let mean = powers.reduce(0, +) / Double(powers.count)
    let highest = 10 * log10((powers.max() ?? 0) / mean)
    #expect(highest < 12, "\(highest) dB")
  }

  @Test("its sides have nothing in common at width 1, everything at width 0, and the same level")
  func width() {
    var settings = ReverbSettings(.largeHall)
    settings.earlyLevel = 0
    let wide = Self.answer(settings, seconds: 0.6)
    settings.width = 0
    let narrow = Self.answer(settings, seconds: 0.6)
    #expect(abs(RoomMeasurement.correlation(wide.left[4_800...], wide.right[4_800...])) < 0.15)
    #expect(zip(narrow.left, narrow.right).allSatisfy { abs($0 - $1) < 1e-6 })
    let difference =
      Level.rootMeanSquare(wide.left[4_800...]) - Level.rootMeanSquare(narrow.left[4_800...])
    #expect(abs(difference) < 1)
  }

  @Test("at 0 dB what is sent comes back as loud, however long it lasts and large the room is")
  func level() {
    for (seconds, metres) in [(0.6, 6.0), (1.2, 12), (2.4, 18)] {
      var settings = Self.settings(seconds: Float(seconds), metres: Float(metres))
      settings.level = 0
      // By Parseval a click's answer has the energy of steady noise: 1 where the level is kept.
      let rate = 16_000.0
      let audio = Self.answer(settings, seconds: seconds * 1.2, rate: rate)
      let band = RoomMeasurement.octave(audio.left, around: 500, rate: rate)
      let click = RoomMeasurement.octave(
        EffectBench.click(seconds: 1, rate: rate), around: 500, rate: rate)
      let gain =
        band.reduce(0) { $0 + $1 * $1 } / click.reduce(0) { $0 + $1 * $1 }
      #expect(abs(10 * log10(gain)) < 2.5, "\(10 * log10(gain)) dB at \(seconds) s")
    }
  }

  @Test("whatever is asked for, it decays and stays a number", arguments: [8_000.0, 48_000])
  func extremes(rate: Double) {
    let values: [Float] = [-.infinity, -1, 0, 1e9, .infinity, .nan]
    for (index, value) in values.enumerated() {
      for style in [ReverbSettings.Style.reverb, .panningDelay] {
        var settings = ReverbSettings()
        settings.style = style
        settings.seconds = value
        settings.dampingHertz = values[(index + 1) % values.count]
        settings.preDelaySeconds = value
        settings.roomSizeMetres = values[(index + 2) % values.count]
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

  @Test("silence stays silence; a tail ends in exact zeros, and then nothing is left inside")
  func silence() {
    var settings = Self.settings(seconds: 0.2, metres: 4)
    settings.level = 0
    let rate = 8_000.0
    let nothing = EffectBench.reverb(
      [(0, settings)], input: [Float](repeating: 0, count: 4_000), rate: rate)
    #expect(nothing.left.allSatisfy { $0 == 0 } && nothing.isIdle)
    let audio = Self.answer(settings, seconds: 3, rate: rate)
    let last = audio.left.lastIndex { $0 != 0 } ?? 0
    // 140 dB take 2⅓ times the reverb time; then nothing may have been heard for a while.
    #expect(last > 2_000 && last < 16_000 && audio.isIdle)
    // The same again after it has slept gives the same, bit for bit.
    var twice = EffectBench.click(seconds: 6, rate: rate)
    twice[24_000] = 1
    let both = EffectBench.reverb([(0, settings)], input: twice, rate: rate).left
    #expect(Array(both[..<20_000]) == Array(both[24_000..<44_000]))
  }

  @Test("its settings may change at any time without a click")
  func changing() {
    let rate = 16_000.0
    let tone = EffectBench.sine(200, seconds: 2, rate: rate)
    let steps: [ReverbSettings] = [
      ReverbSettings(.largeHall), ReverbSettings(.smallRoom), ReverbSettings(.delay),
      ReverbSettings(.panningDelay), ReverbSettings(.plate),
    ]
    let changes = steps.enumerated().map { ($0.offset * 5_333, $0.element) }
    let audio = EffectBench.reverb(changes, input: tone, rate: rate).left
    // A 200 Hz tone of amplitude A bends by A·(2π·200/16000)²/2 at most; a click would stand out.
    let peak = Level.peak(audio[...])
    let step = Level.largestStep(audio[1_000...])
    let curvature = peak * Float(pow(2 * Double.pi * 200 / rate, 2) / 2)
    #expect(step < curvature + peak / 1000, "\(step) of \(curvature)")
  }

  @Test("the blocks in which it is computed do not matter")
  func blocks() {
    var input = [Float](repeating: 0, count: 12_000)
    input.replaceSubrange(1_037..<2_000, with: EffectBench.noise(963))
    input[9_001] = 1
    var short = Self.settings(seconds: 0.1, metres: 3)
    short.preDelaySeconds = 0.01
    let changes = [(0, short), (1_500, ReverbSettings(.panningDelay)), (1_777, short)]
    let whole = EffectBench.reverb(changes, input: input, rate: 8_000)
    for block in [1, 17, 63] {
      let cut = EffectBench.reverb(changes, input: input, rate: 8_000, block: block)
      #expect(cut.left == whole.left && cut.right == whole.right, "blocks of \(block)")
    }
  }

  @Test("a delay gives echoes at its time, each weaker by its feedback; a panning one in turn")
  func echoes() {
    var settings = ReverbSettings(.delay)
    settings.delaySeconds = 0.1
    settings.feedback = 0.5
    var audio = Self.answer(settings, seconds: 0.5, rate: 8_000)
    // The low-cut filter takes some of a click with it: under 5 % here.
    for echo in 1...4 {
      #expect(abs(Double(audio.left[800 * echo]) - pow(0.5, Double(echo - 1))) < 0.05)
    }
    settings.style = .panningDelay
    audio = Self.answer(settings, seconds: 0.5, rate: 8_000)
    for echo in 1...4 {
      let (near, far) = echo % 2 == 1 ? (audio.left, audio.right) : (audio.right, audio.left)
      #expect(abs(Double(near[800 * echo]) - pow(0.5, Double(echo - 1))) < 0.05)
      #expect(abs(far[800 * echo]) < 0.05)
    }
  }

  @Test("General MIDI 2's times are exp((value − 40) · 0.025) seconds; its types have numbers")
  func presets() {
    for (value, seconds) in [(0, 0.3679), (40, 1.0), (64, 1.8221), (127, 8.8022)] {
      #expect(abs(Double(ReverbSettings.seconds(timeValue: UInt8(value))) - seconds) < 1e-4)
    }
    #expect(
      (0...9).map { ReverbPreset(gm2Type: UInt8($0)) }
        == [
          .smallRoom, .mediumRoom, .largeRoom, .mediumHall, .largeHall, nil, nil, nil, .plate, nil,
        ])
    #expect(ReverbPreset(gsMacro: 7) == .panningDelay && ReverbPreset(gsMacro: 8) == nil)
    #expect(ReverbPreset(gsMacro: 3) == .hall1)
    #expect(ReverbSettings() == ReverbSettings(.largeHall))
  }
}

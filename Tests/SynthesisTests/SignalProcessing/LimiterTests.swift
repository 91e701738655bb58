import Foundation
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Limiter")
struct LimiterTests {
  static let ceiling = Float(pow(10, -0.1 / 20))

  @Test(
    "A signal below the ceiling is bit-identical, 1.5 ms later", arguments: [8_000.0, 48_000])
  func transparency(rate: Double) {
    let left = EffectBench.noise(8_000).map { $0 * 0.988 }
    let right = EffectBench.noise(8_000, seed: 7).map { $0 * 0.9 }
    let audio = EffectBench.limiter(left: left, right: right, rate: rate)
    #expect(abs(Double(audio.latency) / rate - 0.0015) < 1.5 / rate)
    #expect(Array(audio.left[audio.latency...]) == Array(left.dropLast(audio.latency)))
    #expect(Array(audio.right[audio.latency...]) == Array(right.dropLast(audio.latency)))
    #expect(audio.left[..<audio.latency].allSatisfy { $0 == 0 })
  }

  @Test("No output sample exceeds the ceiling")
  func ceilingHolds() {
    #expect(abs(Limiter.ceiling - Self.ceiling) < 1e-6 && Limiter.ceiling <= Self.ceiling)
    var click = [Float](repeating: 0, count: 6_000)
    for (index, value) in [(100, 50), (171, -3), (172, 900), (244, 1.001), (3_000, 1e6)] {
      click[index] = Float(value)
    }
    click[4_000] = .infinity
    click[4_100] = .nan
    let steps = (0..<6_000).map { index -> Float in
      let height = Float(index % 997) / 100
      return index / 71 % 2 == 0 ? height : -height
    }
    let noise = EffectBench.noise(6_000).enumerated().map {
      $0.element * Float(1 + $0.offset % 300)
    }
    let chirp = (0..<6_000).map { Float(2 * sin(Double($0 * $0) * 0.0003)) }
    for signal in [click, steps, noise, chirp] {
      for block in [1, 4096] {
        let audio = EffectBench.limiter(
          left: signal, right: signal.reversed(), rate: 48_000, block: block)
        #expect((audio.left + audio.right).allSatisfy { abs($0) <= Limiter.ceiling })
      }
    }
  }

  @Test(
    "A low tone 6 dB above full scale has harmonics below −70 dB", arguments: [50.0, 31, 100])
  func lowTones(hertz: Double) {
    let tone = EffectBench.sine(hertz, amplitude: 2, seconds: 1.5, rate: 8_000)
    let audio = EffectBench.limiter(left: tone, right: tone, rate: 8_000).left[4_000...]
    let fundamental = Level.amplitude(of: audio, at: hertz, sampleRate: 8_000)
    #expect(abs(fundamental - Double(Self.ceiling)) < 0.01)
    let harmonics = (2...9).map {
      Level.amplitude(of: audio, at: hertz * Double($0), sampleRate: 8_000)
    }
    let power = harmonics.reduce(0) { $0 + $1 * $1 }
    #expect(20 * log10(power.squareRoot() / fundamental) < -70)
  }

  @Test("Both channels have the same gain, which is exactly 1 again after a second")
  func linkAndRecovery() {
    var left = EffectBench.sine(440, amplitude: 0.4, seconds: 3, rate: 8_000)
    let right = left.map { $0 / 2 }
    for index in 4_000..<4_100 { left[index] *= 8 }
    let audio = EffectBench.limiter(left: left, right: right, rate: 8_000)
    let output = Array(audio.right[audio.latency...])
    let gain = (3_000..<4_200).map { right[$0] == 0 ? 1 : output[$0] / right[$0] }
    #expect((gain.min() ?? 1) < 0.32 && gain[..<900].allSatisfy { $0 == 1 })
    #expect(Array(output[16_000...]) == Array(right[16_000..<output.count]))
  }
}

import Foundation
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// The inner loops of the effects give the same bits with AVX2 and with AVX-512, and those for any
/// processor what differs by less than −120 dB of full scale, while settings stand still and while
/// they move.
@Suite("The kernels of the effects")
struct EffectKernelTests {
  private static let input = (0..<24_000).map { frame in
    frame % 6_000 < 2_000 ? Float(0.5 * sin(Double(frame * frame % 7_919) * 0.1)) : 0
  }

  @Test(
    "a reverb gives the same bits with AVX2 or more, in blocks of any size",
    arguments: [8_000, 48_000, 96_000])
  func reverb(rate: Double) {
    var other = ReverbSettings()
    (other.seconds, other.roomSizeMetres) = (0.6, 9)
    let changes = [(frame: 0, settings: ReverbSettings()), (9_000, other)]
    let wide = EffectBench.reverb(changes, input: Self.input, rate: rate)
    let portable = EffectBench.reverb(changes, input: Self.input, rate: rate, width: .any)
    for (block, width) in [(13, KernelWidth.any), (64, .avx2), (13, .avx512)] {
      let other = EffectBench.reverb(
        changes, input: Self.input, rate: rate, block: block, width: width)
      let same = width == .any ? portable : wide
      #expect(same.left == other.left && same.right == other.right)
    }
    let greatest = max(
      Level.greatestDifference(wide.left, portable.left),
      Level.greatestDifference(wide.right, portable.right))
    #expect(greatest < 1e-6, "\(20 * log10(greatest)) dB")
    #expect(wide.left.contains { abs($0) > 0.01 })
  }

  @Test("a chorus gives the same bits with AVX2 or more, from its shortest delay on")
  func chorus() {
    for delay in [Float(0), 0.0002, 0.02] {
      var settings = ChorusSettings()
      (settings.delaySeconds, settings.feedback) = (delay, 0.4)
      (settings.voicesPerSide, settings.reverbSend) = (2, 0.5)
      let changes = [(frame: 0, settings: ChorusSettings()), (9_000, settings)]
      let wide = EffectBench.chorus(changes, input: Self.input, rate: 48_000)
      let portable = EffectBench.chorus(changes, input: Self.input, rate: 48_000, width: .any)
      for (block, width) in [(13, KernelWidth.avx2), (1, .any), (13, .avx512)] {
        let other = EffectBench.chorus(
          changes, input: Self.input, rate: 48_000, block: block, width: width)
        let same = width == .any ? portable : wide
        let isSame =
          same.left == other.left && same.right == other.right && same.onward == other.onward
        #expect(isSame, "a delay of \(delay) s, blocks of \(block)")
      }
      let greatest = max(
        Level.greatestDifference(wide.left, portable.left),
        Level.greatestDifference(wide.onward, portable.onward))
      #expect(greatest < 1e-6, "a delay of \(delay) s: \(20 * log10(greatest)) dB")
      #expect(wide.onward.contains { abs($0) > 0.01 })
    }
  }

  @Test("a limiter at rest hands on its input, in blocks of any size, and wakes on the frame")
  func limiter() {
    // Quiet, one frame too loud, quiet for longer than the limiter remembers, too loud again.
    let loud = [7_001, 7_002, 19_500]
    let left = Self.input.enumerated().map {
      loud.contains($0.offset) ? Float(3) : $0.element * 0.9
    }
    let right = left.map { $0 * -0.5 }
    let single = EffectBench.limiter(left: left, right: right, rate: 8_000, block: 1)
    for block in [64, 13, 512] {
      let cut = EffectBench.limiter(left: left, right: right, rate: 8_000, block: block)
      #expect(single.left == cut.left && single.right == cut.right, "blocks of \(block)")
    }
    for frame in 0..<7_000 - single.latency {
      #expect(single.left[frame + single.latency] == left[frame])
    }
  }
}

import Foundation
import PeachSynthesis
import TestEnvironment
import Testing

/// The effect kernels of all instruction sets are bit-identical, with constant and ramping
/// settings.
@Suite("Effect kernels")
struct EffectKernelTests {
  private static let input = (0..<24_000).map { (frame: Int) -> Float in
    guard frame % 6_000 < 2_000 else { return 0 }
    return Float(sin(Double(frame * frame % 7_919) * 0.1))
  }

  @Test(
    "A reverb is bit-identical on all instruction sets",
    .enabled(if: SIMDLevel.avx2.isSupported, "The processor has no AVX2."),
    arguments: [8_000, 48_000, 96_000])
  func reverb(rate: Double) {
    var other = ReverbSettings()
    (other.seconds, other.roomSizeMeters) = (0.6, 9)
    let changes = [(frame: 0, settings: ReverbSettings()), (9_000, other)]
    let wide = EffectBench.reverb(changes, input: Self.input, rate: rate)
    for (block, level) in [(64, SIMDLevel.baseline), (13, .baseline), (64, .avx2), (13, .avx512)] {
      let narrow = EffectBench.reverb(
        changes, input: Self.input, rate: rate, block: block, simdLevel: level)
      #expect(wide.left == narrow.left && wide.right == narrow.right)
    }
    #expect(wide.left.contains { abs($0) > 0.01 })
  }

  @Test(
    "A chorus is bit-identical on all instruction sets, even at its shortest delay",
    .enabled(if: SIMDLevel.avx2.isSupported, "The processor has no AVX2."))
  func chorus() {
    for delay in [Float(0), 0.0002, 0.02] {
      var settings = ChorusSettings()
      (settings.delaySeconds, settings.feedback) = (delay, 0.4)
      (settings.voicesPerChannel, settings.reverbSend) = (2, 0.5)
      let changes = [(frame: 0, settings: ChorusSettings()), (9_000, settings)]
      let wide = EffectBench.chorus(changes, input: Self.input, rate: 48_000)
      for (block, level) in [(64, SIMDLevel.baseline), (13, .avx2), (1, .baseline), (13, .avx512)] {
        let narrow = EffectBench.chorus(
          changes, input: Self.input, rate: 48_000, block: block, simdLevel: level)
        let isSame =
          wide.left == narrow.left && wide.right == narrow.right
          && wide.reverbSend == narrow.reverbSend
        #expect(isSame, "a delay of \(delay) s, blocks of \(block)")
      }
      #expect(wide.reverbSend.contains { abs($0) > 0.01 })
    }
  }

  @Test("An inactive limiter passes its input, and activates at the same frame for any block size")
  func limiter() {
    // Below the ceiling, two frames above it, below it for longer than the hold, above it again.
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

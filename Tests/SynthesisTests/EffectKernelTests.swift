import Foundation
import PeachSynthesis
import TestEnvironment
import Testing

/// The inner loops of the effects for processors with wide vectors give the bits of those for any
/// processor, while settings stand still and while they move.
@Suite("The kernels of the effects")
struct EffectKernelTests {
  private static let input = (0..<24_000).map { frame in
    frame % 6_000 < 2_000 ? Float(sin(Double(frame * frame % 7_919) * 0.1)) : 0
  }

  @Test("a reverb gives the same bits on every processor", arguments: [8_000, 48_000, 96_000])
  func reverb(rate: Double) {
    var other = ReverbSettings()
    (other.seconds, other.roomSizeMetres) = (0.6, 9)
    let changes = [(frame: 0, settings: ReverbSettings()), (9_000, other)]
    let wide = EffectBench.reverb(changes, input: Self.input, rate: rate)
    for (block, width) in [(64, KernelWidth.any), (13, .any), (64, .avx2), (13, .avx512)] {
      let narrow = EffectBench.reverb(
        changes, input: Self.input, rate: rate, block: block, width: width)
      #expect(wide.left == narrow.left && wide.right == narrow.right)
    }
    #expect(wide.left.contains { abs($0) > 0.01 })
  }

  @Test("a chorus gives the same bits on every processor, from its shortest delay on")
  func chorus() {
    for delay in [Float(0), 0.0002, 0.02] {
      var settings = ChorusSettings()
      (settings.delaySeconds, settings.feedback) = (delay, 0.4)
      (settings.voicesPerSide, settings.reverbSend) = (2, 0.5)
      let changes = [(frame: 0, settings: ChorusSettings()), (9_000, settings)]
      let wide = EffectBench.chorus(changes, input: Self.input, rate: 48_000)
      for (block, width) in [(64, KernelWidth.any), (13, .avx2), (1, .any), (13, .avx512)] {
        let narrow = EffectBench.chorus(
          changes, input: Self.input, rate: 48_000, block: block, width: width)
        let isSame =
          wide.left == narrow.left && wide.right == narrow.right && wide.onward == narrow.onward
        #expect(isSame, "a delay of \(delay) s, blocks of \(block)")
      }
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

internal import CVoiceKernels

/// The inner loops of reverb and chorus that suit this processor.
struct EffectKernels: BitwiseCopyable {
  private let functions: UnsafePointer<peach_effect_kernels>

  /// The loops for this processor, or for one that has no more side by side than `width`.
  init(width: KernelWidth = .avx512) { functions = peach_effect_kernels_for(width.kind) }

  /// One allpass of the diffuser over `count` frames in one piece.
  @inline(__always) func allpass(
    _ row: UnsafeMutablePointer<Float>, delayed: UnsafePointer<Float>,
    fed: UnsafeMutablePointer<Float>, count: Int, at: Int, gain: Ramp
  ) {
    _unsafePerformance {
      functions.pointee.allpass(row, delayed, fed, count, at, gain.value, gain.step)
    }
  }

  /// The first reflections, read from nine starts of a line; eight gains for the left side, then
  /// eight for the right.
  @inline(__always) func reflections(
    _ line: UnsafePointer<Float>, starts: UnsafePointer<Int32>, count: Int,
    gains: UnsafePointer<Float>, delayed: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.reflections(
        line, starts, count, gains, gains + 8, delayed, left, right)
    }
  }

  /// What sixteen lines lose, from their starts in `memory` to rows.
  @inline(__always) func lose(
    _ memory: UnsafePointer<Float>, starts: UnsafePointer<Int32>,
    rows: UnsafeMutablePointer<Float>, count: Int, at: Int,
    losses: UnsafeMutablePointer<peach_losses>, isMoving: Bool
  ) {
    _unsafePerformance {
      functions.pointee.lose(memory, starts, rows, count, at, losses, isMoving ? 1 : 0)
    }
  }

  /// What is heard of sixteen lines, and what goes into them again.
  @inline(__always) func mixLines(
    _ rows: UnsafeMutablePointer<Float>, input: UnsafePointer<Float>,
    angles: UnsafePointer<Float>, lines: UnsafeMutablePointer<Float>, stride: Int, count: Int,
    at: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.mix_lines(rows, input, angles, lines, stride, count, at, left, right)
    }
  }

  /// What comes into a reverb, and what goes on; gives the loudest frame.
  @inline(__always) func enter(
    _ input: UnsafeMutablePointer<Float>, sent: UnsafeMutablePointer<Float>, count: Int, at: Int,
    level: Ramp, highPass: inout HighPass
  ) -> Float {
    _unsafePerformance {
      return functions.pointee.enter(
        input, sent, count, at, level.value, level.step, &highPass.low, highPass.kept,
        highPass.coefficient, 0)
    }
  }

  /// A reverb's dense part and first reflections become one; eight numbers say how.
  @inline(__always) func join(
    _ dense: UnsafeMutablePointer<Float>, _ early: UnsafePointer<Float>, count: Int, at: Int,
    levels: UnsafePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.join(dense, early, count, at, levels)
    }
  }

  /// Adds what a reverb gives to both sides; gives the loudest frame.
  @inline(__always) func leave(
    _ wet: UnsafePointer<Float>, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) -> Float {
    _unsafePerformance {
      return functions.pointee.leave(wet, count, left, right, 0)
    }
  }

  /// A stretch of a chorus.
  @inline(__always) func chorus(
    _ line: UnsafeMutablePointer<Float>, mask: Int, place: Int, input: UnsafePointer<Float>,
    count: Int, at: Int, state: UnsafeMutablePointer<peach_chorus_state>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.chorus(line, mask, place, input, count, at, state, left, right, reverb)
    }
  }
}

internal import CVoiceKernels

/// The inner loops of reverb and chorus that suit this processor.
struct EffectKernels: BitwiseCopyable {
  /// Whether they use vectors of eight numbers, which not every x86-64 has. The bits are the same.
  let areWide: Bool

  init(areWideAllowed: Bool = true) {
    areWide = VoiceKernels(quality: .cubic, areWideAllowed: areWideAllowed).areWide
  }

  /// One allpass of the diffuser over `count` frames in one piece.
  @inline(__always) func allpass(
    _ row: UnsafeMutablePointer<Float>, delayed: UnsafePointer<Float>,
    fed: UnsafeMutablePointer<Float>, count: Int, at: Int, gain: Ramp
  ) {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          return peach_allpass_avx2(row, delayed, fed, count, at, gain.value, gain.step)
        }
      #endif
      peach_allpass_baseline(row, delayed, fed, count, at, gain.value, gain.step)
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
      #if arch(x86_64)
        if areWide {
          return peach_reflections_avx2(
            line, starts, count, gains, gains + 8, delayed, left, right)
        }
      #endif
      peach_reflections_baseline(
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
      #if arch(x86_64)
        if areWide {
          return peach_lose_avx2(memory, starts, rows, count, at, losses, isMoving ? 1 : 0)
        }
      #endif
      peach_lose_baseline(memory, starts, rows, count, at, losses, isMoving ? 1 : 0)
    }
  }

  /// What is heard of sixteen lines, and what goes into them again.
  @inline(__always) func mixLines(
    _ rows: UnsafeMutablePointer<Float>, input: UnsafePointer<Float>,
    angles: UnsafePointer<Float>, lines: UnsafeMutablePointer<Float>, stride: Int, count: Int,
    at: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          return peach_mix_lines_avx2(
            rows, input, angles, lines, stride, count, at, left, right)
        }
      #endif
      peach_mix_lines_baseline(rows, input, angles, lines, stride, count, at, left, right)
    }
  }

  /// What comes into a reverb, and what goes on; gives the loudest frame.
  @inline(__always) func enter(
    _ input: UnsafeMutablePointer<Float>, sent: UnsafeMutablePointer<Float>, count: Int, at: Int,
    level: Ramp, highPass: inout HighPass
  ) -> Float {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          return peach_enter_avx2(
            input, sent, count, at, level.value, level.step, &highPass.low, highPass.kept,
            highPass.coefficient, 0)
        }
      #endif
      return peach_enter_baseline(
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
      #if arch(x86_64)
        if areWide { return peach_join_avx2(dense, early, count, at, levels) }
      #endif
      peach_join_baseline(dense, early, count, at, levels)
    }
  }

  /// Adds what a reverb gives to both sides; gives the loudest frame.
  @inline(__always) func leave(
    _ wet: UnsafePointer<Float>, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) -> Float {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide { return peach_leave_avx2(wet, count, left, right, 0) }
      #endif
      return peach_leave_baseline(wet, count, left, right, 0)
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
      #if arch(x86_64)
        if areWide {
          return peach_chorus_avx2(
            line, mask, place, input, count, at, state, left, right, reverb)
        }
      #endif
      peach_chorus_baseline(line, mask, place, input, count, at, state, left, right, reverb)
    }
  }
}

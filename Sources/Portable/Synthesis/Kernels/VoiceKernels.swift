internal import CVoiceKernels

/// The inner loops that suit this processor.
struct VoiceKernels: BitwiseCopyable {
  /// Whether they use vectors of eight numbers, which not every x86-64 has. The bits are the same.
  let areWide: Bool
  let quality: InterpolationQuality

  init(quality: InterpolationQuality, areWideAllowed: Bool = true) {
    self.quality = quality
    #if arch(x86_64)
      areWide = areWideAllowed && peach_has_avx2() != 0
    #else
      areWide = false
    #endif
  }

  /// Frames more than asked for that a row must have room for.
  static var rowMargin: Int { 8 }

  /// Reads `count` frames of a recording from `phase` on, moving by `increment`, both 32.32.
  func read(
    _ frames: UnsafePointer<Float>, table: UnsafePointer<Float>, phase: Int64, increment: Int64,
    count: Int, to row: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          switch quality {
          case .cubic: peach_cubic_avx2(frames, phase, increment, count, row)
          case .sinc8: peach_sinc_8_avx2(frames, table, phase, increment, count, row)
          case .sinc16: peach_sinc_16_avx2(frames, table, phase, increment, count, row)
          case .sinc32: peach_sinc_32_avx2(frames, table, phase, increment, count, row)
          }
          return
        }
      #endif
      switch quality {
      case .cubic: peach_cubic_baseline(frames, phase, increment, count, row)
      case .sinc8: peach_sinc_8_baseline(frames, table, phase, increment, count, row)
      case .sinc16: peach_sinc_16_baseline(frames, table, phase, increment, count, row)
      case .sinc32: peach_sinc_32_baseline(frames, table, phase, increment, count, row)
      }
    }
  }

  /// Fades a former row out of a row, `passed` frames into the way.
  func fade(
    _ row: UnsafeMutablePointer<Float>, from former: UnsafePointer<Float>, count: Int, passed: Int,
    perFrame: Float
  ) {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide { return peach_fade_avx2(row, former, count, passed, perFrame) }
      #endif
      peach_fade_baseline(row, former, count, passed, perFrame)
    }
  }

  /// Adds a row to two sums, each with a gain `passed` frames into its way.
  @inline(__always) func mix(
    _ row: UnsafePointer<Float>, count: Int, passed: Int, _ first: MovingGain,
    _ second: MovingGain, to sums: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          peach_mix_avx2(
            row, count, passed, first.value, first.step, second.value, second.step, sums.0, sums.1)
          return
        }
      #endif
      peach_mix_baseline(
        row, count, passed, first.value, first.step, second.value, second.step, sums.0, sums.1)
    }
  }

  /// Adds a row to both sides and to what goes to the effects.
  @inline(__always) func mix(
    _ row: UnsafePointer<Float>, count: Int, passed: Int, plan: UnsafePointer<VoicePlan>,
    to sums: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    sends: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    let (left, right) = (plan.pointee.left, plan.pointee.right)
    let (reverb, chorus) = (plan.pointee.reverb, plan.pointee.chorus)
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          peach_mix_sends_avx2(
            row, count, passed, left.value, left.step, right.value, right.step, reverb.value,
            reverb.step, chorus.value, chorus.step, sums.0, sums.1, sends.0, sends.1)
          return
        }
      #endif
      peach_mix_sends_baseline(
        row, count, passed, left.value, left.step, right.value, right.step, reverb.value,
        reverb.step, chorus.value, chorus.step, sums.0, sums.1, sends.0, sends.1)
    }
  }

  /// Filters eight rows, ``FilterBatch/stride`` apart, in place.
  func filter(_ batch: FilterBatch, count: Int, areMoving: Bool) {
    let stride = FilterBatch.stride
    _unsafePerformance {
      #if arch(x86_64)
        if areWide {
          if areMoving {
            peach_filter_moving_avx2(batch.rows, stride, count, batch.state)
          } else {
            peach_filter_still_avx2(batch.rows, stride, count, batch.state)
          }
          return
        }
      #endif
      if areMoving {
        peach_filter_moving_baseline(batch.rows, stride, count, batch.state)
      } else {
        peach_filter_still_baseline(batch.rows, stride, count, batch.state)
      }
    }
  }
}

internal import CVoiceKernels

/// The inner loops that suit this processor.
struct VoiceKernels: BitwiseCopyable {
  let quality: InterpolationQuality
  private let functions: UnsafePointer<peach_voice_kernels>

  /// The loops for this processor, or for one that has no more side by side than `width`.
  init(quality: InterpolationQuality, width: KernelWidth = .avx512) {
    self.quality = quality
    functions = peach_voice_kernels_for(width.kind)
  }

  /// Frames more than asked for that a row must have room for.
  static var rowMargin: Int { 8 }

  /// How many coefficients ``SincTables`` has to keep side by side.
  var coefficientGroup: Int { quality == .sinc8 ? 4 : functions.pointee.group }

  /// Reads `count` frames of a recording from `phase` on, moving by `increment`, both 32.32.
  @inline(__always) func read(
    _ frames: UnsafePointer<Float>, table: UnsafePointer<Float>, phase: Int64, increment: Int64,
    count: Int, to row: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      switch quality {
      case .cubic: functions.pointee.cubic(frames, phase, increment, count, row)
      case .sinc8: functions.pointee.sinc_8(frames, table, phase, increment, count, row)
      case .sinc16: functions.pointee.sinc_16(frames, table, phase, increment, count, row)
      case .sinc32: functions.pointee.sinc_32(frames, table, phase, increment, count, row)
      }
    }
  }

  /// Fades a former row out of a row, `passed` frames into the way.
  func fade(
    _ row: UnsafeMutablePointer<Float>, from former: UnsafePointer<Float>, count: Int, passed: Int,
    perFrame: Float
  ) {
    _unsafePerformance { functions.pointee.fade(row, former, count, passed, perFrame) }
  }

  /// Adds a row to both sides, each with a gain `passed` frames into its way.
  @inline(__always) func mix(
    _ row: UnsafePointer<Float>, count: Int, passed: Int, _ gains: MovingGains,
    to sums: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    _unsafePerformance {
      functions.pointee.mix(row, count, passed, gains.values, gains.steps, sums.0, sums.1)
    }
  }

  /// Adds a row to both sides and to what goes to the effects.
  @inline(__always) func mix(
    _ row: UnsafePointer<Float>, count: Int, passed: Int, _ gains: MovingGains,
    to sums: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    sends: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    _unsafePerformance {
      functions.pointee.mix_sends(
        row, count, passed, gains.values, gains.steps, sums.0, sums.1, sends.0, sends.1)
    }
  }

  /// Writes the sum of `rowCount` rows, one after the other.
  func sum(
    _ rows: UnsafePointer<UnsafePointer<Float>>, rowCount: Int, count: Int,
    to sum: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance { functions.pointee.sum(rows, rowCount, count, sum) }
  }

  /// Filters the first `lanes` rows of a batch in place; those next to them may be changed too.
  func filter(_ batch: FilterBatch, lanes: Int, count: Int) {
    let stride = FilterBatch.stride
    let eights: Int32 = lanes > FilterBatch.abreast ? 2 : 1
    _unsafePerformance {
      functions.pointee.filter(batch.rows, stride, count, batch.filters, eights)
    }
  }

  /// Finds where the voices of a batch are at the end of a stretch of the grid, and their pitch in its
  /// middle; with `filters`, these set out for there.
  @inline(__always) func move(_ batch: MotionBatch, tables: ControlTables, filters: Bool) {
    let frames = Synthesizer.gridFrames
    _unsafePerformance {
      functions.pointee.move(
        batch.motions, batch.passed, Double(frames / 2), tables.tangents, batch.pitches,
        batch.amplitudes, filters ? batch.filters : nil, 1 / Float(frames))
    }
  }
}

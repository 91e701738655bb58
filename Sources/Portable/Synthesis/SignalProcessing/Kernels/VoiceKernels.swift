internal import CDSPKernels

/// The voice kernels for this processor and one interpolation quality.
struct VoiceKernels: BitwiseCopyable {
  let quality: InterpolationQuality
  private let functions: UnsafePointer<peach_voice_kernels>
  private let form: SampleFrames.Form
  /// The kernels that interpolate by a table.
  private let sinc:
    @convention(c) (
      UnsafePointer<Float>, UnsafePointer<Float>, Int64, Int64, Int, UnsafeMutablePointer<Float>
    ) -> Void
  private let sincRamp:
    @convention(c) (
      UnsafePointer<Float>, UnsafePointer<Float>, Int64, Int64, Int64, Int,
      UnsafeMutablePointer<Float>
    ) -> Void

  init(quality: InterpolationQuality, simdLevel: SIMDLevel = .avx512) {
    self.quality = quality
    form = quality.sampleForm
    functions = peach_voice_kernels_for(simdLevel.supported)
    let all = functions.pointee
    switch quality {
    case .sinc8: (sinc, sincRamp) = (all.sinc_8, all.sinc_8_ramp)
    case .sinc16: (sinc, sincRamp) = (all.sinc_16, all.sinc_16_ramp)
    case .sinc32, .doubled, .cubic: (sinc, sincRamp) = (all.sinc_32, all.sinc_32_ramp)
    }
  }

  /// The frames that kernels may write after the requested ones.
  static var bufferPadding: Int { 16 }
  /// The number of adjacent coefficients in ``SincTables``.
  var coefficientGroup: Int { quality == .sinc8 ? 4 : functions.pointee.coefficient_group }

  /// Resamples `count` frames. `phase` and `increment` are 32.32 fixed-point frames of the sample.
  /// Samples of the form of another quality are read by the kernel that needs no table.
  @inline(__always) func resample(
    _ frames: SampleFrames, table: UnsafePointer<Float>?, phase: Int64, increment: Int64,
    count: Int, to buffer: UnsafeMutablePointer<Float>
  ) {
    let shift = frames.form.rateShift
    let (phase, increment) = (phase &<< shift, increment &<< shift)
    _unsafePerformance {
      if let table, frames.form == form {
        sinc(frames.first, table, phase, increment, count, buffer)
      } else if frames.form == .doubled {
        functions.pointee.doubled(frames.first, frames.first, phase, increment, count, buffer)
      } else {
        functions.pointee.cubic(frames.first, frames.first, phase, increment, count, buffer)
      }
    }
  }

  /// Resamples `count` frames, a multiple of `peach_ramp_step_frames`, with an increment that grows
  /// by `step` after that many.
  @inline(__always) func resample(
    _ frames: SampleFrames, table: UnsafePointer<Float>?, phase: Int64, increment: Int64,
    step: Int64, count: Int, to buffer: UnsafeMutablePointer<Float>
  ) {
    let (first, shift) = (frames.first, frames.form.rateShift)
    let (phase, increment, step) = (phase &<< shift, increment &<< shift, step &<< shift)
    _unsafePerformance {
      if let table, frames.form == form {
        sincRamp(first, table, phase, increment, step, count, buffer)
      } else if frames.form == .doubled {
        functions.pointee.doubled_ramp(first, first, phase, increment, step, count, buffer)
      } else {
        functions.pointee.cubic_ramp(first, first, phase, increment, step, count, buffer)
      }
    }
  }

  /// Crossfades from `previous` to `buffer`, in place, `elapsedFrames` into the crossfade.
  func crossfade(
    _ buffer: UnsafeMutablePointer<Float>, from previous: UnsafePointer<Float>, count: Int,
    elapsedFrames: Int, perFrame: Float
  ) {
    _unsafePerformance {
      functions.pointee.crossfade(buffer, previous, count, elapsedFrames, perFrame)
    }
  }

  /// Adds a buffer to both channels, `elapsedFrames` into the ramps of the gains.
  @inline(__always) func mix(
    _ buffer: UnsafePointer<Float>, count: Int, elapsedFrames: Int, _ gains: RampedGains,
    to channels: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    _unsafePerformance {
      functions.pointee.mix(
        buffer, count, elapsedFrames, gains.values, gains.steps, channels.0, channels.1)
    }
  }

  @inline(__always) func mix(
    _ buffer: UnsafePointer<Float>, count: Int, elapsedFrames: Int, _ gains: RampedGains,
    to channels: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    sends: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) {
    _unsafePerformance {
      functions.pointee.mix_sends(
        buffer, count, elapsedFrames, gains.values, gains.steps, channels.0, channels.1, sends.0,
        sends.1)
    }
  }

  func sum(
    _ buffers: UnsafePointer<UnsafePointer<Float>>, bufferCount: Int, count: Int,
    to sum: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance { functions.pointee.sum(buffers, bufferCount, count, sum) }
  }

  /// Filters the first `lanes` buffers of a batch in place, and the others of the last vector.
  func filter(_ batch: FilterBatch, lanes: Int, count: Int) {
    let stride = FilterBatch.stride
    let vectorCount: Int32 = lanes > FilterBatch.vectorWidth ? 2 : 1
    _unsafePerformance {
      functions.pointee.filter(batch.buffers, stride, count, batch.filters, vectorCount)
    }
  }

  /// Evaluates the modulation of a batch: amplitudes at the end of a control block, pitches in its
  /// middle. If `filters` is set, ramps the filters' coefficients to their values at the end.
  @inline(__always) func updateModulation(
    _ batch: ModulationBatch, tables: ModulationTables, filters: Bool
  ) {
    let frames = ControlBlock.frames
    _unsafePerformance {
      functions.pointee.update_modulation(
        batch.states, batch.elapsedFrames, Double(frames / 2), tables.tangents, batch.pitches,
        batch.amplitudes, filters ? batch.filters : nil, 1 / Float(frames))
    }
  }
}

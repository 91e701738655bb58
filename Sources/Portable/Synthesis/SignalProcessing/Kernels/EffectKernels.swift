internal import CDSPKernels

/// The effect kernels. `blockOffset` is the first frame's offset in its control block.
struct EffectKernels: BitwiseCopyable {
  private let functions: UnsafePointer<peach_effect_kernels>

  init(simdLevel: SIMDLevel = .avx512) { functions = peach_effect_kernels_for(simdLevel.supported) }

  /// Writes `count` frames, filtered by four chains of all-passes, to four buffers.
  @inline(__always) func diffuse(
    _ input: UnsafePointer<Float>, to outputs: UnsafeMutablePointer<Float>, lines: DelayLines,
    lengths: UnsafePointer<Int32>, count: Int, blockOffset: Int, gain: Ramp<Float>
  ) {
    _unsafePerformance {
      functions.pointee.diffuse(
        input, outputs, lines.line(0), lines.stride, lengths, lines.writeIndex, count, blockOffset,
        gain.value, gain.step)
    }
  }

  /// Reads the pre-delayed input and eight early reflections, with left, then right gains.
  @inline(__always) func reflections(
    _ line: UnsafePointer<Float>, readIndices: UnsafePointer<Int32>, count: Int,
    gains: UnsafePointer<Float>, delayed: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.reflections(
        line, readIndices, count, gains, gains + 8, delayed, left, right)
    }
  }

  /// Reads sixteen delay lines from `memory` into buffers, through their absorption filters.
  @inline(__always) func absorb(
    _ memory: UnsafePointer<Float>, readIndices: UnsafePointer<Int32>,
    buffers: UnsafeMutablePointer<Float>, count: Int, blockOffset: Int,
    filters: UnsafeMutablePointer<peach_absorption_filters>, isRamping: Bool
  ) {
    _unsafePerformance {
      functions.pointee.absorb(
        memory, readIndices, buffers, count, blockOffset, filters, isRamping ? 1 : 0)
    }
  }

  /// Mixes sixteen delay lines to both channels, and through the feedback matrix into the lines.
  @inline(__always) func mixLines(
    _ buffers: UnsafeMutablePointer<Float>, input: UnsafePointer<Float>,
    angles: UnsafePointer<peach_rotation_angles>, lines: UnsafeMutablePointer<Float>, stride: Int,
    count: Int, blockOffset: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.mix_lines(
        buffers, input, angles, lines, stride, count, blockOffset, left, right)
    }
  }

  /// High-passes the reverb's input in place and scales it into `send`. Returns the input's peak.
  @inline(__always) func filterInput(
    _ input: UnsafeMutablePointer<Float>, send: UnsafeMutablePointer<Float>, count: Int,
    blockOffset: Int, level: Ramp<Float>, highPass: inout OnePoleHighPass
  ) -> Float {
    _unsafePerformance {
      functions.pointee.filter_input(
        input, send, count, blockOffset, level.value, level.step, &highPass.lowPassState,
        highPass.pole, highPass.coefficient)
    }
  }

  @inline(__always) func mixEarlyAndLate(
    _ late: UnsafeMutablePointer<Float>, _ early: UnsafePointer<Float>, count: Int,
    blockOffset: Int, levels: UnsafePointer<peach_reverb_levels>
  ) {
    _unsafePerformance { functions.pointee.mix_early_late(late, early, count, blockOffset, levels) }
  }

  /// Adds the wet signal to both channels. Returns its peak.
  @inline(__always) func addWet(
    _ wet: UnsafePointer<Float>, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) -> Float {
    _unsafePerformance { functions.pointee.add_wet(wet, count, left, right) }
  }

  @inline(__always) func chorus(
    _ line: UnsafeMutablePointer<Float>, mask: Int, writeIndex: Int, input: UnsafePointer<Float>,
    count: Int, blockOffset: Int, state: UnsafeMutablePointer<peach_chorus_state>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    _unsafePerformance {
      functions.pointee.chorus(
        line, mask, writeIndex, input, count, blockOffset, state, left, right, reverb)
    }
  }
}

/// Access to arrays of C structs, which Swift imports as tuples, as SIMD vectors of the same size.
enum FieldVector {
  @inline(__always)
  static func store<Vector: BitwiseCopyable, Field>(_ vector: Vector, to field: inout Field) {
    precondition(MemoryLayout<Vector>.size == MemoryLayout<Field>.size)
    withUnsafeMutableBytes(of: &field) { $0.storeBytes(of: vector, as: Vector.self) }
  }

  @inline(__always)
  static func load<Vector: BitwiseCopyable, Field>(_ field: Field, as: Vector.Type) -> Vector {
    precondition(MemoryLayout<Vector>.size == MemoryLayout<Field>.size)
    return withUnsafeBytes(of: field) { $0.loadUnaligned(as: Vector.self) }
  }
}

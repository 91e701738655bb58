internal import CDSPKernels

/// The SIMD kernels of pitch analysis for this processor. All instruction sets produce the same
/// bits.
enum AnalysisKernels {
  private nonisolated(unsafe) static let functions = peach_analysis_kernels_for(
    peach_detect_simd_level())

  /// Reads `count` frames at `positions`, with 16 taps, or 32 if `isLong`.
  static func read(
    _ reader: peach_sinc_reader, at positions: UnsafePointer<Double>, count: Int, isLong: Bool,
    into frames: UnsafeMutablePointer<Float>
  ) {
    withUnsafePointer(to: reader) { reader in
      if isLong {
        functions.pointee.read_32(reader, positions, count, frames)
      } else {
        functions.pointee.read_16(reader, positions, count, frames)
      }
    }
  }

  /// Computes the stages from eight points on of a complex Fourier transform, in place. The `m`
  /// cosines and sines of the stage of `2·m` points begin at index `m`.
  static func transform(
    real: UnsafeMutablePointer<Double>, imaginary: UnsafeMutablePointer<Double>,
    cosines: UnsafePointer<Double>, sines: UnsafePointer<Double>, count: Int
  ) {
    functions.pointee.transform(real, imaginary, cosines, sines, count)
  }

  /// Returns the sum of the powers, or of the amplitudes, at multiples of a position in bins.
  static func sumPartials(
    _ spectrum: peach_interpolated_spectrum, _ ratios: [Double], _ first: Double, byPower: Bool
  ) -> Double {
    withUnsafePointer(to: spectrum) { spectrum in
      ratios.withUnsafeBufferPointer { ratios in
        guard let base = ratios.baseAddress else { return 0 }
        return functions.pointee.sum_partials(spectrum, base, ratios.count, first, byPower ? 1 : 0)
      }
    }
  }
}

/// The tables of interpolation coefficients and modulation, which synthesizers of the same sample
/// rate, interpolation and kernels can share: 1.1 MB for doubled samples, 0.6 MB with 16 taps.
/// Constant after `init`.
package final class LookupTables: @unchecked Sendable {
  // Sendable because the tables are written in `init` only.
  let kernels: VoiceKernels
  let sinc: SincTables
  let modulation: ModulationTables

  init(quality: InterpolationQuality, simdLevel: SIMDLevel, sampleRate: Double) {
    kernels = VoiceKernels(quality: quality, simdLevel: simdLevel)
    sinc = SincTables(kernels)
    modulation = ModulationTables(sampleRate: sampleRate)
  }

  deinit {
    sinc.deallocate()
    modulation.deallocate()
  }
}

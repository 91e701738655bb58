import CDSPKernels
import TestEnvironment

/// The portable kernels of the voices on random input, each alone.
extension PortableRun {
  private typealias Kernels = peach_voice_kernels
  private typealias Buffers = (
    input: UnsafeMutablePointer<Float>, table: UnsafeMutablePointer<Float>,
    output: UnsafeMutablePointer<Float>
  )
  private static let frameCount = 64
  private static let inputCount = 1024
  /// 128 phases of up to 32 taps, each with its difference to the next.
  private static let tableCount = 129 * 64
  private static let outputCount = 16 * 64
  private static let runsPerKernel = 16

  /// The number of kernel cases: each kernel, on several random inputs.
  public static let kernelCount = names * runsPerKernel
  private static let names = 16

  /// Returns the hash of a kernel's output on random input.
  public static func kernel(_ index: Int) -> UInt64 {
    var numbers = RandomNumbers(seed: UInt64(index))
    func random(_ count: Int) -> UnsafeMutablePointer<Float> {
      let values = UnsafeMutablePointer<Float>.allocate(capacity: count)
      for index in 0..<count { (values + index).initialize(to: Float(numbers.between(-1, 1))) }
      return values
    }
    let buffers = (
      input: random(inputCount), table: random(tableCount), output: random(outputCount)
    )
    defer {
      buffers.input.deallocate()
      buffers.table.deallocate()
      buffers.output.deallocate()
    }
    let kernels = peach_voice_kernels_for(peach_baseline).pointee
    switch index / runsPerKernel {
    case 0..<10: resample(kernels, index / runsPerKernel, buffers, &numbers)
    case 10..<13: mix(kernels, index / runsPerKernel, buffers, &numbers)
    case 13: filter(kernels, buffers, &numbers)
    case 14: modulate(kernels, buffers, &numbers)
    default: double(buffers)
    }
    var hash = FrameHash()
    hash.add(UnsafeBufferPointer(start: buffers.output, count: outputCount))
    return hash.value
  }

  private static func resample(
    _ kernels: Kernels, _ index: Int, _ buffers: Buffers, _ numbers: inout RandomNumbers
  ) {
    let frames = UnsafePointer(buffers.input) + 64
    let phase = Int64(numbers.next() >> 32)
    let increment = Int64(numbers.between(0.01, 8) * 0x1p32)
    let step = Int64(numbers.between(-0.01, 0.01) * 0x1p32)
    let (table, output) = (UnsafePointer(buffers.table), buffers.output)
    let count = index < 4 || index == 8 ? numbers.whole(1...frameCount) : 8 * numbers.whole(1...8)
    switch index {
    case 0: kernels.cubic(frames, table, phase, increment, count, output)
    case 1: kernels.sinc_8(frames, table, phase, increment, count, output)
    case 2: kernels.sinc_16(frames, table, phase, increment, count, output)
    case 3: kernels.sinc_32(frames, table, phase, increment, count, output)
    case 4: kernels.cubic_ramp(frames, table, phase, increment, step, count, output)
    case 5: kernels.sinc_8_ramp(frames, table, phase, increment, step, count, output)
    case 6: kernels.sinc_16_ramp(frames, table, phase, increment, step, count, output)
    case 7: kernels.sinc_32_ramp(frames, table, phase, increment, step, count, output)
    case 8: kernels.doubled(frames, table, phase, increment, count, output)
    default: kernels.doubled_ramp(frames, table, phase, increment, step, count, output)
    }
  }

  private static func double(_ buffers: Buffers) {
    peach_doubling_kernel_for(peach_baseline)(buffers.input + 64, outputCount / 2, buffers.output)
  }

  private static func gains(_ numbers: inout RandomNumbers, _ largest: Double) -> SIMD4<Float> {
    SIMD4((0..<4).map { _ in Float(numbers.between(-largest, largest)) })
  }

  private static func mix(
    _ kernels: Kernels, _ index: Int, _ buffers: Buffers, _ numbers: inout RandomNumbers
  ) {
    let (count, elapsed) = (numbers.whole(1...frameCount), numbers.whole(0...63))
    let (gain, step) = (gains(&numbers, 1), gains(&numbers, 0.01))
    let output = buffers.output
    switch index {
    case 10: kernels.crossfade(output, buffers.input, count, elapsed, 1.0 / 128)
    case 11: kernels.mix(buffers.input, count, elapsed, gain, step, output, output + 64)
    default:
      kernels.mix_sends(
        buffers.input, count, elapsed, gain, step, output, output + 64, output + 128, output + 192)
    }
  }

  private static func filters(_ numbers: inout RandomNumbers) -> [peach_filter] {
    (0..<16).map { _ in
      var filter = peach_filter()
      (filter.a1, filter.a2, filter.a3) = (
        Float(numbers.between(1, 2)), Float(numbers.between(0, 1)), Float(numbers.between(0, 0.5))
      )
      filter.a1_step = Float(numbers.between(-0.001, 0.001))
      (filter.s1, filter.s2) = (Float(numbers.unit()), Float(numbers.unit()))
      filter.damping = Float(numbers.between(0.1, 2))
      return filter
    }
  }

  private static func filter(
    _ kernels: Kernels, _ buffers: Buffers, _ numbers: inout RandomNumbers
  ) {
    var filters = filters(&numbers)
    filters.withUnsafeMutableBufferPointer { filters in
      guard let first = filters.baseAddress else { return }
      let pointers = (0..<16).map { first + $0 }
      kernels.filter(
        buffers.output, frameCount, numbers.whole(1...frameCount), pointers,
        Int32(1 + numbers.whole(0...1)))
    }
  }

  private static func modulate(
    _ kernels: Kernels, _ buffers: Buffers, _ numbers: inout RandomNumbers
  ) {
    var voices = (0..<8).map { _ in
      var voice = peach_modulation()
      voice.vibrato_lfo_phase = numbers.unit()
      voice.vibrato_lfo_increment = numbers.between(0, 0.001)
      voice.mod_lfo_phase = numbers.unit()
      voice.mod_lfo_increment = numbers.between(0, 0.001)
      voice.octaves = numbers.between(-3, 3)
      voice.envelope = numbers.unit()
      voice.envelope_step = numbers.between(-0.001, 0.001)
      voice.vibrato_lfo_octaves = numbers.between(-0.1, 0.1)
      voice.mod_lfo_octaves = numbers.between(-0.1, 0.1)
      voice.envelope_octaves = numbers.between(-1, 1)
      voice.damping = numbers.between(0.1, 2)
      voice.amplitude = Float(numbers.unit())
      voice.mod_lfo_amplitude_octaves = Float(numbers.between(-1, 1))
      voice.decay_octaves = Float(numbers.between(-0.001, 0))
      voice.cutoff_cents = Float(numbers.between(1000, 14_000))
      voice.mod_lfo_cutoff_cents = Float(numbers.between(-1200, 1200))
      voice.envelope_cutoff_cents = Float(numbers.between(-1200, 1200))
      return voice
    }
    var filters = filters(&numbers)
    let tangents = (0..<2_500).map { 0.001 * Double($0 + 1) }
    let elapsed = (0..<8).map { _ in Double(numbers.whole(0...1000)) }
    var pitches = [Double](repeating: 0, count: 2 * 8)
    voices.withUnsafeMutableBufferPointer { voices in
      filters.withUnsafeMutableBufferPointer { filters in
        guard let voice = voices.baseAddress, let filter = filters.baseAddress else { return }
        kernels.update_modulation(
          (0..<8).map { UnsafePointer(voice + $0) }, elapsed, 64, tangents, &pitches,
          buffers.output, (0..<8).map { filter + $0 }, 1.0 / 64)
      }
    }
    for (index, pitch) in pitches.enumerated() { buffers.output[8 + index] = Float(pitch) }
    for (index, filter) in filters.enumerated() { buffers.output[64 + index] = filter.a1_step }
  }
}

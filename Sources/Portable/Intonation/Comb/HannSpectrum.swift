internal import CDSPKernels
import PeachMusicUnits

/// The spectrum of a segment with a Hann window at any frequency, not only at the bins of a Fourier
/// transform. Uses a nonuniform transform with a Gaussian kernel (Dutt and Rokhlin 1993): the
/// window is divided by the transform of the kernel, and the bins are convolved with the kernel.
/// The error is below −110 dB.
final class HannSpectrum {
  /// The length of the window, in frames.
  let count: Int
  private let channelLimit: Int
  private let transform: FourierTransform
  private let size: Int
  private let half: Int
  /// The decay of the kernel in e^(−a·x²), with x in bins.
  private let decay: Double
  private let hann: UnsafeMutablePointer<Double>
  private let window: UnsafeMutablePointer<Double>
  private let frames: UnsafeMutablePointer<Double>
  private let real: UnsafeMutablePointer<Double>
  private let imaginary: UnsafeMutablePointer<Double>
  /// The power of the bins, for estimates.
  private let bins: UnsafeMutablePointer<Double>
  /// The sum of the Hann window.
  private var weight = 0.0
  private var channelCount = 0

  /// The taps of the kernel on each side.
  private static let reach = peach_kernel_reach
  /// e^(−a·k²) of the taps, padded with zeros to whole vectors.
  private let taps: UnsafeMutablePointer<Double>
  private typealias Vector = SIMD4<Double>
  private static let paddedTaps = peach_kernel_taps

  /// The ratio of the power of a sine to its mean square.
  private(set) var powerOfUnit = 0.0
  /// The mean square of the frames, weighted by the window, summed over the channels.
  private(set) var meanSquare = 0.0

  /// Creates tables for `count` frames, 16…2¹⁹, of up to `channelLimit` channels.
  init(count: Int, channelLimit: Int) {
    precondition(count >= 16 && count <= 1 << 19, "No window of this length.")
    self.count = count
    self.channelLimit = channelLimit
    var logarithm = 4
    while Double(1 << logarithm) < 1.7 * Double(count) { logarithm += 1 }
    transform = FourierTransform(logarithm: logarithm)
    size = 1 << logarithm
    half = size / 2
    let free = 1 - Double(count) / Double(size)
    decay = 3.141592653589793 * free.squareRoot() / Double(Self.reach)
    func zeros(_ count: Int) -> UnsafeMutablePointer<Double> {
      let values = UnsafeMutablePointer<Double>.allocate(capacity: count)
      values.initialize(repeating: 0, count: count)
      return values
    }
    hann = zeros(count)
    window = zeros(count)
    frames = zeros(size)
    let padding = Self.paddedTaps - 2 * Self.reach
    real = zeros(half * channelLimit + padding)
    imaginary = zeros(half * channelLimit + padding)
    bins = zeros(half)
    taps = zeros(Self.paddedTaps)
    prepare()
  }

  deinit {
    hann.deallocate()
    window.deallocate()
    frames.deallocate()
    real.deallocate()
    imaginary.deallocate()
    bins.deallocate()
    taps.deallocate()
  }

  private func prepare() {
    let perNeper = 1.4426950408889634
    var sum = 0.0
    for index in 0..<count {
      let position = Double(index) + 0.5 - Double(count) / 2
      let turn = Exponential.sineAndCosine(cycles: position / Double(count))
      hann[index] = 0.5 + 0.5 * turn.cosine
      sum += hann[index]
      let cycles = 3.141592653589793 * Double(index - count / 2) / Double(size)
      window[index] =
        hann[index] * Exponential.exp2(cycles * cycles / decay * perNeper)
        * (decay / 3.141592653589793).squareRoot()
    }
    weight = sum
    powerOfUnit = sum * sum / 2
    for tap in 0..<2 * Self.reach {
      let distance = Double(tap - Self.reach + 1)
      taps[tap] = Exponential.exp2(-decay * distance * distance * perNeper)
    }
  }

  /// Removes all channels.
  func reset() {
    channelCount = 0
    meanSquare = 0
    for index in 0..<half { bins[index] = 0 }
  }

  /// Adds a channel of ``count`` frames.
  func add(_ source: UnsafePointer<Double>) {
    guard channelCount < channelLimit else { return }
    // Removes DC, which would count as noise.
    let mean = weightedSum(source) { $0 } / weight
    let square = weightedSum(source) { ($0 - mean) * ($0 - mean) }
    // The middle of the segment is at index 0, so that the spectrum varies slowly from bin to bin.
    // The frames between the ends of the segment remain 0.
    let middle = count / 2
    for index in middle..<count { frames[index - middle] = window[index] * (source[index] - mean) }
    let start = frames + (size - middle)
    for index in 0..<middle { start[index] = window[index] * (source[index] - mean) }
    meanSquare += square / weight
    let (ownReal, ownImaginary) = (real + channelCount * half, imaginary + channelCount * half)
    transform.spectrum(of: frames, real: ownReal, imaginary: ownImaginary)
    for index in 0..<half {
      bins[index] += ownReal[index] * ownReal[index] + ownImaginary[index] * ownImaginary[index]
    }
    channelCount += 1
  }

  /// Returns the sum of a function of the frames, weighted by the window.
  @inline(__always)
  private func weightedSum(
    _ source: UnsafePointer<Double>, _ function: (Vector) -> Vector
  ) -> Double {
    var sum = Vector.zero
    var index = 0
    while index &+ 4 <= count {
      sum += Self.vector(hann + index) * function(Self.vector(source + index))
      index &+= 4
    }
    var last = Vector.zero
    var weights = Vector.zero
    for lane in 0..<count - index {
      (last[lane], weights[lane]) = (source[index + lane], hann[index + lane])
    }
    return (sum + weights * function(last)).sum()
  }

  @inline(__always)
  private static func vector(_ values: UnsafePointer<Double>) -> Vector {
    UnsafeRawPointer(values).loadUnaligned(as: Vector.self)
  }

  /// The number of bins per cycle and frame.
  var binsPerCycle: Double { Double(size) }

  /// Whether the kernel fits around a position, in bins.
  func covers(_ position: Double) -> Bool {
    position >= Double(Self.reach) && position < Double(half - Self.reach - 1)
  }

  /// Returns an estimate of the power at a position in bins, which must be covered.
  func estimate(at position: Double) -> Double {
    let index = Int(position + 0.5)
    let offset = position - Double(index)
    let (before, middle, after) = (bins[index - 1], bins[index], bins[index + 1])
    return middle + 0.5 * offset * (after - before)
      + 0.5 * offset * offset * (before - 2 * middle + after)
  }

  /// Returns the sum of the powers, or of the amplitudes, at multiples of a position in bins, which
  /// must be covered. The powers are summed over the channels.
  func sum(at ratios: [Double], of first: Double, byPower: Bool) -> Double {
    let spectrum = peach_interpolated_spectrum(
      real: real, imaginary: imaginary, stride: half, channels: channelCount, taps: taps,
      decay: decay * 1.4426950408889634)
    return AnalysisKernels.sumPartials(spectrum, ratios, first, byPower: byPower)
  }
}

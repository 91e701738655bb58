import PeachMusicUnits

/// The spectrum of a segment with a Hann window at any frequency, not only at the bins of a Fourier
/// transform. Uses a nonuniform transform with a Gaussian kernel (Dutt and Rokhlin 1993): the window
/// is divided by the transform of the kernel, and the bins are convolved with the kernel. The error
/// is below −110 dB.
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
  private static let reach = 7
  /// e^(−a·k²) of the taps.
  private let taps: UnsafeMutablePointer<Double>

  /// The ratio of a sine's ``power(at:)`` to its mean square.
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
    real = zeros(half * channelLimit)
    imaginary = zeros(half * channelLimit)
    bins = zeros(half)
    taps = zeros(2 * Self.reach)
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
    var mean = 0.0
    for index in 0..<count { mean += hann[index] * source[index] }
    // Removes DC, which would count as noise.
    mean /= weight
    for index in 0..<size { frames[index] = 0 }
    // The middle of the segment is at index 0, so that the spectrum varies slowly from bin to bin.
    let middle = count / 2
    var square = 0.0
    for index in 0..<count {
      let value = source[index] - mean
      square += hann[index] * value * value
      frames[(index - middle) & (size - 1)] = window[index] * value
    }
    meanSquare += square / weight
    let (ownReal, ownImaginary) = (real + channelCount * half, imaginary + channelCount * half)
    transform.spectrum(of: frames, real: ownReal, imaginary: ownImaginary)
    for index in 0..<half {
      bins[index] += ownReal[index] * ownReal[index] + ownImaginary[index] * ownImaginary[index]
    }
    channelCount += 1
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

  /// Returns the power at a position in bins, which must be covered, summed over the channels.
  func power(at position: Double) -> Double {
    let first = Int(position)
    let offset = position - Double(first)
    // e^(−a·(x−k)²) = e^(−a·x²) · (e^(2a·x))^k · e^(−a·k²).
    let scale = decay * 1.4426950408889634
    let own = Exponential.exp2(-scale * offset * offset)
    let step = Exponential.exp2(2 * scale * offset)
    let start = Exponential.exp2(-2 * scale * offset * Double(Self.reach - 1))
    var sum = 0.0
    for channel in 0..<channelCount {
      let base = channel * half + first - Self.reach + 1
      var (x, y) = (0.0, 0.0)
      var factor = start
      for tap in 0..<2 * Self.reach {
        let weight = factor * taps[tap]
        x += weight * real[base + tap]
        y += weight * imaginary[base + tap]
        factor *= step
      }
      sum += x * x + y * y
    }
    return own * own * sum
  }
}

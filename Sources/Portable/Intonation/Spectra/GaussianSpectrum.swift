import PeachMusicUnits

/// The spectrum of a segment of a sample with a Gaussian window, and its peaks. The transform of a
/// Gaussian is a Gaussian, so the logarithm of a peak is a parabola. Three bins determine its
/// frequency exactly. Exponential decay of a tone shifts the window in time, but not the peak in
/// frequency. The window is truncated at 4.5 standard deviations. Side lobes are below −100 dB ten
/// bins away.
final class GaussianSpectrum {
  /// The half-width of the window, in standard deviations.
  private static let reach = 4.5

  let capacity: Int
  private let transform: FourierTransform
  private let frames: UnsafeMutablePointer<Double>
  private let power: UnsafeMutablePointer<Double>
  private let window: UnsafeMutablePointer<Double>
  private var windowCount = 0
  private var windowSum = 1.0
  private var windowSquares = 1.0
  private var sampleRate = 1.0

  init(logarithm: Int) {
    transform = FourierTransform(logarithm: logarithm)
    capacity = transform.count
    frames = .allocate(capacity: capacity)
    power = .allocate(capacity: capacity / 2)
    window = .allocate(capacity: capacity)
    frames.initialize(repeating: 0, count: capacity)
    power.initialize(repeating: 0, count: capacity / 2)
    window.initialize(repeating: 0, count: capacity)
  }

  deinit {
    frames.deallocate()
    power.deallocate()
    window.deallocate()
  }

  /// The range of the partials, in hertz.
  private static let lowestHertz = 15.0
  private var highestHertz: Double { min(0.45 * sampleRate, 12_000) }

  /// The width of a bin, in hertz.
  private var binHertz: Double { sampleRate / Double(capacity) }

  /// The standard deviation of a steady tone's peak, in hertz.
  private var deviationHertz: Double {
    sampleRate * Self.reach * 2 / (6.283185307179586 * Double(max(windowCount, 1)))
  }

  /// Analyzes `count` frames of `source` from `first`, and repeats the loop if necessary. Returns
  /// the 60 strongest peaks, sorted by frequency, and at most `decibels` below the strongest.
  /// `count` must be 8…``capacity``, and `first` within the source.
  func peaks(
    of source: AudioFrames, from first: Int, count: Int, decibels: Double
  ) -> [SpectralPeak] {
    sampleRate = source.sampleRate
    prepareWindow(count)
    var mean = 0.0
    source.copy(from: first, count: count, into: frames)
    for index in 0..<count { mean += frames[index] * window[index] }
    // Removes DC, which would interfere with a low fundamental.
    mean /= windowSum
    for index in 0..<count { frames[index] = (frames[index] - mean) * window[index] }
    for index in count..<capacity { frames[index] = 0 }
    transform.power(of: frames, into: power)
    return peaks(decibels: decibels)
  }

  private func peaks(decibels: Double) -> [SpectralPeak] {
    let first = max(Int(Self.lowestHertz / binHertz), 2)
    let last = min(Int(highestHertz / binHertz), capacity / 2 - 2)
    guard first < last else { return [] }
    var strongest = 0.0
    for index in first...last { strongest = max(strongest, power[index]) }
    let least = max(strongest * Exponential.exp2(-decibels / 3.0103), 1e-24 * windowSum * windowSum)
    var found: [SpectralPeak] = []
    for index in first...last where power[index] >= least {
      guard power[index] > power[index - 1], power[index] >= power[index + 1] else { continue }
      found.append(peak(at: index))
    }
    if found.count > 60 {
      found.sort { $0.amplitude > $1.amplitude }
      found.removeLast(found.count - 60)
      found.sort { $0.hertz < $1.hertz }
    }
    return found
  }

  /// Returns the fraction of the power near the partials of `series`, 0…1, corrected for noise.
  func tonalShare(of series: PartialSeries) -> Double {
    let highest = highestHertz
    let total = power(from: Self.lowestHertz, to: highest)
    guard total > 0 else { return 0 }
    var (near, width) = (0.0, 0.0)
    for member in series.members.prefix(20) where member.hertz < highest {
      let reach = min(max(0.02 * member.hertz, 3 * deviationHertz), 0.25 * series.fundamental)
      near += power(from: member.hertz - reach, to: member.hertz + reach)
      width += 2 * reach
    }
    // Noise is seldom white: most of it is in the frequency range of the tone.
    let last = min((series.members.last?.hertz ?? highest) + series.fundamental, highest)
    let chance = min(width / max(last - Self.lowestHertz, width), 0.9)
    return max(min((near / total - chance) / (1 - chance), 1), 0)
  }

  /// Returns the mean power between two frequencies; ½ for a sine of amplitude 1.
  private func power(from lowest: Double, to highest: Double) -> Double {
    let first = max(Int(lowest / binHertz + 0.5), 1)
    let last = min(Int(min(highest, sampleRate) / binHertz + 0.5), capacity / 2 - 1)
    guard first <= last else { return 0 }
    var sum = 0.0
    for index in first...last { sum += power[index] }
    return 2 * sum / (Double(capacity) * windowSquares)
  }

  private func peak(at index: Int) -> SpectralPeak {
    let before = Exponential.log2(max(power[index - 1], 1e-300))
    let middle = Exponential.log2(power[index])
    let after = Exponential.log2(max(power[index + 1], 1e-300))
    let bend = before - 2 * middle + after
    let offset = bend < 0 ? min(max(0.5 * (before - after) / bend, -0.5), 0.5) : 0
    let height = middle - 0.25 * (before - after) * offset
    return SpectralPeak(
      hertz: (Double(index) + offset) * binHertz,
      amplitude: 2 * Exponential.exp2(height * 0.5) / windowSum)
  }

  private func prepareWindow(_ count: Int) {
    precondition(count >= 8 && count <= capacity, "No window of this length.")
    guard count != windowCount else { return }
    windowCount = count
    windowSum = 0
    windowSquares = 0
    let scale = 2 * Self.reach / Double(count)
    for index in 0..<count {
      let deviations = (Double(index) + 0.5 - Double(count) / 2) * scale
      window[index] = Exponential.exp2(-0.5 * deviations * deviations * 1.4426950408889634)
      windowSum += window[index]
      windowSquares += window[index] * window[index]
    }
  }
}

/// A peak of a spectrum, or a partial.
struct SpectralPeak {
  /// The number of the partial; 0 if it is not assigned.
  var number = 0
  var hertz: Double
  /// The amplitude; 1 for a sine of amplitude 1.
  var amplitude: Double

  var power: Double { amplitude * amplitude }
  /// The weight in a search or fit: the amplitude to the power of ¾. Loud partials determine the
  /// pitch and outweigh noise, but no partial should dominate.
  var evidence: Double { amplitude.squareRoot() * amplitude.squareRoot().squareRoot() }
}

import PeachInstrumentModel

/// The errors of a region's keys in the first second of their notes, before correction.
package struct SoundingErrors: Hashable, Sendable {
  /// The keys, within those of a piano.
  package var keys: ClosedRange<UInt8>
  /// The mean error over 0.1 to 1 s of each key, in cents; `nil` if it could not be measured.
  package var means: [Double?]
  /// The maximum distance of a window of 100 ms from the mean of each key, in cents.
  package var largest: [Double]
  /// The error after the first second; `nil` if the sample ends.
  package var laterCents: Double?
  private var rootKey: Double

  /// The fraction of the variation by which the means of two estimators, or of two segments,
  /// differ.
  private static let doubtPerVariation = 0.05

  /// Returns `nil` if the contour of the sample has not been measured.
  ///
  /// - Parameter error: The error of the measured pitch, in cents.
  init?(_ region: Region, tuning: RegionTuning, measurement: PitchMeasurement, error: Double) {
    guard let contour = measurement.sounding else { return nil }
    keys = RegionTuning.keys(of: region)
    rootKey = min(max(tuning.rootKey, 0), 127)
    means = []
    largest = []
    laterCents = contour.laterCents.map { error + $0 }
    for key in keys {
      let speed = tuning.speed(key: Double(key), of: region)
      let mean = contour.meanCents(speed: speed)
      means.append(mean.map { error + $0 })
      largest.append(mean.map { contour.largestCents(from: $0, speed: speed) } ?? 0)
    }
  }

  /// Returns the index of a key; the nearest one for keys beyond those of a piano.
  package func index(of key: UInt8) -> Int {
    Int(min(max(key, keys.lowerBound), keys.upperBound) - keys.lowerBound)
  }

  /// The indices of the keys that determine the correction: those within an octave of the root key,
  /// at which the sample plays at half to twice its speed, or the nearest one.
  private var typical: ClosedRange<Int> {
    let (lowest, highest) = (Double(keys.lowerBound), Double(keys.upperBound))
    let first = min(max(rootKey - 12, lowest), highest)
    let last = min(max(rootKey + 12, first), highest)
    return Int(first - lowest)...Int(last - lowest)
  }

  /// The median error of the typical keys; `nil` if none could be measured.
  var medianCents: Double? {
    let known = means[typical].compactMap { $0 }.sorted()
    guard !known.isEmpty else { return nil }
    return (known[known.count / 2] + known[(known.count - 1) / 2]) / 2
  }

  /// The uncertainty of the means, in cents: the pitch of a note that varies depends on the segment
  /// and the weights by which a listener averages it.
  var uncertaintyCents: Double {
    let sum = largest.reduce(0, +)
    return 0.01 + Self.doubtPerVariation * sum / Double(max(largest.count, 1))
  }

  mutating func add(_ cents: Double) {
    for index in means.indices { means[index] = means[index].map { $0 + cents } }
    laterCents = laterCents.map { $0 + cents }
  }

  /// Returns the mean of both channels of a stereo pair, which have the same keys.
  func averaged(with other: SoundingErrors) -> SoundingErrors {
    guard keys == other.keys else { return self }
    var result = self
    for index in means.indices {
      if let own = means[index], let another = other.means[index] {
        result.means[index] = (own + another) / 2
      } else {
        result.means[index] = means[index] ?? other.means[index]
      }
      result.largest[index] = (largest[index] + other.largest[index]) / 2
    }
    return result
  }

  /// Returns the nearest correction to `cents` after which no typical key has a larger mean error
  /// than before, by more than `tolerance`.
  ///
  /// - Parameter aside: The part of the error that is intended, such as octaves.
  func verified(_ cents: Double, aside: Double, tolerance: Double) -> Double {
    var (lowest, highest) = (-Double.infinity, Double.infinity)
    for mean in means[typical] {
      guard let mean else { continue }
      let error = mean - aside
      lowest = max(lowest, -abs(error) - error - tolerance)
      highest = min(highest, abs(error) - error + tolerance)
    }
    return min(max(cents, lowest), highest)
  }
}

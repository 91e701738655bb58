import PeachMusicUnits

/// Follows the pitch of a recording in rounds. Each round reads the recording along the contour
/// found so far, measures how far the phases of the partials turn from period to period, and
/// corrects the contour. Pitch-synchronous analysis keeps the partials on bins, so windows of two
/// periods resolve them.
final class ContourFollower {
  private let sinc: SincInterpolator
  private let transforms: TransformCache
  private var spectra: [PitchSynchronousSpectrum] = []
  private let deviations = PartialDeviations()

  private static let highestHertz = 7000.0
  private static let maxPartials = 40
  /// The standard deviation of the last rounds' smoothing.
  private static let smoothingSeconds = 0.006
  private static let rounds = 5

  init(sinc: SincInterpolator, transforms: TransformCache) {
    self.sinc = sinc
    self.transforms = transforms
  }

  /// Returns the partials at half numbers of the channels that have been followed, in the second
  /// from a period on.
  func halfNumbers(channelCount: Int, from period: Int, hertz: Double) -> HalfNumberPartials {
    HalfNumberPartials(spectra.prefix(channelCount), from: period, hertz: hertz)
  }

  /// Returns the common contour of all channels, which sound near `hertz`.
  func follow(_ channels: [PaddedFrames], sampleRate: Double, hertz: Double) -> PitchContour {
    while spectra.count < channels.count { spectra.append(PitchSynchronousSpectrum()) }
    let count = channels.first?.count ?? 0
    var contour = PitchContour(constantPeriod: sampleRate / hertz, frameCount: count)
    for round in 0..<Self.rounds {
      refine(&contour, channels, sampleRate, round: round)
    }
    return contour
  }

  private func refine(
    _ contour: inout PitchContour, _ channels: [PaddedFrames], _ sampleRate: Double, round: Int
  ) {
    let hertz = sampleRate / contour.meanPeriod
    let highest = min(Self.highestHertz, 0.42 * sampleRate)
    var partials = max(min(Int(highest / hertz), Self.maxPartials), 1)
    // Far from the contour, only low partials turn by less than half a cycle.
    if round < 2 { partials = min(partials, round == 0 ? 6 : 12) }
    var logarithm = 3
    while Double(1 << logarithm) < min(2.2 * Double(partials + 1), sampleRate / hertz * 1.2)
      || 1 << logarithm < 2 * (partials + 2)
    { logarithm += 1 }
    for (index, channel) in channels.enumerated() {
      spectra[index].analyze(
        channel, along: contour, logarithm: logarithm, partials: partials, with: sinc, transforms)
    }
    deviations.measure(Array(spectra.prefix(channels.count)), hertz: hertz)
    let seconds = Self.smoothingSeconds * (round == 0 ? 2.5 : round == 1 ? 1.5 : 1)
    let smooth = GaussianSmoothing(deviation: max(seconds * hertz, 0.5))
      .smooth(deviations.common, weights: deviations.certainty)
    let periods = contour.periodCount
    if round == Self.rounds - 1 {
      contour.disagreementCents = Self.perPeriod(deviations.disagreementCents, count: periods)
    }
    contour.add(Self.perPeriod(smooth.map { min(max($0, -0.06), 0.06) }, count: periods))
    if round == Self.rounds - 1 { contour.matchDisagreement() }
  }

  /// Returns values between windows as values of periods: the first is at period 1. Repeats the
  /// values at the ends.
  private static func perPeriod(_ values: [Double], count: Int) -> [Double] {
    guard let last = values.last else { return [Double](repeating: 0, count: count) }
    return (0..<count).map { $0 == 0 ? values[0] : $0 <= values.count ? values[$0 - 1] : last }
  }
}

extension PitchContour {
  /// Shortens or extends ``disagreementCents`` to the number of periods.
  fileprivate mutating func matchDisagreement() {
    while disagreementCents.count > periodCount { disagreementCents.removeLast() }
    while disagreementCents.count < periodCount {
      disagreementCents.append(disagreementCents.last ?? 0)
    }
  }
}

package import PeachInstrumentModel
import PeachMusicUnits

/// A tone that decays while its key is held, such as a plucked string. Listeners judge its first
/// second, part of which precedes the loop. There the pitch may differ: a plucked string falls by
/// some cents.
struct DecayingTone {
  /// The fraction of the judged segment before the loop, 0…1, at the key nearest to the root key.
  var beforeLoopShare: Double
  /// The maximum difference of the fraction at other keys. An octave lower, the loop starts after
  /// twice the time.
  var shareDeviation: Double

  /// The start, after the attack, and the length of the judged segment, in seconds.
  private static let start = 0.05
  private static let length = 0.8

  /// Returns `nil` for a region that is sustained or has no loop.
  init?(_ region: Region, sample: Sample) {
    let recording = RegionSample(region)
    guard recording.repeats(sample), region.decaysWhileHeld else { return nil }
    let offsets = recording.offsets
    let frames = offsets.loopPoints(in: sample).start - max(Int(offsets.start), 0)
    let seconds = Double(max(frames, 0)) / max(sample.sampleRate, 1)
    let tuning = RegionTuning(region, sample: sample)
    func share(_ key: Double) -> Double {
      let played = seconds / tuning.speed(key: key, of: region)
      return min(max((played - Self.start) / Self.length, 0), 1)
    }
    let keys = RegionTuning.keys(of: region)
    let (lowest, highest) = (Double(keys.lowerBound), Double(keys.upperBound))
    beforeLoopShare = share(min(max(tuning.rootKey, lowest), highest))
    shareDeviation = max(
      abs(share(lowest) - beforeLoopShare), abs(share(highest) - beforeLoopShare))
  }

  /// Returns the judged segment's difference from the loop's pitch, and its deviation by key.
  func cents(_ measurement: PitchMeasurement) -> (cents: Double, deviation: Double) {
    // Other kinds were measured from the onset.
    guard measurement.kind == .periodicLoop || measurement.kind == .longLoop else { return (0, 0) }
    let before = measurement.beforeLoopCents ?? 0
    return (beforeLoopShare * before, shareDeviation * abs(before))
  }
}

extension Region {
  /// Whether the volume envelope decays by 30 dB or more within 30 seconds while the key is held.
  package var decaysWhileHeld: Bool {
    guard generators[.volumeEnvelopeSustain] >= 300 else { return false }
    return seconds(.volumeEnvelopeHold) + seconds(.volumeEnvelopeDecay) <= 30
  }

  private func seconds(_ time: Generator) -> Double {
    let timecents = min(max(generators[time], -12_000), 8_000)
    return Exponential.exp2(Double(timecents) / 1200)
  }
}

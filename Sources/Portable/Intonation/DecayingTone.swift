import PeachInstrumentModel
import PeachMusicUnits

/// A note that dies away while its key is held, as a string's does that is struck or plucked.
///
/// Its first second is what a listener judges. Where that ends in the loop, it began before it, and
/// the recording need not be as high there: a plucked string falls by some cents.
struct DecayingTone {
  /// The share of the judged part that sounds before the loop, 0…1, at the region's key that is
  /// nearest to the recording's own.
  var beforeLoopShare: Double
  /// How far the share is from that at other keys: a recording played an octave lower takes twice as
  /// long to come to its loop.
  var shareDeviation: Double

  /// The part that is judged: from here, after the attack, and so long, in seconds.
  private static let start = 0.05
  private static let length = 0.8

  /// Nil for a region that keeps sounding, or has no loop.
  init?(_ region: Region, sample: Sample) {
    let recording = RegionSample(region)
    guard recording.loops, let loop = sample.loop, Self.diesAway(region) else { return nil }
    let frames =
      loop.lowerBound + Int(recording.loopStartOffset) - max(Int(recording.startOffset), 0)
    let seconds = Double(max(frames, 0)) / max(sample.sampleRate, 1)
    let tuning = RegionTuning(region, sample: sample)
    let scale = Double(region.generators[.scaleTuning])
    func share(_ key: Double) -> Double {
      let cents = (key - tuning.rootKey) * scale + tuning.cents
      let played = seconds / Exponential.exp2(cents / 1200)
      return min(max((played - Self.start) / Self.length, 0), 1)
    }
    // Ranges often go on to keys that nobody plays: a piano's are enough.
    let lowest = Double(min(max(region.keys.lowerBound, 21), region.keys.upperBound))
    let highest = Double(max(min(region.keys.upperBound, 108), region.keys.lowerBound))
    beforeLoopShare = share(min(max(tuning.rootKey, lowest), highest))
    shareDeviation = max(
      abs(share(lowest) - beforeLoopShare), abs(share(highest) - beforeLoopShare))
  }

  /// How far above the loop's pitch the judged part is, by a measurement of the recording, and how
  /// far from that at other keys.
  func cents(_ measurement: PitchMeasurement) -> (cents: Double, deviation: Double) {
    // One that dies away in its own loop has been measured from its beginning.
    guard measurement.kind == .periodicLoop || measurement.kind == .longLoop else { return (0, 0) }
    let before = measurement.beforeLoopCents ?? 0
    return (beforeLoopShare * before, shareDeviation * abs(before))
  }

  /// By its volume envelope: 30 dB down and more, within half a minute.
  private static func diesAway(_ region: Region) -> Bool {
    guard region.generators[.volumeEnvelopeSustain] >= 300 else { return false }
    return seconds(region, .volumeEnvelopeHold) + seconds(region, .volumeEnvelopeDecay) <= 30
  }

  private static func seconds(_ region: Region, _ time: Generator) -> Double {
    let timecents = min(max(region.generators[time], -12_000), 8_000)
    return Exponential.exp2(Double(timecents) / 1200)
  }
}

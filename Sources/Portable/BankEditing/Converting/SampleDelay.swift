import PeachInstrumentModel
import PeachMusicUnits

/// Silence that replaces the first frames of a sample, because SoundFont's delays apply to
/// envelopes only.
struct SampleDelay: Hashable {
  /// The number of silent frames.
  var silence = 0
  /// The number of frames that they replace: the start offset of the region.
  var start = 0

  init() {}

  /// Returns the delay of a region, exact at the center of its keys; `nil` if its loop starts
  /// before its first frame.
  init?(_ region: Region, of sample: Sample) {
    let seconds = Double(region.extendedParameters?.delaySeconds ?? 0)
    guard seconds > 0 else { return }
    let offsets = AddressOffsets(region)
    start = max(Int(offsets.start), 0)
    let loop = offsets.loopPoints(in: sample)
    if region.looping != .none, loop.start < loop.end, loop.start < start { return nil }
    let rate = Self.framesPerSecond(region, sample, FlattenedParameters.center(region.keys))
    silence = Int(min(max(seconds * rate, 0), 1e9).rounded())
  }

  /// Returns the speed of playback at a key.
  private static func framesPerSecond(_ region: Region, _ sample: Sample, _ key: UInt8) -> Double {
    let values = region.generators
    let root = values[.overridingRootKey] >= 0 ? values[.overridingRootKey] : Float(sample.rootKey)
    let cents =
      (Float(key) - root) * values[.scaleTuning] + 100 * values[.coarseTune] + values[.fineTune]
    let octaves = (Double(cents) + sample.correctionCents) / 1200
    return sample.sampleRate * Exponential.exp2(min(max(octaves, -20), 20))
  }

  /// The maximum of the delay generators (SoundFont 2.04 §8.1.3).
  private static var maximum: Double { SFZRegionText.seconds(5000) }

  /// Delays envelopes and LFOs until the silence ends, and removes the start offset.
  func apply(to region: inout Region, of sample: Sample, _ losses: inout ConversionLosses) {
    let seconds = Double(region.extendedParameters?.delaySeconds ?? 0)
    if silence == 0 { return }
    let durations = [region.keys.lowerBound, region.keys.upperBound].map {
      Double(silence) / Self.framesPerSecond(region, sample, $0)
    }
    let difference = durations.reduce(0) { max($0, abs($1 - seconds)) }
    if difference >= 0.001 {
      losses.add("delays", "exact at the center of a region's keys", difference, .seconds)
    }
    Self.delayEnvelopes(of: &region, by: durations.min() ?? 0, &losses)
    region.generators[.startAddressOffset] = 0
    region.generators[.startAddressCoarseOffset] = 0
  }

  /// Delays envelopes and LFOs of a region without a delayed sample.
  static func applyWithoutSilence(to region: inout Region, _ losses: inout ConversionLosses) {
    let seconds = Double(region.extendedParameters?.delaySeconds ?? 0)
    losses.add(
      "starts of delayed samples", "omitted", min(seconds, Self.maximum), .seconds)
    if seconds > Self.maximum {
      losses.add("delays", "18 s", seconds - Self.maximum, .seconds)
    }
    delayEnvelopes(of: &region, by: min(seconds, Self.maximum), &losses)
  }

  private static func delayEnvelopes(
    of region: inout Region, by seconds: Double, _ losses: inout ConversionLosses
  ) {
    var excess = 0.0
    for generator in [
      Generator.volumeEnvelopeDelay, .modulationEnvelopeDelay, .vibratoLFODelay,
      .modulationLFODelay,
    ] {
      let sum = SFZRegionText.seconds(region.generators[generator]) + seconds
      if sum < 0.001 { continue }
      // Rounded down, so that no frame of the sample is lost.
      let timecents = Float(1200 * Exponential.log2(sum)).rounded(.down)
      region.generators[generator] = generator.clamped(timecents)
      excess = max(excess, sum - maximum)
    }
    if excess >= 0.001 { losses.add("delays of envelopes and LFOs", "18 s", excess, .seconds) }
  }
}

package import PeachInstrumentFiles
import PeachInstrumentModel
package import PeachIntonation

/// Replaces samples of a bank by straight tones, for any synthesizer.
///
/// The zones of each straight tone have their own sample header, by
/// ``SoundFontRetuning/init(_:centsOfZones:variantsOfZones:)``. Headers and loops are within 0.01
/// cents of the pitch of the tone.
///
/// ```swift
/// let straightening = BankStraightening(contents, retuning, replacements, variantsOfZones: …)
/// let samples = straightening.headers.indices.map { straightening.sample(at: $0) }
/// straightening.apply(samples, to: &contents)
/// ```
package struct BankStraightening: Sendable {
  /// A channel of a straight tone.
  package struct Replacement: Sendable {
    /// The number of the recording. Both channels of a stereo pair have the same one.
    package var recording: Int
    package var channel: Int
    /// The sample rate of the recording, in hertz.
    package var sampleRate: Double
    package var tone: StraightTone

    package init(recording: Int, channel: Int, sampleRate: Double, tone: StraightTone) {
      self.recording = recording
      self.channel = channel
      self.sampleRate = sampleRate
      self.tone = tone
    }
  }

  /// A sample header whose frames are replaced.
  package struct Header: Sendable {
    package var index: Int
    package var replacement: Int
    /// The pitch of the frames, relative to that of the header's other fields; `nil` if it is
    /// equal.
    var plan: ResamplingPlan?
    /// The error of the pitch that remains, in cents.
    package var remainingCents: Double
    /// The frames of the sample per frame of the straight tone.
    package var ratio: Double { plan?.ratio ?? 1 }
  }

  /// The replaced headers, in ascending order.
  package private(set) var headers: [Header] = []
  private let replacements: [Replacement]
  private let amount: Double
  private let sinc = WindowedSinc()
  /// The first header that is a copy of another one.
  private let firstAddedHeader: Int

  /// The largest error of a header, in cents, above which the sample is resampled.
  private static let limitCents = 0.01

  /// - Parameters:
  ///   - contents: The bank with the headers of `retuning`.
  ///   - variants: For each instrument zone of the file, 1 plus the index of its replacement, or 0.
  ///   - amount: The amount of the recorded vibrato to keep, 0…2.
  package init(
    _ contents: SoundFontContents, _ retuning: SoundFontRetuning, _ replacements: [Replacement],
    variantsOfZones variants: [Int], vibrato amount: Double = 0
  ) {
    self.replacements = replacements
    self.amount = amount
    firstAddedHeader = contents.samples.count - retuning.addedHeaderCount
    var variantsOfHeaders = [Int?](repeating: nil, count: contents.samples.count)
    for (zone, variant) in variants.enumerated() {
      guard let header = retuning.headersOfZones[zone] else { continue }
      // If the file has no room for another header, zones share one and stay as recorded.
      let isShared = variantsOfHeaders[header].map { $0 != variant } ?? false
      variantsOfHeaders[header] = isShared ? 0 : variant
    }
    for (header, variant) in variantsOfHeaders.enumerated() {
      guard let variant, variant > 0 else { continue }
      let tone = replacements[variant - 1].tone
      guard tone.channels.indices.contains(replacements[variant - 1].channel) else { continue }
      let cents = retuning.residualCentsOfHeaders[header]
      let plan =
        abs(cents) > Self.limitCents
        ? ResamplingPlan(
          raisedBy: cents, sampleRate: contents.samples[header].sampleRate,
          loopFrameCount: tone.loop?.count) : nil
      headers.append(
        Header(
          index: header, replacement: variant - 1, plan: plan,
          remainingCents: cents - (plan?.cents ?? 0)))
    }
  }

  /// Returns the sample of ``headers`` at an index. Takes up to three seconds for a million frames;
  /// call on several threads.
  package func sample(at index: Int) -> StraightSample {
    let header = headers[index]
    let replacement = replacements[header.replacement]
    return StraightSample(
      replacement.tone.channels[replacement.channel], of: replacement.tone, vibrato: amount,
      plan: header.plan, sinc: sinc)
  }

  /// Replaces the samples of ``headers``, and removes the address offsets of their zones. Presets
  /// whose peaks would exceed full scale are scaled as a whole.
  package func apply(_ samples: [StraightSample], to contents: inout SoundFontContents) {
    precondition(samples.count == headers.count, "Each header needs a sample.")
    var peaks = [Float?](repeating: nil, count: contents.samples.count)
    for (header, sample) in zip(headers, samples) { peaks[header.index] = sample.peak }
    let scaling = PeakScaling(contents, peaksOfSamples: peaks)
    scaling.apply(to: &contents)
    for (header, sample) in zip(headers, samples) {
      replace(
        &contents.samples[header.index], by: sample, header.plan,
        gain: scaling.gainsOfSamples[header.index])
    }
    for instrument in contents.instruments.indices {
      Self.removeOffsets(from: &contents.instruments[instrument].zones) { peaks[$0] != nil }
    }
    linkPairs(&contents.samples)
  }

  private func replace(
    _ old: inout SoundFontContents.Sample, by sample: StraightSample, _ plan: ResamplingPlan?,
    gain: Double
  ) {
    let is24Bit = if case .integer24 = old.recording { true } else { false }
    let limit = is24Bit ? 8_388_608.0 : 32_768
    old.recording = .init(is24Bit: is24Bit, frameCount: sample.frames.count) { index in
      let value = Double(sample.frames[index]) * gain * limit
      // Rounded to the nearest integer. NaN becomes the minimum.
      return Int(min(max(-limit, value) + limit + 0.5, 2 * limit - 1)) - Int(limit)
    }
    old.loop = sample.loop
    guard let plan else { return }
    old.sampleRate = plan.sampleRate
    old.pitchCorrection = Int8(clamping: Int(old.pitchCorrection) + plan.correctionCents)
  }

  /// Removes the address offsets of zones with replaced samples. Their loops last until the end of
  /// the note, because nothing follows them.
  private static func removeOffsets(
    from zones: inout [SoundFontContents.Zone], where isReplaced: (_ sample: Int) -> Bool
  ) {
    let global = zones.global
    for index in zones.indices {
      guard let target = zones[index].target, isReplaced(target) else { continue }
      for generator in addressOffsets {
        zones[index][generator] = nil
        if let inherited = global?[generator], inherited != 0 { zones[index][generator] = 0 }
      }
      let mode = zones[index][.sampleModes] ?? global?[.sampleModes] ?? 0
      if mode & 3 == 3 { zones[index][.sampleModes] = 1 }
    }
  }

  private static var addressOffsets: [Generator] {
    [
      .startAddressOffset, .startAddressCoarseOffset, .endAddressOffset, .endAddressCoarseOffset,
      .startLoopAddressOffset, .startLoopAddressCoarseOffset, .endLoopAddressOffset,
      .endLoopAddressCoarseOffset,
    ]
  }

  /// Links the added headers of both channels of a stereo pair, whose copies refer to the
  /// originals.
  private func linkPairs(_ samples: inout [SoundFontContents.Sample]) {
    let added = headers.filter { $0.index >= firstAddedHeader }
    for (position, one) in added.enumerated() where samples[one.index].partner == nil {
      let recording = replacements[one.replacement].recording
      for other in added[(position + 1)...] where samples[other.index].partner == nil {
        let channels = (samples[one.index].channel, samples[other.index].channel)
        guard channels == (.left, .right) || channels == (.right, .left),
          replacements[other.replacement].recording == recording
        else { continue }
        samples[one.index].partner = other.index
        samples[other.index].partner = one.index
        break
      }
    }
  }
}

import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// A bank's samples in SoundFont format. Each is read once, and has a header for each tuning.
struct ConvertedSamples {
  private struct Header: Hashable {
    var sample: Int
    /// In hundredths of a cent.
    var tuning: Int
    var recording: RecordingKey
  }
  private struct RecordingKey: Hashable {
    var sample: Int
    var isInverted: Bool
    var delay = SampleDelay()
  }

  private let bank: SoundBank
  private let decoder: SampleDecoder?
  private(set) var samples: [SoundFontContents.Sample] = []
  private var indices: [Header: Int] = [:]
  private var recordings: [RecordingKey: SoundFontContents.Sample.Recording] = [:]
  /// The gains that compensate the scaling of samples above full scale.
  private var gainsCentibels: [RecordingKey: Float] = [:]
  /// A doubling of the level: 200·log10(2).
  private static let centibelsPerOctave = 60.20599913279624
  /// 25 minutes at 44.1 kHz.
  static var frameLimit: Int { 1 << 26 }
  /// The number of silent frames that delayed samples may still add.
  private var remainingSilence = 1 << 22
  private var budget: FrameBudget
  /// The first sample with each encoding, whose recordings the others share.
  private var firstSamples: [Sample.Encoding: Int] = [:]

  init(_ bank: SoundBank, decoder: SampleDecoder?) {
    self.bank = bank
    self.decoder = decoder
    budget = FrameBudget(of: bank)
    for (index, sample) in bank.samples.enumerated() where firstSamples[sample.encoding] == nil {
      firstSamples[sample.encoding] = index
    }
  }

  /// Returns the first sample with the frames of the one at an index.
  private func first(ofSampleAt index: Int) -> Int {
    firstSamples[bank.samples[index].encoding] ?? index
  }

  /// Returns the gain that compensates a region for the scaling of its sample to full scale: 0
  /// unless the sample exceeds full scale.
  mutating func gainCentibels(of region: Region) throws(SampleCodecError) -> Float {
    let isInverted = region.extendedParameters?.isPolarityInverted == true
    let key = RecordingKey(sample: first(ofSampleAt: region.sample), isInverted: isInverted)
    _ = try recording(key)
    return gainsCentibels[key] ?? 0
  }

  /// Replaces the delay of a region by one of envelopes and LFOs, and returns that of its sample.
  func moveDelay(of region: inout Region, _ losses: inout ConversionLosses) -> SampleDelay {
    guard (region.extendedParameters?.delaySeconds ?? 0) > 0 else { return SampleDelay() }
    let sample = bank.samples[region.sample]
    let isInverted = region.extendedParameters?.isPolarityInverted == true
    guard let delay = SampleDelay(region, of: sample) else {
      SampleDelay.applyWithoutSilence(to: &region, &losses)
      return SampleDelay()
    }
    let key = RecordingKey(
      sample: first(ofSampleAt: region.sample), isInverted: isInverted, delay: delay)
    guard delay.silence <= remainingSilence || recordings[key] != nil else {
      SampleDelay.applyWithoutSilence(to: &region, &losses)
      return SampleDelay()
    }
    delay.apply(to: &region, of: sample, &losses)
    return delay
  }

  /// Returns the sample for a region with a fine tuning of `fineCents`, and the remaining tuning in
  /// integer cents; `nil` if it has no frames. SoundFont has no polarity, so `isInverted` selects a
  /// negated copy of the sample data.
  mutating func reference(
    toSampleAt index: Int, fineCents: Double, isInverted: Bool, delay: SampleDelay
  ) throws(SampleCodecError) -> (index: Int, cents: Int)? {
    let sample = bank.samples[index]
    let rate = min(max(sample.sampleRate, 1), 1e9).rounded()
    let tuningCents =
      fineCents + sample.correctionCents + 1200 * Exponential.log2(sample.sampleRate / rate)
    let exact = tuningCents.isFinite ? min(max(tuningCents, -12000), 12000) : 0
    let cents = Int(exact.rounded())
    let fraction = exact - Double(cents)
    let key = RecordingKey(
      sample: first(ofSampleAt: index), isInverted: isInverted, delay: delay)
    let header = Header(
      sample: index, tuning: Int((fraction * 100).rounded()), recording: key)
    if let known = indices[header] { return (known, cents) }
    guard let recording = try recording(key) else { return nil }
    let tuning = SampleTuning(sampleRate: UInt32(rate)).raised(by: fraction)
    let shift = delay.silence - delay.start
    let count = recording.frameCount ?? .max
    let points = LoopPoints(
      start: min(sample.loopPoints.start + shift, count),
      end: min(sample.loopPoints.end + shift, count))
    indices[header] = samples.count
    var converted = SoundFontContents.Sample(
      Self.name(sample.name.utf8), recording, sampleRate: tuning.sampleRate,
      originalPitch: sample.rootKey, pitchCorrection: tuning.pitchCorrection)
    converted.loopPoints = points
    samples.append(converted)
    return (samples.count - 1, cents)
  }

  private mutating func recording(
    _ key: RecordingKey
  ) throws(SampleCodecError) -> SoundFontContents.Sample.Recording? {
    if let known = recordings[key] { return known }
    let recording: SoundFontContents.Sample.Recording
    let isUnchanged = !key.isInverted && key.delay == SampleDelay()
    switch bank.samples[key.sample].encoding {
    case .missing: return nil
    case .integer16(let range) where isUnchanged:
      recording = .integer16(StoredBytes(bank.storage, range))
    case .integer24(let high, let low) where isUnchanged:
      recording = .integer24(
        high: StoredBytes(bank.storage, high), low: StoredBytes(bank.storage, low))
    case .compressed(let range) where isUnchanged:
      recording = .compressed(StoredBytes(bank.storage, range))
    default:
      var frames = try bank.readFrames(
        ofSampleAt: key.sample, decoder: decoder, limit: Self.frameLimit)
      guard budget.take(frames.count) else { throw .tooManyFrames(limit: budget.limit) }
      if key.isInverted { for frame in frames.indices { frames[frame].negate() } }
      if frames.count <= key.delay.start { return nil }
      let peak = frames.reduce(Float(0)) { max($0, abs($1)) }
      if peak > 1, peak.isFinite {
        for frame in frames.indices { frames[frame] /= peak }
        gainsCentibels[key] = Float(Self.centibelsPerOctave * Exponential.log2(Double(peak)))
      }
      recording = Self.recording(frames, delay: key.delay)
      remainingSilence -= key.delay.silence
    }
    recordings[key] = recording
    return recording
  }

  private static func recording(
    _ frames: [Float], delay: SampleDelay
  ) -> SoundFontContents.Sample.Recording {
    let fits16Bits = fit16Bits(frames)
    let shift = delay.silence - delay.start
    return .init(is24Bit: !fits16Bits, frameCount: frames.count + shift) { index in
      if index < delay.silence { return 0 }
      let value = (frames[index - shift] * 8_388_608).rounded()
      let clamped = min(max(value, -8_388_608), 8_388_607)
      return fits16Bits ? Int(clamped) >> 8 : Int(clamped)
    }
  }

  /// Returns whether 16 bits represent all frames exactly.
  static func fit16Bits(_ frames: [Float]) -> Bool {
    frames.allSatisfy { ($0 * 32768).rounded() == $0 * 32768 && $0 < 1 }
  }

  /// Returns a name in ASCII. Keeps the end of a long name, which is more specific than its start.
  static func name(_ name: some Sequence<UInt8>, limit: Int = FixedName.byteCount) -> String {
    let ascii = name.map { (0x20...0x7E).contains($0) ? $0 : 0x5F }
    return String(decoding: ascii.suffix(limit), as: UTF8.self)
  }
}

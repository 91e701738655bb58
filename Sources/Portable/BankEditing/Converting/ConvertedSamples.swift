import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// A bank's recordings as a SoundFont holds them, each read once, with a header for each tuning.
struct ConvertedSamples {
  private struct Header: Hashable {
    var sample: Int
    /// In hundredths of a cent.
    var tuning: Int
  }

  /// What a region names, and what is left of its tuning in whole cents.
  struct Place {
    var index: Int
    var cents: Int
  }

  private let bank: SoundBank
  private let decoder: SampleDecoder?
  private(set) var samples: [SoundFontContents.Sample] = []
  private var places: [Header: Int] = [:]
  private var recordings: [Int: SoundFontContents.Sample.Recording] = [:]
  /// 25 minutes at 44.1 kHz.
  private static var frameLimit: Int { 1 << 26 }

  init(_ bank: SoundBank, decoder: SampleDecoder?) {
    self.bank = bank
    self.decoder = decoder
  }

  /// The sample of a region that is `fineCents` above its semitones; nil where there is no recording.
  mutating func place(
    ofSampleAt index: Int, fineCents: Double, _ losses: inout ConversionLosses
  ) throws(SampleCodecError) -> Place? {
    let sample = bank.samples[index]
    let rate = min(max(sample.sampleRate, 1), 1e9).rounded()
    let said =
      fineCents + sample.correctionCents + 1200 * Exponential.log2(sample.sampleRate / rate)
    let exact = said.isFinite ? min(max(said, -12000), 12000) : 0
    let whole = Int(exact.rounded())
    let rest = exact - Double(whole)
    let header = Header(sample: index, tuning: Int((rest * 100).rounded()))
    if let place = places[header] { return Place(index: place, cents: whole) }
    guard let recording = try recording(ofSampleAt: index, &losses) else { return nil }
    let tuning = SampleTuning(sampleRate: UInt32(rate)).raised(by: rest)
    let count = recording.frameCount
    var loop = sample.loop
    if let count { loop = loop?.clamped(to: 0..<count) }
    places[header] = samples.count
    samples.append(
      SoundFontContents.Sample(
        Self.name(sample.name), recording, sampleRate: tuning.sampleRate,
        originalPitch: sample.rootKey, pitchCorrection: tuning.pitchCorrection,
        loop: loop?.isEmpty == true ? nil : loop))
    return Place(index: samples.count - 1, cents: whole)
  }

  private mutating func recording(
    ofSampleAt index: Int, _ losses: inout ConversionLosses
  ) throws(SampleCodecError) -> SoundFontContents.Sample.Recording? {
    if let known = recordings[index] { return known }
    let made: SoundFontContents.Sample.Recording
    switch bank.samples[index].encoding {
    case .missing: return nil
    case .integer16(let range): made = .integer16(StoredBytes(bank.storage, range))
    case .integer24(let high, let low):
      made = .integer24(high: StoredBytes(bank.storage, high), low: StoredBytes(bank.storage, low))
    case .compressed(let range): made = .compressed(StoredBytes(bank.storage, range))
    case .unsigned8, .file:
      let frames = try bank.readFrames(
        ofSampleAt: index, decoder: decoder, limit: Self.frameLimit)
      if frames.isEmpty { return nil }
      if frames.contains(where: { abs($0) > 1 }) {
        losses.add("recordings beyond full scale", "clipped", ofBank: true)
      }
      made = Self.recording(of: frames)
    }
    recordings[index] = made
    return made
  }

  /// 16 bits where that is all there is, else 24.
  static func recording(of frames: [Float]) -> SoundFontContents.Sample.Recording {
    let isShort = areShort(frames)
    var high: [UInt8] = []
    var low: [UInt8] = []
    high.reserveCapacity(2 * frames.count)
    for frame in frames {
      let value = Int32(min(max((frame * 8_388_608).rounded(), -8_388_608), 8_388_607))
      high.append(UInt8(truncatingIfNeeded: value >> 8))
      high.append(UInt8(truncatingIfNeeded: value >> 16))
      if !isShort { low.append(UInt8(truncatingIfNeeded: value)) }
    }
    let stored = StoredBytes(copying: high)
    return isShort ? .integer16(stored) : .integer24(high: stored, low: StoredBytes(copying: low))
  }

  /// Whether all are whole numbers of 16 bits.
  static func areShort(_ frames: [Float]) -> Bool {
    frames.allSatisfy { ($0 * 32768).rounded() == $0 * 32768 && $0 < 1 }
  }

  /// ASCII, the end of what is too long: it says more than the beginning.
  static func name(_ name: String) -> String {
    let ascii = name.utf8.map { (0x20...0x7E).contains($0) ? $0 : 0x5F }
    return String(decoding: ascii.suffix(FixedName.byteCount), as: UTF8.self)
  }
}

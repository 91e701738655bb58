import PeachInstrumentModel

/// Retunes the instrument zones of a SoundFont file by fractions of a cent, for any synthesizer, by
/// pitch correction and sample rate in the sample headers. Zones that share a sample but need
/// different pitches get additional headers for the same frames. All other bytes stay unchanged.
/// SF3 files work as well.
///
/// ```swift
/// var cents = [Double](repeating: 0, count: font.instrumentZones.count)
/// cents[7] = -3.14
/// let retuning = SoundFontRetuning(font, centsOfZones: cents)
/// retuning.centsOfZones[7]  // -3.1396…
/// try retuning.bytes()      // the whole file
/// ```
public struct SoundFontRetuning: Sendable {
  /// The actual change of each instrument zone, in cents; within about 0.01 cents of the request.
  public private(set) var centsOfZones: [Double]
  /// The remaining error of each sample header of the new file, added ones last, in cents.
  public private(set) var residualCentsOfHeaders: [Double]
  /// The sample header of each instrument zone in the new file; `nil` for zones without a sample.
  public private(set) var headersOfZones: [Int?]
  /// The number of changed sample headers, including added ones.
  public var changedHeaderCount: Int { changed.count + added.count }
  /// The number of added sample headers.
  public var addedHeaderCount: Int { added.count }
  private let font: SoundFont
  private var changed: [(header: Int, tuning: SampleTuning)] = []
  private var added: [(header: Int, tuning: SampleTuning)] = []
  private var reassigned: [(zone: Int, header: Int)] = []

  /// The maximum number of headers that zones can refer to.
  private static var headerLimit: Int { 65535 }

  /// Retunes each instrument zone by `cents`; 0 for none.
  ///
  /// - Parameter variants: Distinguishes zones that must not share a header, although they play the
  ///   same sample, because its frames will be replaced for some of them; `nil` for none.
  package init(
    _ font: SoundFont, centsOfZones cents: [Double], variantsOfZones variants: [Int]? = nil
  ) {
    precondition(cents.count == font.instrumentZones.count, "One value per zone.")
    precondition(variants == nil || variants?.count == cents.count, "One variant per zone.")
    self.font = font
    centsOfZones = [Double](repeating: 0, count: cents.count)
    headersOfZones = [Int?](repeating: nil, count: cents.count)
    residualCentsOfHeaders = [Double](repeating: 0, count: font.samples.count)
    var zonesOfSamples = [[Int]](repeating: [], count: font.samples.count)
    for zone in 0..<font.instrumentZones.count {
      guard let sample = Self.sampleGenerator(of: zone, in: font)?.sample else { continue }
      zonesOfSamples[sample].append(zone)
    }
    for (sample, zones) in zonesOfSamples.enumerated() where !zones.isEmpty {
      retune(zones, header: sample, cents, variants)
    }
  }

  /// Assigns headers to the zones of one sample. The most frequent tuning keeps the original one.
  private mutating func retune(
    _ zones: [Int], header: Int, _ cents: [Double], _ variantsOfZones: [Int]?
  ) {
    let own = SampleTuning(font.samples[header])
    var variants: [(tuning: SampleTuning, number: Int, zones: [Int])] = []
    for zone in zones {
      let tuning = own.raised(by: cents[zone])
      let number = variantsOfZones?[zone] ?? 0
      let match = variants.firstIndex {
        $0.number == number && abs($0.tuning.cents(above: tuning)) < 0.005
      }
      if let match {
        variants[match].zones.append(zone)
      } else {
        variants.append((tuning, number, [zone]))
      }
    }
    variants.sort { ($1.zones.count, $0.zones[0]) < ($0.zones.count, $1.zones[0]) }
    for (rank, variant) in variants.enumerated() {
      var tuning = variant.tuning
      var assigned = header
      let remainder = cents[variant.zones[0]] - tuning.cents(above: own)
      if rank == 0 {
        if tuning != own { changed.append((header, tuning)) }
        residualCentsOfHeaders[header] = remainder
      } else if font.samples.count + added.count < Self.headerLimit {
        assigned = font.samples.count + added.count
        for zone in variant.zones { reassigned.append((zone, assigned)) }
        added.append((header, tuning))
        residualCentsOfHeaders.append(remainder)
      } else {
        tuning = variants[0].tuning
      }
      for zone in variant.zones {
        centsOfZones[zone] = tuning.cents(above: own)
        headersOfZones[zone] = assigned
      }
    }
  }

  /// Returns the index of the zone's sample generator, and its sample; `nil` if it has none.
  private static func sampleGenerator(
    of zone: Int, in font: SoundFont
  ) -> (index: Int, sample: Int)? {
    let records = font.instrumentZones.generators(ofZone: zone)
    guard let index = records.firstIndex(where: { $0.generator == .sampleID }),
      Int(records[index].amount) < font.samples.count
    else { return nil }
    return (index, Int(records[index].amount))
  }
}

// The file, §4 and §7.
extension SoundFontRetuning {
  private static var headerSize: Int { 46 }

  /// Returns the whole file. Allocates its size in memory; do not call on the audio thread.
  public func bytes() throws(InstrumentFileError) -> [UInt8] {
    let chunks = try tables()
    let origin = chunks.headers.content.lowerBound
    let insertion = origin + Self.headerSize * font.samples.count
    let growth = Self.headerSize * added.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(font.storage.bytes.count + growth)
    bytes += font.storage.bytes[..<insertion]
    for (header, tuning) in added {
      bytes += font.storage.bytes[(origin + Self.headerSize * header)...].prefix(Self.headerSize)
      Self.write(tuning, into: &bytes, at: bytes.count - Self.headerSize)
    }
    bytes += font.storage.bytes[insertion...]
    for (header, tuning) in changed {
      Self.write(tuning, into: &bytes, at: origin + Self.headerSize * header)
    }
    // Returns an offset after `growth` bytes were inserted.
    func shifted(_ offset: Int) -> Int { offset >= insertion ? offset + growth : offset }
    for (zone, header) in reassigned {
      guard let generator = Self.sampleGenerator(of: zone, in: font) else { continue }
      let amount = shifted(chunks.generators.content.lowerBound + 4 * generator.index + 2)
      Self.write(UInt32(header), count: 2, into: &bytes, at: amount)
    }
    for chunk in [0, chunks.list.headerOffset, chunks.headers.headerOffset] where growth > 0 {
      let size = Int64(font.storage.bytes.uint32(at: chunk + 4) ?? 0) + Int64(growth)
      Self.write(UInt32(clamping: size), count: 4, into: &bytes, at: shifted(chunk + 4))
    }
    return bytes
  }

  /// Returns the pdta list and the two chunks to change: the first of each, as in reading.
  private func tables() throws(InstrumentFileError) -> (
    list: RIFFChunk, generators: RIFFChunk, headers: RIFFChunk
  ) {
    var file = try RIFFReader(file: font.storage.bytes, form: SoundFont.formType)
    while let list = try file.next() {
      guard list.form == "pdta" else { continue }
      var contents = try file.contents(of: list)
      var generators: RIFFChunk?
      var headers: RIFFChunk?
      while let chunk = try contents.next() {
        if chunk.code == "igen" && generators == nil { generators = chunk }
        if chunk.code == "shdr" && headers == nil { headers = chunk }
      }
      if let generators, let headers { return (list, generators, headers) }
      break
    }
    throw .missing("pdta", at: 0)
  }

  private static func write(_ tuning: SampleTuning, into bytes: inout [UInt8], at header: Int) {
    write(tuning.sampleRate, count: 4, into: &bytes, at: header + 36)
    bytes[header + 41] = UInt8(bitPattern: tuning.pitchCorrection)
  }

  private static func write(
    _ value: UInt32, count: Int, into bytes: inout [UInt8], at offset: Int
  ) {
    for index in 0..<count {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
    }
  }
}

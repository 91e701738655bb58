import PeachInstrumentModel

/// A SoundFont file with its instruments' zones raised or lowered by parts of a cent, for any
/// synthesizer to play.
///
/// The pitch is moved in the sample headers, by whole cents and the sample rate. Zones that share a
/// sample and want different pitches get headers of their own, which point to the same frames.
/// Everything else stays as it is in the file, to the byte; this goes for SF3 files too.
///
/// ```swift
/// var cents = [Double](repeating: 0, count: font.instrumentZones.count)
/// cents[7] = -3.14
/// let retuning = SoundFontRetuning(font, centsOfZones: cents)
/// retuning.centsOfZones[7]  // -3.1396…
/// try retuning.bytes()      // the whole file
/// ```
public struct SoundFontRetuning: Sendable {
  /// How far each instrument zone is raised, in cents: what was asked for, to a hundredth or so.
  public private(set) var centsOfZones: [Double]
  /// How much higher each sample header of the new file would have to sound, those that are added
  /// behind the others, in cents: what headers cannot say.
  public private(set) var centsLeftOfHeaders: [Double]
  /// The header that each instrument zone plays in the new file; nil where it plays none.
  public private(set) var headersOfZones: [Int?]
  /// How many sample headers say something new, those that are new altogether counted.
  public private(set) var changedHeaderCount = 0
  /// How many sample headers were added.
  public var addedHeaderCount: Int { added.count }

  private let font: SoundFont
  private var changed: [(header: Int, tuning: SampleTuning)] = []
  private var added: [(header: Int, tuning: SampleTuning)] = []
  private var moved: [(zone: Int, header: Int)] = []

  /// More headers than this no zone can name.
  private static var headerLimit: Int { 65535 }

  /// A file whose instrument zones sound so many cents higher, each; 0 where they stay as they are.
  public init(_ font: SoundFont, centsOfZones cents: [Double]) {
    precondition(cents.count == font.instrumentZones.count, "One number for each zone.")
    self.font = font
    centsOfZones = [Double](repeating: 0, count: cents.count)
    headersOfZones = [Int?](repeating: nil, count: cents.count)
    centsLeftOfHeaders = [Double](repeating: 0, count: font.samples.count)
    var zones = font.instrumentZones.bags.indices.dropLast().compactMap { zone in
      Self.sampleGenerator(of: zone, in: font).map { (zone: zone, sample: $0.sample) }
    }
    zones.sort { ($0.sample, $0.zone) < ($1.sample, $1.zone) }
    var start = 0
    while start < zones.count {
      var end = start
      while end < zones.count && zones[end].sample == zones[start].sample { end += 1 }
      retune(zones[start..<end].map { $0.zone }, header: zones[start].sample, cents)
      start = end
    }
    changedHeaderCount = changed.count + added.count
  }

  /// Gives the zones of one sample the headers they need; what most of them want stays in place.
  private mutating func retune(_ zones: [Int], header: Int, _ cents: [Double]) {
    let own = SampleTuning(font.samples[header])
    var variants: [(tuning: SampleTuning, zones: [Int])] = []
    for zone in zones {
      let tuning = SampleTuning(font.samples[header], raisedBy: cents[zone])
      if let place = variants.firstIndex(where: { abs($0.tuning.cents(above: tuning)) < 0.005 }) {
        variants[place].zones.append(zone)
      } else {
        variants.append((tuning, [zone]))
      }
    }
    variants.sort { ($1.zones.count, $0.zones[0]) < ($0.zones.count, $1.zones[0]) }
    for (place, variant) in variants.enumerated() {
      var tuning = variant.tuning
      var played = header
      let left = cents[variant.zones[0]] - tuning.cents(above: own)
      if place == 0 {
        if tuning != own { changed.append((header, tuning)) }
        centsLeftOfHeaders[header] = left
      } else if font.samples.count + added.count < Self.headerLimit {
        played = font.samples.count + added.count
        for zone in variant.zones { moved.append((zone, played)) }
        added.append((header, tuning))
        centsLeftOfHeaders.append(left)
      } else {
        tuning = variants[0].tuning
      }
      for zone in variant.zones {
        centsOfZones[zone] = tuning.cents(above: own)
        headersOfZones[zone] = played
      }
    }
  }

  /// The generator that names a zone's sample, and the sample; nil where it plays none.
  private static func sampleGenerator(
    of zone: Int, in font: SoundFont
  ) -> (place: Int, sample: Int)? {
    let records = font.instrumentZones.generators(ofZone: zone)
    guard let place = records.firstIndex(where: { $0.number == 53 }),
      Int(records[place].amount) < font.samples.count
    else { return nil }
    return (place, Int(records[place].amount))
  }
}

// The file, §4 and §7.
extension SoundFontRetuning {
  private static var headerSize: Int { 46 }

  /// The whole file. Takes as much memory as it has bytes; not for the audio thread.
  public func bytes() throws(InstrumentFileError) -> [UInt8] {
    let places = try tables()
    let insertion = places.headers.content.lowerBound + Self.headerSize * font.samples.count
    let growth = Self.headerSize * added.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(font.storage.bytes.count + growth)
    bytes += font.storage.bytes[..<insertion]
    for new in added {
      let start = places.headers.content.lowerBound + Self.headerSize * new.header
      let first = bytes.count
      bytes += font.storage.bytes[start..<start + Self.headerSize]
      Self.write(new.tuning, into: &bytes, at: first)
    }
    bytes += font.storage.bytes[insertion...]
    for change in changed {
      let start = places.headers.content.lowerBound + Self.headerSize * change.header
      Self.write(change.tuning, into: &bytes, at: start)
    }
    for move in moved {
      guard let generator = Self.sampleGenerator(of: move.zone, in: font) else { continue }
      let amount = Self.place(
        places.generators.content.lowerBound + 4 * generator.place + 2, after: insertion, growth)
      Self.write(UInt32(move.header), count: 2, into: &bytes, at: amount)
    }
    if growth > 0 {
      for chunk in [0, places.list.headerOffset, places.headers.headerOffset] {
        let offset = Self.place(chunk + 4, after: insertion, growth)
        let stated = font.storage.bytes.uint32(at: chunk + 4) ?? 0
        Self.write(
          UInt32(clamping: Int64(stated) + Int64(growth)), count: 4, into: &bytes, at: offset)
      }
    }
    return bytes
  }

  /// Where a byte of the file is once so many are put in at `insertion`.
  private static func place(_ offset: Int, after insertion: Int, _ growth: Int) -> Int {
    offset >= insertion ? offset + growth : offset
  }

  /// The list of tables, and the two that are written to: the first of each, as in reading.
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
    throw InstrumentFileError(chunk: "pdta", offset: 0, reason: .missing)
  }

  private static func write(_ tuning: SampleTuning, into bytes: inout [UInt8], at header: Int) {
    write(tuning.sampleRate, count: 4, into: &bytes, at: header + 36)
    bytes[header + 41] = UInt8(bitPattern: tuning.pitchCorrection)
  }

  private static func write(
    _ number: UInt32, count: Int, into bytes: inout [UInt8], at offset: Int
  ) {
    for index in 0..<count {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index))
    }
  }
}

import PeachInstrumentModel

/// Reads the three lists of a SoundFont file.
struct SoundFontReader {
  /// The maximum number of INFO chunks. The format has eleven kinds.
  static var informationLimit: Int { 256 }

  private let storage: ByteStorage
  private var faults = SoundFontFaultList()
  private var information: [RIFFChunk] = []
  private var version: SoundFont.Version?
  private var hasInformation = false
  private var highBytes: RIFFChunk?
  private var lowBytes: RIFFChunk?
  private var hasSampleData = false
  private var presetData: PresetData?

  init(_ storage: ByteStorage) { self.storage = storage }

  mutating func read() throws(InstrumentFileError) -> SoundFont {
    var file = try RIFFReader(file: storage.bytes, form: SoundFont.formType)
    if let size = file.sizeMismatch {
      faults.add(.file, .fileSize(declared: size.declared, actual: size.actual), at: 4)
    }
    while let chunk = try file.next() {
      guard let form = chunk.form else { continue }
      var list = try file.contents(of: chunk)
      switch form {
      case "INFO" where !hasInformation: try readInformation(&list)
      case "sdta" where !hasSampleData: try readSampleData(&list)
      case "pdta" where presetData == nil:
        presetData = try PresetData(reading: &list, storage.bytes, faults: &faults)
      case "INFO", "sdta", "pdta": faults.addRepetition(chunk)
      default: break
      }
      addMissingPads(list, chunk)
    }
    addMissingPads(file, nil)
    if file.remainder > 1 { faults.add(.file, .trailingBytes(file.remainder), at: file.position) }
    return try soundFont()
  }

  private mutating func addMissingPads(_ reader: RIFFReader, _ list: RIFFChunk?) {
    if reader.unpaddedCount > 0 {
      faults.add(.file, .missingPad(list: list?.name), at: list?.headerOffset)
    }
  }

  private mutating func soundFont() throws(InstrumentFileError) -> SoundFont {
    let end = storage.bytes.count
    guard hasInformation else { throw .missing("INFO", at: end) }
    guard let version else { throw .missing("ifil", at: end) }
    guard let data = presetData else { throw .missing("pdta", at: end) }
    let high = highBytes?.content ?? 0..<0
    let low = usableLowBytes(high, version)
    var font = SoundFont(
      version: version, information: information, sampleBytes: high, lowSampleBytes: low,
      presets: data.presets, presetZones: data.presetZones, instruments: data.instruments,
      instrumentZones: data.instrumentZones, samples: data.samples, faults: faults,
      storage: storage)
    font.checkZones()
    return font
  }
}

// The INFO list, §5.
extension SoundFontReader {
  private mutating func readInformation(_ list: inout RIFFReader) throws(InstrumentFileError) {
    hasInformation = true
    var count = 0
    while let chunk = try list.next() {
      count += 1
      if chunk.code == "ifil" && version == nil { version = try readVersion(chunk) }
      if count <= Self.informationLimit { information.append(chunk) }
    }
    if count > Self.informationLimit {
      faults.add(.file, .tooManyInformationChunks(count: count, limit: Self.informationLimit))
    }
  }

  /// §5.1: unknown versions and chunks of another size than four bytes are errors.
  private mutating func readVersion(
    _ chunk: RIFFChunk
  ) throws(InstrumentFileError) -> SoundFont.Version {
    let start = chunk.content.lowerBound
    guard chunk.content.count == 4, let major = storage.bytes.uint16(at: start),
      let minor = storage.bytes.uint16(at: start + 2)
    else { throw chunk.error(.wrongSize(size: chunk.content.count, expected: 4)) }
    guard major == 2 || major == 3 else {
      throw chunk.error(.unsupportedVersion(major: Int(major), minor: Int(minor)))
    }
    if major == 2 && minor > 4 { faults.add(.file, .newerVersion(minor: Int(minor)), at: start) }
    return SoundFont.Version(major: major, minor: minor)
  }
}

// The sdta list, §6.
extension SoundFontReader {
  private mutating func readSampleData(_ list: inout RIFFReader) throws(InstrumentFileError) {
    hasSampleData = true
    while let chunk = try list.next() {
      switch chunk.code {
      case "smpl" where highBytes == nil: highBytes = chunk
      case "sm24" where lowBytes == nil: lowBytes = chunk
      default: break
      }
    }
  }

  /// §6.2: the low bytes require version 2.04 and one byte per frame.
  private mutating func usableLowBytes(
    _ high: Range<Int>, _ version: SoundFont.Version
  ) -> Range<Int>? {
    guard let chunk = lowBytes else { return nil }
    let frames = high.count / 2
    let count = chunk.content.count
    if version < SoundFont.Version(major: 2, minor: 4) {
      faults.add(.file, .lowBytesInOldVersion, at: chunk.headerOffset)
    } else if frames > 0, count == frames || count == frames + frames % 2 {
      return chunk.content
    } else {
      faults.add(.file, .lowByteCount(count, frameCount: frames), at: chunk.headerOffset)
    }
    return nil
  }
}

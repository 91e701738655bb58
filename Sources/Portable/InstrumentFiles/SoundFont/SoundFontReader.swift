import PeachInstrumentModel

/// Finds a SoundFont's three lists and puts together what they say.
struct SoundFontReader {
  /// More INFO chunks than this are left out: there are eleven kinds.
  static var informationLimit: Int { 256 }

  private let storage: ByteStorage
  private var warnings = WarningList()
  private var information: [SoundFont.InformationChunk] = []
  private var version: SoundFont.Version?
  private var hasInformation = false
  private var highBytes: RIFFChunk?
  private var lowBytes: RIFFChunk?
  private var hasSampleData = false
  private var presetData: PresetData?

  init(_ storage: ByteStorage) { self.storage = storage }

  mutating func read() throws(InstrumentFileError) -> SoundFont {
    var file = try RIFFReader(
      file: storage.bytes, form: SoundFont.formType, warnings: &warnings)
    while let chunk = try file.next() {
      guard let form = chunk.form else { continue }
      var list = try file.contents(of: chunk)
      switch form {
      case "INFO": try readInformation(&list, chunk)
      case "sdta": try readSampleData(&list, chunk)
      case "pdta":
        if presetData == nil {
          presetData = try PresetData(reading: &list, storage.bytes, warnings: &warnings)
        } else {
          warnOfSecond(chunk)
        }
      default: break
      }
      warnOfMissingPads(list)
    }
    warnOfMissingPads(file)
    if file.remainder > 1 {
      warnings.add(.file, "\(file.remainder) bytes at the end of the file are no chunk.")
    }
    return try soundFont()
  }

  private mutating func warnOfSecond(_ chunk: RIFFChunk) {
    warnings.add(
      .file, "There is a second list ‘\(chunk.name.description)’; the first one counts.")
  }

  private mutating func warnOfMissingPads(_ reader: RIFFReader) {
    if reader.unpaddedCount > 0 {
      warnings.add(.file, "A chunk of odd size is not followed by the byte that makes it even.")
    }
  }

  private func missing(_ code: FourCharacterCode) -> InstrumentFileError {
    InstrumentFileError(chunk: code, offset: storage.bytes.count, reason: .missing)
  }

  private mutating func soundFont() throws(InstrumentFileError) -> SoundFont {
    guard hasInformation else { throw missing("INFO") }
    guard let version else { throw missing("ifil") }
    guard let data = presetData else { throw missing("pdta") }
    let high = highBytes?.content ?? 0..<0
    let low = usableLowBytes(beside: high, version)
    var font = SoundFont(
      version: version, information: information, sampleBytes: high, lowSampleBytes: low,
      presets: data.presets, presetZones: data.presetZones, instruments: data.instruments,
      instrumentZones: data.instrumentZones, samples: data.samples, warnings: [],
      storage: storage)
    font.surveyZones(&warnings)
    font.warnings = warnings.all
    return font
  }
}

// The INFO list, §5.
extension SoundFontReader {
  private mutating func readInformation(
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) {
    if hasInformation { return warnOfSecond(whole) }
    hasInformation = true
    var count = 0
    while let chunk = try list.next() {
      count += 1
      if chunk.code == "ifil" && version == nil { version = try readVersion(chunk) }
      if count <= SoundFontReader.informationLimit {
        information.append(.init(code: chunk.code, bytes: chunk.content))
      }
    }
    if count > SoundFontReader.informationLimit {
      warnings.add(
        .file,
        "The INFO list has \(count) chunks; \(SoundFontReader.informationLimit) are kept.")
    }
  }

  /// §5.1: a file whose version has not four bytes is refused, as is one of an unknown version.
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
    if major == 2 && minor > 4 {
      warnings.add(.file, "Version 2.\(minor) is newer than 2.04, the last one there is.")
    }
    return SoundFont.Version(major: major, minor: minor)
  }
}

// The sdta list, §6.
extension SoundFontReader {
  private mutating func readSampleData(
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) {
    if hasSampleData { return warnOfSecond(whole) }
    hasSampleData = true
    while let chunk = try list.next() {
      switch chunk.code {
      case "smpl" where highBytes == nil: highBytes = chunk
      case "sm24" where lowBytes == nil: lowBytes = chunk
      default: break
      }
    }
  }

  /// §6.2: the low bytes count from version 2.04 on, where there is one for each frame.
  private mutating func usableLowBytes(
    beside high: Range<Int>, _ version: SoundFont.Version
  ) -> Range<Int>? {
    guard let low = lowBytes?.content else { return nil }
    let frames = high.count / 2
    if version < SoundFont.Version(major: 2, minor: 4) {
      warnings.add(.file, "The low bytes of 24-bit samples do not count before version 2.04.")
      return nil
    }
    guard frames > 0, low.count == frames || low.count == frames + frames % 2 else {
      warnings.add(
        .file,
        "\(low.count) low bytes do not fit \(frames) frames; samples have 16 bits.")
      return nil
    }
    return low
  }
}

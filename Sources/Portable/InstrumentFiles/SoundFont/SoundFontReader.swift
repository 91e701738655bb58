import PeachInstrumentModel

/// Finds a SoundFont's three lists and puts together what they say.
struct SoundFontReader {
  /// More INFO chunks than this are left out: there are eleven kinds.
  static var informationLimit: Int { 256 }

  private let storage: ByteStorage
  private var faults = SoundFontFaultList()
  private var information: [SoundFont.InformationChunk] = []
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
      case "INFO": try readInformation(&list, chunk)
      case "sdta": try readSampleData(&list, chunk)
      case "pdta":
        if presetData == nil {
          presetData = try PresetData(reading: &list, storage.bytes, faults: &faults)
        } else {
          noteRepetition(chunk)
        }
      default: break
      }
      noteMissingPads(list, chunk)
    }
    noteMissingPads(file, nil)
    if file.remainder > 1 {
      faults.add(.file, .trailingBytes(file.remainder), at: file.position)
    }
    return try soundFont()
  }

  private mutating func noteRepetition(_ chunk: RIFFChunk) {
    faults.add(.file, .repeatedChunk(chunk.name), at: chunk.headerOffset)
  }

  private mutating func noteMissingPads(_ reader: RIFFReader, _ list: RIFFChunk?) {
    if reader.unpaddedCount > 0 {
      faults.add(.file, .missingPad(list: list?.name), at: list?.headerOffset)
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
      instrumentZones: data.instrumentZones, samples: data.samples, faults: faults,
      storage: storage)
    font.checkZones()
    return font
  }
}

// The INFO list, §5.
extension SoundFontReader {
  private mutating func readInformation(
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) {
    if hasInformation { return noteRepetition(whole) }
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
      faults.add(
        .file,
        .tooManyInformationChunks(count: count, limit: SoundFontReader.informationLimit))
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
      faults.add(.file, .newerVersion(minor: Int(minor)), at: start)
    }
    return SoundFont.Version(major: major, minor: minor)
  }
}

// The sdta list, §6.
extension SoundFontReader {
  private mutating func readSampleData(
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) {
    if hasSampleData { return noteRepetition(whole) }
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
      faults.add(.file, .lowBytesInOldVersion, at: lowBytes?.headerOffset)
      return nil
    }
    guard frames > 0, low.count == frames || low.count == frames + frames % 2 else {
      faults.add(
        .file, .lowByteCount(low.count, frameCount: frames), at: lowBytes?.headerOffset)
      return nil
    }
    return low
  }
}

import PeachInstrumentModel

/// Reads an EXS24 file: a sequence of blocks, each with a header of 84 bytes and contents.
struct EXS24Reader {
  private(set) var instrument = EXS24Instrument()
  private let file: UnsafeRawBufferPointer
  private var hasInstrument = false

  private static var headerSize: Int { 84 }
  /// The distance within which a header is searched if bytes were lost or added.
  private static var searchDistance: Int { 64 }

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// Whether a file starts with an EXS24 header.
  static func recognizes(_ file: UnsafeRawBufferPointer) -> Bool {
    isBigEndian(file, at: 0) != nil && file.count >= headerSize && file[0] <= 1
      && file[3] & 0x0F <= 0x0B
  }

  /// Returns the byte order of a block's magic; `nil` if there is no header at the offset.
  private static func isBigEndian(_ file: UnsafeRawBufferPointer, at offset: Int) -> Bool? {
    guard offset >= 0, offset + headerSize <= file.count else { return nil }
    switch file.fourCharacterCode(at: offset + 16) {
    case "TBOS", "JBOS": return false
    case "SOBT", "SOBJ": return true
    default: return nil
    }
  }

  private func error(_ offset: Int, _ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    InstrumentFileError(
      chunk: file.fourCharacterCode(at: offset + 16), offset: min(offset, file.count),
      reason: reason)
  }

  mutating func read() throws(InstrumentFileError) {
    guard let isBigEndian = Self.isBigEndian(file, at: 0) else { throw error(0, .unknownFormat) }
    instrument.isBigEndian = isBigEndian
    var offset = 0
    var last = 0
    while offset < file.count {
      if !isHeader(offset) {
        guard let found = header(near: offset, after: last) else {
          try stop(at: offset)
          break
        }
        instrument.warnings.add(
          .file, "Bytes before byte \(found) were lost or added; continued with the block there.")
        offset = found
      }
      last = offset
      guard let contents = self.contents(at: offset) else {
        try stop(at: offset)
        break
      }
      add(contents, header: offset)
      offset = contents.upperBound
    }
    if !hasInstrument || instrument.zones.isEmpty {
      throw error(0, .nothingToPlay(firstWarning: nil))
    }
  }

  /// Ends reading at a damaged block. Throws unless zones have been read.
  private mutating func stop(at offset: Int) throws(InstrumentFileError) {
    guard hasInstrument, !instrument.zones.isEmpty else {
      throw error(
        offset, .truncated(needed: Self.headerSize, available: max(file.count - offset, 0)))
    }
    // Fewer bytes than a header at the end are padding.
    if file.count - offset >= Self.headerSize {
      instrument.warnings.add(
        .file, "No block found at byte \(offset); the rest of the file is ignored.")
    }
  }

  private func isHeader(_ offset: Int) -> Bool {
    Self.isBigEndian(file, at: offset) == instrument.isBigEndian
  }

  private func header(near offset: Int, after last: Int) -> Int? {
    (1...Self.searchDistance).lazy.flatMap { [offset - $0, offset + $0] }
      .first { $0 >= last + Self.headerSize && isHeader($0) }
  }

  /// Returns the range of a block's contents; `nil` if it exceeds the file. Some programs set
  /// unrelated high bits of the size: the size that leads to another block, or to the file's end,
  /// applies.
  private func contents(at offset: Int) -> Range<Int>? {
    let start = offset + Self.headerSize
    let declared = file.unsigned(offset + 4, 4, isBigEndian: instrument.isBigEndian)
    var ends: [Int] = []
    for size in [declared, declared & 0x7FFF_FFFF, declared & 0x7FFF]
    where size <= UInt64(file.count - start) {
      let end = start + Int(size)
      if end == file.count || isHeader(end) { return start..<end }
      ends.append(end)
    }
    return ends.first.map { start..<$0 }
  }

  private mutating func add(_ contents: Range<Int>, header: Int) {
    let payload = EXS24Payload(file: file, range: contents, isBigEndian: instrument.isBigEndian)
    let name = TextField.decode(UnsafeRawBufferPointer(rebasing: file[header + 20..<header + 84]))
    switch file[header + 3] & 0x0F {
    case 0:
      if !hasInstrument { instrument.name = name }
      hasInstrument = true
    case 1: instrument.zones.append(EXS24Zone(payload, name: name))
    case 2: instrument.groups.append(EXS24Group(payload, name: name))
    case 3: instrument.samples.append(EXS24Sample(payload, name: name))
    case 4: instrument.parameters = instrument.parameters ?? EXS24Parameters(payload)
    default: break
    }
  }
}

import PeachInstrumentModel

/// Reads an EXS24 file: blocks of a head with 84 bytes and contents, one behind the other.
struct EXS24Reader {
  private(set) var instrument = EXS24Instrument()
  private let file: UnsafeRawBufferPointer
  private var hasInstrument = false

  private static var headSize: Int { 84 }
  /// Where bytes were lost or added, the next head is looked for so far around.
  private static var searchDistance: Int { 64 }

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// Whether a file begins as one of these.
  static func recognizes(_ file: UnsafeRawBufferPointer) -> Bool {
    isBigEndian(file, at: 0) != nil && file.count >= headSize && file[0] <= 1
      && file[3] & 0x0F <= 0x0B
  }

  /// Which byte comes first, by the four letters of a block's head; nil where there is none.
  private static func isBigEndian(_ file: UnsafeRawBufferPointer, at place: Int) -> Bool? {
    guard place >= 0, place + headSize <= file.count else { return nil }
    switch file.fourCharacterCode(at: place + 16) {
    case "TBOS", "JBOS": return false
    case "SOBT", "SOBJ": return true
    default: return nil
    }
  }

  private func error(_ place: Int, _ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    InstrumentFileError(
      chunk: file.fourCharacterCode(at: place + 16), offset: min(place, file.count),
      reason: reason)
  }

  mutating func read() throws(InstrumentFileError) {
    guard let isBigEndian = Self.isBigEndian(file, at: 0) else {
      throw error(0, .unknownFormat)
    }
    instrument.isBigEndian = isBigEndian
    var place = 0
    var last = 0
    while place < file.count {
      if !isHead(place) {
        guard let found = head(near: place, after: last) else {
          try stop(at: place)
          break
        }
        instrument.warnings.add(
          .file, "Bytes are lost or added before byte \(found): the block there counts.")
        place = found
      }
      last = place
      guard let contents = self.contents(at: place) else {
        try stop(at: place)
        break
      }
      add(contents, head: place)
      place = contents.upperBound
    }
    if !hasInstrument || instrument.zones.isEmpty {
      throw error(0, .nothingToPlay(firstWarning: nil))
    }
  }

  /// The file is broken from here on: what was read is kept where it is worth that.
  private mutating func stop(at place: Int) throws(InstrumentFileError) {
    guard hasInstrument, !instrument.zones.isEmpty else {
      throw error(
        place,
        .truncated(needed: Self.headSize, available: max(file.count - place, 0)))
    }
    // Less than a head at the end is filling.
    if file.count - place >= Self.headSize {
      instrument.warnings.add(
        .file, "From byte \(place) on there are no more blocks; the rest is not read.")
    }
  }

  private func isHead(_ place: Int) -> Bool {
    Self.isBigEndian(file, at: place) == instrument.isBigEndian
  }

  private func head(near place: Int, after last: Int) -> Int? {
    for distance in 1...Self.searchDistance {
      for candidate in [place - distance, place + distance]
      where candidate >= last + Self.headSize && isHead(candidate) {
        return candidate
      }
    }
    return nil
  }

  /// Where a block's contents are. Some writers set high bits in the size that do not belong to it:
  /// the size that leads to another block, or to the file's end, is the right one; nil where none is within.
  private func contents(at place: Int) -> Range<Int>? {
    let start = place + Self.headSize
    let stated = file.unsigned(place + 4, 4, isBigEndian: instrument.isBigEndian)
    var ends: [Int] = []
    for size in [stated, stated & 0x7FFF_FFFF, stated & 0x7FFF]
    where size <= UInt64(file.count - start) {
      let end = start + Int(size)
      if end == file.count || isHead(end) { return start..<end }
      ends.append(end)
    }
    return ends.first.map { start..<$0 }
  }

  private mutating func add(_ contents: Range<Int>, head: Int) {
    let payload = EXS24Payload(
      file: file, range: contents, isBigEndian: instrument.isBigEndian)
    let name = TextField.decode(UnsafeRawBufferPointer(rebasing: file[head + 20..<head + 84]))
    switch file[head + 3] & 0x0F {
    case 0:
      if !hasInstrument { instrument.name = name }
      hasInstrument = true
    case 1: instrument.zones.append(EXS24Zone(payload, name: name))
    case 2: instrument.groups.append(EXS24Group(payload, name: name))
    case 3: instrument.samples.append(EXS24Sample(payload, name: name))
    case 4:
      if instrument.parameters == nil { instrument.parameters = EXS24Parameters(payload) }
    default: break
    }
  }
}

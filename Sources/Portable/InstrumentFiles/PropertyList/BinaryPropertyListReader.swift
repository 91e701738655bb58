import PeachInstrumentModel
import PeachMusicUnits

/// Reads binary property lists: a table of objects that name each other by number.
///
/// The layout is that of Apple's CFBinaryPList.c, whose head describes it: `bplist00`, the objects,
/// the table of where they are, and a trailer of 32 bytes.
struct BinaryPropertyListReader {
  private let file: UnsafeRawBufferPointer
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let top: Int
  private let table: Int
  /// Texts and numbers, which many may share.
  private var known: [Int: PropertyList] = [:]
  /// Objects yet to be read before a list counts as one that only exists to fill memory: one that
  /// is a tree has no more references than bytes.
  private var budget: Int

  init(_ file: UnsafeRawBufferPointer) throws(InstrumentFileError) {
    self.file = file
    budget = file.count
    guard file.count >= 40 else {
      throw PropertyListReader.error(
        file, file.count, .truncated(needed: 40, available: file.count))
    }
    let trailer = file.count - 32
    func number(_ offset: Int) -> Int {
      Int(clamping: file.unsigned(trailer + offset, 8, isBigEndian: true))
    }
    offsetSize = Int(file[trailer + 6])
    referenceSize = Int(file[trailer + 7])
    objectCount = number(8)
    top = number(16)
    table = number(24)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount > 0,
      top >= 0, top < objectCount, table >= 8, table <= trailer,
      objectCount <= (trailer - table) / offsetSize
    else { throw PropertyListReader.error(file, trailer, .malformed) }
  }

  /// What the list is at its outermost.
  static func root(of file: UnsafeRawBufferPointer) -> PropertyListReader.Root? {
    do throws(InstrumentFileError) {
      let reader = try BinaryPropertyListReader(file)
      switch file[try reader.place(of: reader.top)] >> 4 {
      case 0xA: return .array
      case 0xD: return .dictionary
      default: return nil
      }
    } catch {
      return nil
    }
  }

  mutating func read() throws(InstrumentFileError) -> PropertyList { try object(top, depth: 0) }

  /// Where an object's first byte is.
  private func place(of object: Int) throws(InstrumentFileError) -> Int {
    let entry = table + object * offsetSize
    let place = Int(
      clamping: file.unsigned(entry, offsetSize, isBigEndian: true))
    guard place >= 8, place < table else {
      throw PropertyListReader.error(file, entry, .malformed)
    }
    return place
  }

  private mutating func object(
    _ index: Int, depth: Int
  ) throws(InstrumentFileError) -> PropertyList {
    if let value = known[index] {
      budget -= 1
      return value
    }
    let place = try place(of: index)
    guard depth < PropertyListReader.depthLimit else {
      throw error(place, .nestedTooDeep(limit: PropertyListReader.depthLimit))
    }
    guard budget > 0 else { throw error(place, .malformed) }
    budget -= 1
    let low = Int(file[place] & 0xF)
    let value: PropertyList
    switch file[place] >> 4 {
    case 0x0: value = .boolean(low == 9)
    case 0x1, 0x8: value = .integer(try integer(place, low))
    case 0x2: value = .real(try real(place, low))
    case 0x3, 0x4: value = .data
    case 0x5, 0x6: value = .text(try text(place))
    case 0xA, 0xC: return .array(try array(place, depth: depth))
    case 0xD: return .dictionary(try dictionary(place, depth: depth))
    default: throw error(place, .malformed)
    }
    known[index] = value
    return value
  }

  private func error(_ place: Int, _ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    PropertyListReader.error(file, place, reason)
  }

  /// A number of as many bytes as two to this power; identifiers (8) count their bytes from 1.
  private func integer(_ place: Int, _ low: Int) throws(InstrumentFileError) -> Int64 {
    let isIdentifier = file[place] >> 4 == 8
    let count = isIdentifier ? low + 1 : 1 << min(low, 5)
    guard count <= 16, place + 1 + count <= table else { throw error(place, .malformed) }
    // Of sixteen bytes the last eight; shorter ones have no sign.
    let used = min(count, 8)
    return Int64(
      bitPattern: file.unsigned(place + 1 + count - used, used, isBigEndian: true))
  }

  private func real(_ place: Int, _ low: Int) throws(InstrumentFileError) -> Double {
    let count = 1 << min(low, 5)
    guard count == 4 || count == 8, place + 1 + count <= table else {
      throw error(place, .malformed)
    }
    let bits = file.unsigned(place + 1, count, isBigEndian: true)
    return count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  /// How many things an object has, and where they begin: a count of 15 is a number of its own.
  private func contents(
    _ place: Int, size: Int
  ) throws(InstrumentFileError) -> (count: Int, start: Int) {
    var count = Int(file[place] & 0xF)
    var start = place + 1
    if count == 15 {
      guard start < table, file[start] >> 4 == 1, file[start] & 0xF <= 3 else {
        throw error(place, .malformed)
      }
      count = Int(clamping: try integer(start, Int(file[start] & 0xF)))
      start += 1 + 1 << Int(file[start] & 0xF)
    }
    guard count >= 0, start <= table, count <= (table - start) / size else {
      throw error(place, .malformed)
    }
    return (count, start)
  }

  private func text(_ place: Int) throws(InstrumentFileError) -> String {
    if file[place] >> 4 == 5 {
      let (count, start) = try contents(place, size: 1)
      return String(
        fileText: UnsafeRawBufferPointer(rebasing: file[start..<start + count]))
    }
    let (count, start) = try contents(place, size: 2)
    var units: [UInt16] = []
    units.reserveCapacity(count)
    for index in 0..<count {
      units.append(
        UInt16(file.integer(start + 2 * index, 2, isBigEndian: true)))
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func array(
    _ place: Int, depth: Int
  ) throws(InstrumentFileError) -> [PropertyList] {
    let (count, start) = try contents(place, size: referenceSize)
    var elements: [PropertyList] = []
    for index in 0..<count {
      elements.append(try object(reference(start, index), depth: depth + 1))
    }
    return elements
  }

  private mutating func dictionary(
    _ place: Int, depth: Int
  ) throws(InstrumentFileError) -> [String: PropertyList] {
    // All names, and then all values.
    let (count, start) = try contents(place, size: 2 * referenceSize)
    var members: [String: PropertyList] = [:]
    for index in 0..<count {
      guard case .text(let key) = try object(reference(start, index), depth: depth + 1) else {
        throw error(place, .malformed)
      }
      members[key] = try object(reference(start, count + index), depth: depth + 1)
    }
    return members
  }

  private func reference(_ start: Int, _ index: Int) throws(InstrumentFileError) -> Int {
    let place = start + index * referenceSize
    let value = Int(
      clamping: file.unsigned(place, referenceSize, isBigEndian: true))
    guard value < objectCount else { throw error(place, .malformed) }
    return value
  }
}

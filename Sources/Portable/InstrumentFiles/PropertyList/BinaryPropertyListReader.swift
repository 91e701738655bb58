import PeachInstrumentModel
import PeachMusicUnits

/// Reads binary property lists: a table of objects that refer to each other by index. The layout is
/// documented in Apple's CFBinaryPList.c: `bplist00`, the objects, the table of their offsets, and
/// a trailer of 32 bytes.
struct BinaryPropertyListReader {
  private let file: UnsafeRawBufferPointer
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let rootIndex: Int
  private let tableOffset: Int
  /// The strings and numbers read so far, which several objects may share.
  private var cache = KeyedArray<Int, PropertyList>()
  /// The keys read so far, by the index of their object.
  private var keys = KeyedArray<Int, PropertyListKey>()
  /// The number of objects that may still be read. A tree has fewer references than bytes; more
  /// indicate a file that is crafted to exhaust memory.
  private var budget: Int
  /// The number of bytes of text that may still be read. Each string is read once; strings with
  /// more bytes than the file overlap, which indicates the same.
  private var textBudget: Int

  init(_ file: UnsafeRawBufferPointer) throws(InstrumentFileError) {
    self.file = file
    budget = file.count
    textBudget = file.count
    guard file.count >= 40 else {
      throw PropertyListReader.error(
        file, file.count, .truncated(needed: 40, available: file.count))
    }
    let trailer = file.count - 32
    func number(_ offset: Int) -> Int { file.integer(trailer + offset, 8, isBigEndian: true) }
    offsetSize = Int(file[trailer + 6])
    referenceSize = Int(file[trailer + 7])
    objectCount = number(8)
    rootIndex = number(16)
    tableOffset = number(24)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount > 0,
      rootIndex >= 0, rootIndex < objectCount, tableOffset >= 8, tableOffset <= trailer,
      objectCount <= (trailer - tableOffset) / offsetSize
    else { throw PropertyListReader.error(file, trailer, .malformed) }
  }

  /// Returns the type of the root object; `nil` if it is neither array nor dictionary.
  static func root(of file: UnsafeRawBufferPointer) -> PropertyListReader.Root? {
    guard let reader = try? BinaryPropertyListReader(file),
      let offset = try? reader.offset(of: reader.rootIndex)
    else { return nil }
    return switch file[offset] >> 4 {
    case 0xA: .array
    case 0xD: .dictionary
    default: nil
    }
  }

  mutating func read() throws(InstrumentFileError) -> PropertyList {
    try object(rootIndex, depth: 0)
  }

  private func offset(of object: Int) throws(InstrumentFileError) -> Int {
    let entry = tableOffset + object * offsetSize
    let offset = file.integer(entry, offsetSize, isBigEndian: true)
    guard offset >= 8, offset < tableOffset else {
      throw PropertyListReader.error(file, entry, .malformed)
    }
    return offset
  }

  private mutating func object(
    _ index: Int, depth: Int
  ) throws(InstrumentFileError) -> PropertyList {
    if let value = cache[index] {
      budget -= 1
      return value
    }
    let offset = try offset(of: index)
    guard depth < PropertyListReader.depthLimit else {
      throw error(offset, .nestedTooDeep(limit: PropertyListReader.depthLimit))
    }
    guard budget > 0 else { throw error(offset, .malformed) }
    budget -= 1
    let low = Int(file[offset] & 0xF)
    let value: PropertyList
    switch file[offset] >> 4 {
    case 0x0: value = .boolean(low == 9)
    case 0x1, 0x8: value = .integer(try integer(offset, low))
    case 0x2: value = .real(try real(offset, low))
    case 0x3, 0x4: value = .data
    case 0x5, 0x6: value = .text(try text(offset))
    case 0xA, 0xC: return .array(try array(offset, depth: depth))
    case 0xD: return .dictionary(try dictionary(offset, depth: depth))
    default: throw error(offset, .malformed)
    }
    cache.setValue(value, for: index)
    return value
  }

  private func error(_ offset: Int, _ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    PropertyListReader.error(file, offset, reason)
  }

  /// Returns an integer of 2^`low` bytes, or an identifier (type 8) of `low` + 1 bytes.
  private func integer(_ offset: Int, _ low: Int) throws(InstrumentFileError) -> Int64 {
    let isIdentifier = file[offset] >> 4 == 8
    let count = isIdentifier ? low + 1 : 1 << min(low, 5)
    guard count <= 16, offset + 1 + count <= tableOffset else { throw error(offset, .malformed) }
    // Of 16 bytes the last eight apply; fewer than eight are unsigned.
    let used = min(count, 8)
    return Int64(bitPattern: file.unsigned(offset + 1 + count - used, used, isBigEndian: true))
  }

  private func real(_ offset: Int, _ low: Int) throws(InstrumentFileError) -> Double {
    let count = 1 << min(low, 5)
    guard count == 4 || count == 8, offset + 1 + count <= tableOffset else {
      throw error(offset, .malformed)
    }
    let bits = file.unsigned(offset + 1, count, isBigEndian: true)
    return count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  /// Returns the count and the offset of an object's contents. A count of 15 is followed by an
  /// integer with the actual count.
  private func contents(
    _ offset: Int, size: Int
  ) throws(InstrumentFileError) -> (count: Int, start: Int) {
    var count = Int(file[offset] & 0xF)
    var start = offset + 1
    if count == 15 {
      guard start < tableOffset, file[start] >> 4 == 1, file[start] & 0xF <= 3 else {
        throw error(offset, .malformed)
      }
      count = Int(clamping: try integer(start, Int(file[start] & 0xF)))
      start += 1 + 1 << Int(file[start] & 0xF)
    }
    guard count >= 0, start <= tableOffset, count <= (tableOffset - start) / size else {
      throw error(offset, .malformed)
    }
    return (count, start)
  }

  private mutating func text(_ offset: Int) throws(InstrumentFileError) -> String {
    let isASCII = file[offset] >> 4 == 5
    let (count, start) = try contents(offset, size: isASCII ? 1 : 2)
    textBudget -= isASCII ? count : 2 * count
    guard textBudget >= 0 else { throw error(offset, .malformed) }
    if isASCII {
      return String(fileText: UnsafeRawBufferPointer(rebasing: file[start..<start + count]))
    }
    let units = (0..<count).map { UInt16(file.integer(start + 2 * $0, 2, isBigEndian: true)) }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func array(
    _ offset: Int, depth: Int
  ) throws(InstrumentFileError) -> [PropertyList] {
    let (count, start) = try contents(offset, size: referenceSize)
    var elements: [PropertyList] = []
    for index in 0..<count {
      elements.append(try object(reference(start, index), depth: depth + 1))
    }
    return elements
  }

  private mutating func dictionary(
    _ offset: Int, depth: Int
  ) throws(InstrumentFileError) -> KeyedArray<PropertyListKey, PropertyList> {
    // All keys precede all values.
    let (count, start) = try contents(offset, size: 2 * referenceSize)
    var members = KeyedArray<PropertyListKey, PropertyList>()
    for index in 0..<count {
      let key = try key(reference(start, index), of: offset, depth: depth + 1)
      members.setValue(try object(reference(start, count + index), depth: depth + 1), for: key)
    }
    return members
  }

  /// Returns the key at an index of the object table, of a dictionary at an offset.
  private mutating func key(
    _ index: Int, of dictionary: Int, depth: Int
  ) throws(InstrumentFileError) -> PropertyListKey {
    guard case .text(let text) = try object(index, depth: depth) else {
      throw error(dictionary, .malformed)
    }
    if let key = keys[index] { return key }
    let key = PropertyListKey(text)
    keys.setValue(key, for: index)
    return key
  }

  private func reference(_ start: Int, _ index: Int) throws(InstrumentFileError) -> Int {
    let offset = start + index * referenceSize
    let value = file.integer(offset, referenceSize, isBigEndian: true)
    guard value < objectCount else { throw error(offset, .malformed) }
    return value
  }
}

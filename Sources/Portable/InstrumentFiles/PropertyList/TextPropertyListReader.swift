import PeachInstrumentModel
import PeachMusicUnits

/// Reads property lists of text: XML as far as its document type, PropertyList-1.0.dtd, needs it.
///
/// What that does not need is refused: declarations within the file, and so entities that grow.
struct TextPropertyListReader {
  private let file: UnsafeRawBufferPointer
  private var place = 0
  /// Behind `<plist>`, where text that stands between elements means nothing: templates have some.
  private var isInside = false

  /// A mark: the beginning or the end of an element, or an element without contents.
  private struct Mark {
    var name: Range<Int>
    var isEnd: Bool
    var isEmpty: Bool
  }

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// What the list is at its outermost; nil for text that is no property list.
  mutating func root() -> PropertyListReader.Root? {
    do throws(InstrumentFileError) {
      try skipProlog()
      let mark = try mark()
      if isNamed(mark, "array") { return .array }
      return isNamed(mark, "dict") ? .dictionary : nil
    } catch {
      return nil
    }
  }

  mutating func read() throws(InstrumentFileError) -> PropertyList {
    try skipProlog()
    let first = try mark()
    return try value(first, depth: 0)
  }

  func rebased(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: file[range])
  }

  private func error(_ place: Int, _ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    PropertyListReader.error(file, place, reason)
  }

  /// Goes behind `<plist>`.
  private mutating func skipProlog() throws(InstrumentFileError) {
    // UTF-8's byte order mark.
    if starts("\u{FEFF}") { place = 3 }
    let mark = try mark()
    guard isNamed(mark, "plist"), !mark.isEnd, !mark.isEmpty else {
      throw error(mark.name.lowerBound, .unknownFormat)
    }
    isInside = true
  }

  private func starts(_ text: StaticString) -> Bool {
    guard file.count - place >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where file[place + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  private func isNamed(_ mark: Mark, _ name: StaticString) -> Bool {
    guard mark.name.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<name.utf8CodeUnitCount
    where file[mark.name.lowerBound + index] != name.utf8Start[index] {
      return false
    }
    return true
  }

  /// Goes behind the next place where a text stands.
  private mutating func skip(past text: StaticString) throws(InstrumentFileError) {
    let start = place
    while place < file.count {
      if starts(text) {
        place += text.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw error(start, .truncated(needed: file.count - start + 1, available: file.count - start))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The next mark; comments, instructions and the document type before it are passed over, and
  /// within the list stray text.
  private mutating func mark() throws(InstrumentFileError) -> Mark {
    while place < file.count {
      if Self.isBlank(file[place]) || (isInside && file[place] != 0x3C) {
        place += 1
      } else if starts("<!--") {
        place += 4
        try skip(past: "-->")
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<!DOCTYPE") {
        let start = place
        try skip(past: ">")
        // Declarations of its own begin with a bracket.
        if file[start..<place].contains(0x5B) { throw error(start, .malformed) }
      } else if starts("<") {
        return try markHere()
      } else {
        throw error(place, .malformed)
      }
    }
    throw error(place, .truncated(needed: 1, available: 0))
  }

  private mutating func markHere() throws(InstrumentFileError) -> Mark {
    place += 1
    let isEnd = starts("/")
    if isEnd { place += 1 }
    let start = place
    while place < file.count, !Self.isBlank(file[place]), file[place] != 0x3E, file[place] != 0x2F {
      place += 1
    }
    let name = start..<place
    try skip(past: ">")
    return Mark(name: name, isEnd: isEnd, isEmpty: !isEnd && file[place - 2] == 0x2F)
  }

  private mutating func value(
    _ mark: Mark, depth: Int
  ) throws(InstrumentFileError) -> PropertyList {
    guard !mark.isEnd else { throw error(mark.name.lowerBound, .malformed) }
    guard depth < PropertyListReader.depthLimit else {
      throw error(
        mark.name.lowerBound, .nestedTooDeep(limit: PropertyListReader.depthLimit))
    }
    if isNamed(mark, "dict") { return .dictionary(try dictionary(mark, depth: depth)) }
    if isNamed(mark, "array") { return .array(try array(mark, depth: depth)) }
    let contents = try contents(mark)
    if isNamed(mark, "true") { return .boolean(true) }
    if isNamed(mark, "false") { return .boolean(false) }
    if isNamed(mark, "string") { return .text(text(contents)) }
    if isNamed(mark, "data") || isNamed(mark, "date") { return .data }
    let isWhole = isNamed(mark, "integer")
    guard isWhole || isNamed(mark, "real") else {
      throw error(mark.name.lowerBound, .malformed)
    }
    if let value = HexadecimalInteger.value(file[contents]) {
      return isWhole ? .integer(value) : .real(Double(value))
    }
    guard let number = DecimalNumber(text: file[contents]) else {
      throw error(contents.lowerBound, .malformed)
    }
    if isWhole, let integer = number.integer { return .integer(integer) }
    return .real(number.value)
  }

  private mutating func array(
    _ mark: Mark, depth: Int
  ) throws(InstrumentFileError) -> [PropertyList] {
    var elements: [PropertyList] = []
    if mark.isEmpty { return elements }
    while true {
      let next = try self.mark()
      if next.isEnd {
        guard isNamed(next, "array") else { throw error(next.name.lowerBound, .malformed) }
        return elements
      }
      elements.append(try value(next, depth: depth + 1))
    }
  }

  private mutating func dictionary(
    _ mark: Mark, depth: Int
  ) throws(InstrumentFileError) -> [String: PropertyList] {
    var members: [String: PropertyList] = [:]
    if mark.isEmpty { return members }
    while true {
      let next = try self.mark()
      if next.isEnd {
        guard isNamed(next, "dict") else { throw error(next.name.lowerBound, .malformed) }
        return members
      }
      guard isNamed(next, "key") else { throw error(next.name.lowerBound, .malformed) }
      let key = text(try contents(next))
      let first = try self.mark()
      members[key] = try value(first, depth: depth + 1)
    }
  }

  /// What lies between a mark and the end that belongs to it: text, without marks within.
  private mutating func contents(_ mark: Mark) throws(InstrumentFileError) -> Range<Int> {
    if mark.isEmpty { return place..<place }
    let start = place
    while place < file.count {
      if starts("<![CDATA[") {
        try skip(past: "]]>")
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<") {
        let end = place
        let next = try markHere()
        guard next.isEnd, file[next.name].elementsEqual(file[mark.name]) else {
          throw error(end, .malformed)
        }
        return start..<end
      } else {
        place += 1
      }
    }
    throw error(start, .truncated(needed: file.count - start + 1, available: file.count - start))
  }
}

import PeachInstrumentModel
import PeachMusicUnits

/// Reads XML property lists: the subset of XML that PropertyList-1.0.dtd needs.
///
/// Internal declarations, and with them expanding entities, are rejected.
struct TextPropertyListReader {
  private let file: UnsafeRawBufferPointer
  private var position = 0
  /// Whether the position is after `<plist>`. There, text between elements is ignored.
  private var isInside = false

  /// A start, end or empty-element tag.
  private struct Tag {
    var name: Range<Int>
    var isEnd: Bool
    var isEmpty: Bool
  }

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// Returns the type of the root; `nil` if it is neither array nor dictionary.
  mutating func root() -> PropertyListReader.Root? {
    do throws(InstrumentFileError) {
      try skipProlog()
      let tag = try tag()
      if isNamed(tag, "array") { return .array }
      return isNamed(tag, "dict") ? .dictionary : nil
    } catch {
      return nil
    }
  }

  mutating func read() throws(InstrumentFileError) -> PropertyList {
    try skipProlog()
    let first = try tag()
    return try value(first, depth: 0)
  }

  func rebased(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: file[range])
  }

  private func error(_ offset: Int, _ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    PropertyListReader.error(file, offset, reason)
  }

  /// Advances past `<plist>`.
  private mutating func skipProlog() throws(InstrumentFileError) {
    // UTF-8's byte order tag.
    if starts("\u{FEFF}") { position = 3 }
    let tag = try tag()
    guard isNamed(tag, "plist"), !tag.isEnd, !tag.isEmpty else {
      throw error(tag.name.lowerBound, .unknownFormat)
    }
    isInside = true
  }

  private func starts(_ text: StaticString) -> Bool {
    guard file.count - position >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where file[position + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  private func isNamed(_ tag: Tag, _ name: StaticString) -> Bool {
    guard tag.name.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<name.utf8CodeUnitCount
    where file[tag.name.lowerBound + index] != name.utf8Start[index] {
      return false
    }
    return true
  }

  /// Advances past the next occurrence of a string.
  private mutating func skip(past text: StaticString) throws(InstrumentFileError) {
    let start = position
    while position < file.count {
      if starts(text) {
        position += text.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw error(start, .truncated(needed: file.count - start + 1, available: file.count - start))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the next tag, skipping comments, processing instructions and the document type, and
  /// within the list stray text.
  private mutating func tag() throws(InstrumentFileError) -> Tag {
    while position < file.count {
      if Self.isBlank(file[position]) || (isInside && file[position] != 0x3C) {
        position += 1
      } else if starts("<!--") {
        position += 4
        try skip(past: "-->")
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<!DOCTYPE") {
        let start = position
        try skip(past: ">")
        // An internal subset starts with a bracket.
        if file[start..<position].contains(0x5B) { throw error(start, .malformed) }
      } else if starts("<") {
        return try tagHere()
      } else {
        throw error(position, .malformed)
      }
    }
    throw error(position, .truncated(needed: 1, available: 0))
  }

  private mutating func tagHere() throws(InstrumentFileError) -> Tag {
    position += 1
    let isEnd = starts("/")
    if isEnd { position += 1 }
    let start = position
    while position < file.count, !Self.isBlank(file[position]), file[position] != 0x3E,
      file[position] != 0x2F
    {
      position += 1
    }
    let name = start..<position
    try skip(past: ">")
    return Tag(name: name, isEnd: isEnd, isEmpty: !isEnd && file[position - 2] == 0x2F)
  }

  private mutating func value(
    _ tag: Tag, depth: Int
  ) throws(InstrumentFileError) -> PropertyList {
    guard !tag.isEnd else { throw error(tag.name.lowerBound, .malformed) }
    guard depth < PropertyListReader.depthLimit else {
      throw error(
        tag.name.lowerBound, .nestedTooDeep(limit: PropertyListReader.depthLimit))
    }
    if isNamed(tag, "dict") { return .dictionary(try dictionary(tag, depth: depth)) }
    if isNamed(tag, "array") { return .array(try array(tag, depth: depth)) }
    let contents = try contents(tag)
    if isNamed(tag, "true") { return .boolean(true) }
    if isNamed(tag, "false") { return .boolean(false) }
    if isNamed(tag, "string") { return .text(text(contents)) }
    if isNamed(tag, "data") || isNamed(tag, "date") { return .data }
    let isWhole = isNamed(tag, "integer")
    guard isWhole || isNamed(tag, "real") else {
      throw error(tag.name.lowerBound, .malformed)
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
    _ tag: Tag, depth: Int
  ) throws(InstrumentFileError) -> [PropertyList] {
    var elements: [PropertyList] = []
    if tag.isEmpty { return elements }
    while true {
      let next = try self.tag()
      if next.isEnd {
        guard isNamed(next, "array") else { throw error(next.name.lowerBound, .malformed) }
        return elements
      }
      elements.append(try value(next, depth: depth + 1))
    }
  }

  private mutating func dictionary(
    _ tag: Tag, depth: Int
  ) throws(InstrumentFileError) -> [String: PropertyList] {
    var members: [String: PropertyList] = [:]
    if tag.isEmpty { return members }
    while true {
      let next = try self.tag()
      if next.isEnd {
        guard isNamed(next, "dict") else { throw error(next.name.lowerBound, .malformed) }
        return members
      }
      guard isNamed(next, "key") else { throw error(next.name.lowerBound, .malformed) }
      let key = text(try contents(next))
      let first = try self.tag()
      members[key] = try value(first, depth: depth + 1)
    }
  }

  /// Returns the range between a start tag and its end tag, without nested tags.
  private mutating func contents(_ tag: Tag) throws(InstrumentFileError) -> Range<Int> {
    if tag.isEmpty { return position..<position }
    let start = position
    while position < file.count {
      if starts("<![CDATA[") {
        try skip(past: "]]>")
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<") {
        let end = position
        let next = try tagHere()
        guard next.isEnd, file[next.name].elementsEqual(file[tag.name]) else {
          throw error(end, .malformed)
        }
        return start..<end
      } else {
        position += 1
      }
    }
    throw error(start, .truncated(needed: file.count - start + 1, available: file.count - start))
  }
}

import PeachInstrumentModel
import PeachMusicUnits

/// Reads XML property lists: the subset of XML that PropertyList-1.0.dtd needs. Internal
/// declarations, and with them expanding entities, are rejected.
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
    guard (try? skipProlog()) != nil, let tag = try? tag() else { return nil }
    return isNamed(tag, "array") ? .array : isNamed(tag, "dict") ? .dictionary : nil
  }

  mutating func read() throws(InstrumentFileError) -> PropertyList {
    try skipProlog()
    return try value(tag(), depth: 0)
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

  private func starts(_ text: String) -> Bool { file[position...].starts(with: text.utf8) }

  private func isNamed(_ tag: Tag, _ name: String) -> Bool {
    file[tag.name].elementsEqual(name.utf8)
  }

  private mutating func skip(past text: String) throws(InstrumentFileError) {
    let start = position
    while position < file.count {
      if starts(text) {
        position += text.utf8.count
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
    let name = file[start...].prefix { !Self.isBlank($0) && $0 != 0x3E && $0 != 0x2F }.indices
    position = name.upperBound
    try skip(past: ">")
    return Tag(name: name, isEnd: isEnd, isEmpty: !isEnd && file[position - 2] == 0x2F)
  }

  private mutating func value(_ tag: Tag, depth: Int) throws(InstrumentFileError) -> PropertyList {
    guard !tag.isEnd else { throw error(tag.name.lowerBound, .malformed) }
    guard depth < PropertyListReader.depthLimit else {
      throw error(tag.name.lowerBound, .nestedTooDeep(limit: PropertyListReader.depthLimit))
    }
    if isNamed(tag, "dict") { return .dictionary(try dictionary(tag, depth: depth)) }
    if isNamed(tag, "array") { return .array(try array(tag, depth: depth)) }
    let contents = try contents(tag)
    if isNamed(tag, "true") { return .boolean(true) }
    if isNamed(tag, "false") { return .boolean(false) }
    if isNamed(tag, "string") { return .text(text(contents)) }
    if isNamed(tag, "data") || isNamed(tag, "date") { return .data }
    let isWhole = isNamed(tag, "integer")
    guard isWhole || isNamed(tag, "real") else { throw error(tag.name.lowerBound, .malformed) }
    if let value = Hexadecimal.integer(file[contents]) {
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
    while let next = try child(of: tag) { elements.append(try value(next, depth: depth + 1)) }
    return elements
  }

  private mutating func dictionary(
    _ tag: Tag, depth: Int
  ) throws(InstrumentFileError) -> KeyedArray<PropertyListKey, PropertyList> {
    var members = KeyedArray<PropertyListKey, PropertyList>()
    while let next = try child(of: tag) {
      guard isNamed(next, "key") else { throw error(next.name.lowerBound, .malformed) }
      let key = PropertyListKey(text(try contents(next)))
      members.setValue(try value(self.tag(), depth: depth + 1), for: key)
    }
    return members
  }

  /// Returns the tag of an element's next child; `nil` after the last one.
  private mutating func child(of parent: Tag) throws(InstrumentFileError) -> Tag? {
    if parent.isEmpty { return nil }
    let next = try tag()
    guard next.isEnd else { return next }
    guard file[next.name].elementsEqual(file[parent.name]) else {
      throw error(next.name.lowerBound, .malformed)
    }
    return nil
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

/// Character data of XML.
extension TextPropertyListReader {
  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Returns the text in a range with entities replaced and comments removed.
  private func text(_ range: Range<Int>) -> String {
    let bytes = UnsafeRawBufferPointer(rebasing: file[range])
    guard bytes.contains(where: { $0 == 0x26 || $0 == 0x3C }) else {
      return String(fileText: bytes)
    }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x26, let (character, length) = Self.entity(bytes, index) {
        result += String(character).utf8
        index += length
      } else if bytes[index] == 0x3C {
        let isComment = index + 2 < bytes.count && bytes[index + 2] == 0x2D
        let start = index + (isComment ? 4 : 9)
        let close: [UInt8] = isComment ? [0x2D, 0x2D, 0x3E] : [0x5D, 0x5D, 0x3E]
        var end = min(start, bytes.count)
        while end < bytes.count, !bytes[end...].starts(with: close) { end += 1 }
        if !isComment, start < end { result += bytes[start..<end] }
        index = end + 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(fileText: result)
  }

  /// Returns the character of an entity such as `&amp;`, `&#38;` or `&#x26;`, and the entity's
  /// length; `nil` if it is invalid.
  private static func entity(
    _ bytes: UnsafeRawBufferPointer, _ index: Int
  ) -> (Unicode.Scalar, Int)? {
    guard let end = bytes[index...].prefix(12).firstIndex(of: 0x3B) else { return nil }
    let name = Array(bytes[(index + 1)..<end])
    let length = end + 1 - index
    if let known = entities[String(decoding: name, as: UTF8.self)] { return (known, length) }
    guard name.first == 0x23 else { return nil }
    let isHexadecimal = name.count > 1 && name[1] | 0x20 == 0x78
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    if digits.isEmpty || digits.count > 7 { return nil }
    var value: UInt32 = 0
    for byte in digits {
      guard let digit = Hexadecimal.digit(byte), isHexadecimal || digit < 10 else { return nil }
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }
}

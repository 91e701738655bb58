import PeachMusicUnits

// Not in the page (decision 0093).
#if !hasFeature(Embedded)
  /// A tokenizer for the tags of XML and their attributes. Text, comments, CDATA sections,
  /// processing instructions and document types are skipped. There are no entities but the
  /// predefined ones and numbers, so that nothing expands.
  struct XMLTags {
    struct Tag {
      var name: String
      /// The attributes by name, in lower case.
      var attributes: [String: String] = [:]
      var isEnd = false
      var isEmpty = false
    }

    /// The maximum number of attributes of an element; others are ignored.
    private static var attributeLimit: Int { 256 }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { bytes = text }

    /// Returns the next tag, or `nil` at the end.
    mutating func next() -> Tag? {
      while let start = bytes[position...].firstIndex(of: 0x3C) {
        position = start
        if starts("<!--") {
          skip(past: "-->")
        } else if starts("<![CDATA[") {
          skip(past: "]]>")
        } else if starts("<?") {
          skip(past: "?>")
        } else if starts("<!") {
          skip(past: ">")
        } else {
          return tag()
        }
      }
      return nil
    }

    private func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func skip(past text: String) {
      let end = Array(text.utf8)
      var index = position
      while index < bytes.count {
        if bytes[index] == end[0], bytes[index...].starts(with: end) {
          position = index + end.count
          return
        }
        index += 1
      }
      position = bytes.count
    }

    private mutating func tag() -> Tag {
      position += 1
      var tag = Tag(name: "")
      if position < bytes.count, bytes[position] == 0x2F {
        tag.isEnd = true
        position += 1
      }
      tag.name = FilePath.folded(word())
      while position < bytes.count {
        skipBlanks()
        guard position < bytes.count else { break }
        switch bytes[position] {
        case 0x3E:
          position += 1
          return tag
        case 0x2F:
          tag.isEmpty = true
          position += 1
        // The tag is not closed.
        case 0x3C: return tag
        default: readAttribute(of: &tag)
        }
      }
      return tag
    }

    private mutating func readAttribute(of tag: inout Tag) {
      let start = position
      let name = FilePath.folded(word())
      skipBlanks()
      guard position < bytes.count, bytes[position] == 0x3D else {
        // An attribute without a value, or another character.
        if position == start { position += 1 }
        return
      }
      position += 1
      skipBlanks()
      guard position < bytes.count else { return }
      let quote = bytes[position]
      guard quote == 0x22 || quote == 0x27 else {
        _ = word()
        return
      }
      let first = position + 1
      let end = bytes[first...].firstIndex(of: quote) ?? bytes.count
      position = min(end + 1, bytes.count)
      if tag.attributes.count < Self.attributeLimit {
        tag.attributes[name] = SFZText.string(Self.unescaped(bytes[first..<end]))
      }
    }

    private mutating func word() -> String {
      let start = position
      while position < bytes.count, !Self.endsWord(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
      byte <= 0x20 || [0x2F, 0x3C, 0x3D, 0x3E, 0x22, 0x27].contains(byte)
    }

    private mutating func skipBlanks() {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// Replaces entities by their characters; unknown ones stay.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
      guard text.contains(0x26) else { return Array(text) }
      var result: [UInt8] = []
      var index = text.startIndex
      while index < text.endIndex {
        if text[index] == 0x26, let end = text[index...].prefix(12).firstIndex(of: 0x3B),
          let character = character(text[index + 1..<end])
        {
          result += Array(String(Character(character)).utf8)
          index = end + 1
        } else {
          result.append(text[index])
          index += 1
        }
      }
      return result
    }

    private static func character(_ entity: ArraySlice<UInt8>) -> Unicode.Scalar? {
      let name = String(decoding: entity, as: UTF8.self)
      switch name {
      case "amp": return "&"
      case "lt": return "<"
      case "gt": return ">"
      case "quot": return "\""
      case "apos": return "'"
      default: break
      }
      guard entity.first == 0x23 else { return nil }
      let digits = entity.dropFirst()
      let isHexadecimal = digits.first.map { $0 | 0x20 == 0x78 } ?? false
      let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
      return UInt32(text, radix: isHexadecimal ? 16 : 10).flatMap { Unicode.Scalar($0) }
    }
  }
#endif

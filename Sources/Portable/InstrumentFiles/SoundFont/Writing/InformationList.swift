/// The INFO list of a written file (SoundFont 2.04 §5).
struct InformationList {
  /// The maximum sizes of a text and of a comment, including the terminating zero (§5.2 to 5.11).
  static var textLimit: Int { 256 }
  static var commentLimit: Int { 65_536 }

  /// The chunks, version first, padded to even size.
  let bytes: [UInt8]

  init(_ contents: SoundFontContents, warnings: inout WarningList) {
    let version = Self.version(of: contents)
    var list = ByteList()
    list.append("ifil", size: 4)
    list.append(version.major, version.minor)
    for chunk in Self.complete(contents.information, &warnings) {
      list.append(chunk.code, chunk.bytes)
    }
    bytes = list.bytes
  }

  /// Raises the version to what samples need: 2.04 for 24 bits (§6.2), 3.01 for compressed ones.
  private static func version(of contents: SoundFontContents) -> SoundFont.Version {
    var version = contents.version
    if version.major <= 2 { version = min(version, .init(major: 2, minor: 4)) }
    for sample in contents.samples {
      switch sample.recording {
      case .integer24: version = max(version, .init(major: 2, minor: 4))
      case .compressed: if version.major < 3 { version = .init(major: 3, minor: 1) }
      default: break
      }
      if version.major >= 3 { break }
    }
    return version
  }

  /// Adds the required chunks `isng` and `INAM`, drops duplicates and terminates texts.
  private static func complete(
    _ chunks: [SoundFontContents.Information], _ warnings: inout WarningList
  ) -> [SoundFontContents.Information] {
    var result: [SoundFontContents.Information] = []
    var overlong: [UInt8] = []
    for (code, bytes) in [
      ("isng", Array("EMU8000".utf8)), ("INAM", Array("Unnamed".utf8)),
    ] as [(FourCharacterCode, [UInt8])] where !chunks.contains(where: { $0.code == code }) {
      result.append(.init(code, bytes))
    }
    for chunk in chunks where chunk.code != "ifil" && chunk.code != RIFFReader.list {
      if SoundFont.textCodes.contains(chunk.code)
        && result.contains(where: { $0.code == chunk.code })
      {
        warnings.add(.file, "Chunk ‘\(chunk.code.description)’ occurs twice; the first is written.")
        continue
      }
      result.append(chunk)
    }
    for index in result.indices where SoundFont.textCodes.contains(result[index].code) {
      let code = result[index].code
      let text = Array(result[index].bytes.prefix { $0 != 0 })
      if code != "ICMT" && text.count >= textLimit {
        warnings.add(
          .file,
          "Chunk ‘\(code.description)’ has \(text.count) bytes of text; the limit is "
            + "\(textLimit - 1). The comment contains the whole text.")
        overlong += [0x0A] + text
      }
      result[index].bytes = code == "ICMT" ? text : terminated(text, limit: textLimit)
    }
    return completingComment(result, adding: overlong)
  }

  /// Terminates the comment. Appends texts that are too long for their chunks, because licenses
  /// must not be truncated.
  private static func completingComment(
    _ chunks: [SoundFontContents.Information], adding overlong: [UInt8]
  ) -> [SoundFontContents.Information] {
    var chunks = chunks
    if let index = chunks.firstIndex(where: { $0.code == "ICMT" }) {
      chunks[index].bytes = terminated(chunks[index].bytes + overlong, limit: commentLimit)
    } else if !overlong.isEmpty {
      chunks.append(.init("ICMT", terminated(Array(overlong.dropFirst()), limit: commentLimit)))
    }
    return chunks
  }

  /// Truncates a text and appends one zero, or two for an even size.
  private static func terminated(_ text: [UInt8], limit: Int) -> [UInt8] {
    let text = Array(text.prefix(limit - 1))
    return text + [UInt8](repeating: 0, count: 2 - text.count % 2)
  }
}

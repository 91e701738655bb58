/// The chunks of the INFO list as they are written (SoundFont 2.04 §5).
struct InformationList {
  /// Bytes of a text, the zero at its end among them (§5.2 to 5.11); a comment may have more.
  static var textLimit: Int { 256 }
  static var commentLimit: Int { 65_536 }

  private static var texts: [FourCharacterCode] {
    ["isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT"]
  }

  /// The chunks, the version first, each padded to an even size.
  private(set) var bytes: [UInt8] = []

  /// The version is raised to what the samples need: 2.04 for 24 bits (§6.2), 3 for compressed
  /// ones; there is none between.
  init(_ contents: SoundFontContents, warnings: inout WarningList) {
    var list = ByteList()
    var version = ByteList()
    let written = Self.version(of: contents)
    version.append(written.major)
    version.append(written.minor)
    list.append("ifil", version.bytes)
    let chunks = Self.complete(contents.information, &warnings)
    for chunk in chunks { list.append(chunk.code, chunk.bytes) }
    bytes = list.bytes
  }

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

  /// The chunks that every file must have, `isng` and `INAM`, are added where they are missing; of
  /// two of a kind the first is kept; texts are ended by one zero, or two to be even.
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
      if texts.contains(chunk.code) && result.contains(where: { $0.code == chunk.code }) {
        warnings.add(
          .file, "There is a second chunk ‘\(chunk.code.description)’; the first one is written.")
        continue
      }
      result.append(chunk)
    }
    for place in result.indices where texts.contains(result[place].code) {
      let code = result[place].code
      let text = Array(result[place].bytes.prefix { $0 != 0 })
      if code != "ICMT" && text.count >= textLimit {
        warnings.add(
          .file,
          "Chunk ‘\(code.description)’ has \(text.count) bytes of text; what is beyond "
            + "\(textLimit - 1) is written into the comment.")
        overlong += [0x0A] + text
      }
      result[place].bytes = code == "ICMT" ? text : ended(text, limit: textLimit)
    }
    return endingComment(result, adding: overlong)
  }

  /// Licences must not be cut: a text that is too long for its chunk stands whole in the comment.
  private static func endingComment(
    _ chunks: [SoundFontContents.Information], adding overlong: [UInt8]
  ) -> [SoundFontContents.Information] {
    var chunks = chunks
    if let place = chunks.firstIndex(where: { $0.code == "ICMT" }) {
      chunks[place].bytes = ended(chunks[place].bytes + overlong, limit: commentLimit)
    } else if !overlong.isEmpty {
      chunks.append(.init("ICMT", ended(Array(overlong.dropFirst()), limit: commentLimit)))
    }
    return chunks
  }

  /// A text within a limit, with one zero behind it, or two to be even.
  private static func ended(_ text: [UInt8], limit: Int) -> [UInt8] {
    let kept = Array(text.prefix(limit - 1))
    return kept + [UInt8](repeating: 0, count: 2 - kept.count % 2)
  }
}

import PeachInstrumentFiles

/// Recognizes unsupported instrument formats, and files that are commonly mistaken for instruments.
enum UnsupportedFormat {
  /// Returns the format of a file by its first bytes, with an article, or `nil` if it is unknown.
  static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    if matches(bytes, "RIFF", at: 0) && matches(bytes, "RMID", at: 8) { return "a MIDI file" }
    return signatures.first { matches(bytes, $0.bytes, at: $0.offset) }?.name
  }

  static func name(ofPath path: String) -> String? {
    let path = FilePath.folded(path)
    return extensions.first { path.utf8.count > $0.suffix.utf8.count && path.hasSuffix($0.suffix) }?
      .name
  }

  private static var extensions: [(suffix: String, name: String)] {
    [
      (".dls", "a DLS bank"), (".exs", "an EXS24 instrument"), (".sfz", "an SFZ instrument"),
      (".aupreset", "an AUPreset"), (".gig", "a GigaStudio bank"), (".sfark", "an sfArk archive"),
      (".pat", "a Gravis Ultrasound patch"),
    ]
  }

  private static var signatures: [(offset: Int, bytes: StaticString, name: String)] {
    [
      (0, "bplist", "a property list"), (0, "<?xml", "an XML file"), (0, "XMF_", "an XMF file"),
      (0, "JET ", "a JET file"), (0, "MThd", "a MIDI file"), (0, "PK\u{3}\u{4}", "a ZIP archive"),
      (0, "Rar!", "a RAR archive"), (0, "7z", "a 7z archive"), (0, "<!DOCTYPE", "a web page"),
      (0, "<html", "a web page"), (26, "sfArk", "an sfArk archive"),
    ]
  }

  private static func matches(
    _ bytes: UnsafeRawBufferPointer, _ text: StaticString, at offset: Int
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= offset + count else { return false }
    for index in 0..<count where bytes[offset + index] != text.utf8Start[index] { return false }
    return true
  }
}

/// Names files that people take for instruments, or that are instruments of formats that are not read.
enum UnsupportedFormat {
  /// What the first bytes say a file is, with its article; nil where nobody knows.
  static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    for known in table where holds(bytes, known.bytes, at: known.offset) { return known.name }
    return holds(bytes, "RIFF", at: 0) && holds(bytes, "RMID", at: 8) ? "a MIDI file" : nil
  }

  /// What a path's extension says a file is, with its article; nil where nobody knows.
  static func name(ofPath path: String) -> String? {
    let bytes = Array(path.utf8)
    for (ending, name) in endings {
      let count = ending.utf8CodeUnitCount
      guard bytes.count > count else { continue }
      var isSame = true
      for index in 0..<count {
        // Letters of either case.
        let byte = bytes[bytes.count - count + index]
        let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        if lower != ending.utf8Start[index] { isSame = false }
      }
      if isSame { return name }
    }
    return nil
  }

  private static var endings: [(ending: StaticString, name: String)] {
    [
      (".dls", "a DLS bank"), (".exs", "an EXS24 instrument"), (".sfz", "an SFZ instrument"),
      (".aupreset", "an AUPreset"), (".gig", "a GigaStudio bank"), (".sfark", "an sfArk archive"),
    ]
  }

  private typealias Mark = (offset: Int, bytes: StaticString, name: String)

  private static var table: [Mark] {
    [
      (0, "bplist", "a property list"), (0, "<?xml", "an XML file"), (0, "XMF_", "an XMF file"),
      (0, "JET ", "a JET file"), (0, "MThd", "a MIDI file"), (0, "PK\u{3}\u{4}", "a ZIP archive"),
      (0, "Rar!", "a RAR archive"), (0, "7z", "a 7z archive"), (0, "<!DOCTYPE", "a web page"),
      (0, "<html", "a web page"), (26, "sfArk", "an sfArk archive"),
    ]
  }

  private static func holds(
    _ bytes: UnsafeRawBufferPointer, _ text: StaticString, at offset: Int
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= offset + count else { return false }
    for index in 0..<count where bytes[offset + index] != text.utf8Start[index] { return false }
    return true
  }
}

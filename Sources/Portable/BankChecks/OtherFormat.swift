/// Names files that people take for banks, or that are banks of formats that are not read.
enum OtherFormat {
  /// What the first bytes say a file is, with its article; nil where nobody knows.
  static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    for known in table where holds(bytes, known.bytes, at: known.offset) { return known.name }
    if holds(bytes, "RIFF", at: 0) || holds(bytes, "RF64", at: 0) {
      for form in forms where holds(bytes, form.bytes, at: 8) { return form.name }
    }
    return isSFZ(bytes) ? "an SFZ instrument" : nil
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
      (16, "TBOS", "an EXS24 instrument"), (16, "JBOS", "an EXS24 instrument"),
      (16, "SOBT", "an EXS24 instrument"), (16, "SOBJ", "an EXS24 instrument"),
      (0, "bplist", "a property list, such as an AUPreset"),
      (0, "<?xml", "an XML file, such as an AUPreset"), (0, "XMF_", "an XMF file"),
      (0, "JET ", "a JET file"), (0, "MThd", "a MIDI file"), (0, "fLaC", "a FLAC recording"),
      (0, "OggS", "an Ogg recording"), (0, "caff", "a CAF recording"),
      (0, "FORM", "an AIFF recording"), (0, "PK\u{3}\u{4}", "a ZIP archive"),
      (0, "Rar!", "a RAR archive"), (0, "7z", "a 7z archive"), (0, "<!DOCTYPE", "a web page"),
      (0, "<html", "a web page"), (26, "sfArk", "an sfArk archive"),
    ]
  }

  private static var forms: [Mark] {
    [
      (8, "WAVE", "a WAV recording"), (8, "RMID", "a MIDI file"),
    ]
  }

  /// SFZ is text; what every such file has is a region.
  private static func isSFZ(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for place in 0..<min(bytes.count, 16_384) where bytes[place] == 0x3C {
      if holds(bytes, "<region>", at: place) { return true }
    }
    return false
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

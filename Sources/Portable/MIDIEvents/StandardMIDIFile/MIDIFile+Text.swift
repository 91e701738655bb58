extension MIDIFile {
  /// Returns a text of the file in UTF-8, or else in ISO 8859-1: the encoding is not specified
  /// (Standard MIDI Files 1.0).
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  /// The name of the song: that of its first track (Sequence/Track Name); `nil` if it has none.
  package var title: String? {
    for event in tracks.first?.events ?? [] {
      guard case .meta(.text(.trackName, let range)) = event.content else { continue }
      let name = Self.text(bytes[range.offset..<(range.offset + range.count)])
      let title = name.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
      if !title.isEmpty { return String(String.UnicodeScalarView(title)) }
    }
    return nil
  }
}

extension VoiceSong {
  /// Old Hundredth (L. Bourgeois, 1551), with passing notes and a suspension.
  static let hymn = VoiceSong(
    voices: [
      """
      G4 G4 F#4 E4 D4 G4 A4 B4:2 B4 B4 B4 A4 G4 C5 B4 A4:2
      G4 A4 B4 A4 G4 E4 F#4 G4:2 D5 B4 G4 A4 C5 B4 A4 G4:2
      """,
      """
      D4 D4 D4 B3 B3 D4 D4 D4:2 D4 E4 D4 D4 E4 E4 D4:0.5 E4:0.5 D4:2
      D4 D4 D4 D4 B3 C4 D4 B3:2 D4 D4 E4 D4 E4 D4 D4:0.5 C4:0.5 B3:2
      """,
      """
      B3 B3 A3 G3 F#3 B3 A3 G3:2 G3 G3 G3 F#3 B3 A3 G3 F#3:2
      B3 A3 G3 F#3 G3 G3 A3 G3:2 F#3 G3 B3 F#3 G3 G3 F#3 G3:2
      """,
      """
      G3 G3 D3 E3 B2 G2 F#2 G2:2 G3 E3 G3 D3 E3 A2 B2:0.5 C3:0.5 D3:2
      G3 F#3 G3 D3 E3 C3 D3 G2:2 B2 G2 E3 D3 C3 G2 D3 G2:2
      """,
    ], beat: 0.75)

  /// Voices with one channel each: `G4:2` lasts two beats, without a number one beat.
  init(voices: [String], beat: Double, gap: Double = 0.03) {
    for (channel, text) in voices.enumerated() {
      var start = 0.0
      for word in text.split(whereSeparator: \.isWhitespace) {
        let parts = word.split(separator: ":")
        let length = (parts.count > 1 ? Double(parts[1]) ?? 1 : 1) * beat
        notes.append(
          Note(
            channel: UInt8(channel), key: Self.key(parts[0]), start: start,
            end: start + length - gap))
        start += length
      }
    }
    notes.sort { ($0.start, $0.channel) < ($1.start, $1.channel) }
  }
}

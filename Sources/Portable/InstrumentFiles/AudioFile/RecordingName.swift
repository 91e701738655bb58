/// The note and the dynamic that a recording's file name states.
///
/// Words are runs of letters, digits and accidentals. `C#3`, `c#3`, `cs3`, `Bb4` and `E♭2` are
/// notes; the last one is used. Without a note, the only number from 0 to 127 is the key, or the
/// only one with three digits: `060`. `pp` and `ff` are dynamics. `v12` and `vel12` are numbered
/// layers, also directly after a note: `A0v12`. So are the words `piano` and `mezzo-forte`, unless
/// the name has one of the former: in `Piano.ff.C4.aiff`, the word is the instrument. An octave may
/// be negative: `B-1`.
///
/// ```swift
/// RecordingName("Cello.arco.ff.sulC.C2.stereo.aif").key  // 36
/// RecordingName("Cello.arco.ff.sulC.C2.stereo.aif").layer  // .dynamic(.ff)
/// ```
package struct RecordingName: Sendable {
  /// The MIDI key; `nil` if the name has no note.
  package private(set) var key: UInt8?
  /// The dynamic or numbered layer; `nil` if the name has none.
  package private(set) var layer: VelocityLayer?
  /// Whether a word consists of two or more notes, such as `C2B2`: a recording of a scale.
  package private(set) var isScale = false
  #if !hasFeature(Embedded)
    /// The first and the last key of a scale, and the bytes of the name that state them; `nil`
    /// unless the word consists of two ascending notes.
    package private(set) var scale: (keys: ClosedRange<UInt8>, bytes: Range<Int>)?
  #endif

  #if hasFeature(Embedded)
    private static let fileExtensions = [
      "wav", "wave", "aif", "aiff", "aifc", "flac", "ogg", "caf", "mp3", "oga", "opus", "w64",
      "rf64", "au", "snd",
    ]
  #else
    private static let fileExtensions = [
      "wav", "wave", "aif", "aiff", "aifc", "flac", "ogg", "caf", "mp3", "oga", "opus", "w64",
      "rf64", "au", "snd", "wv",
    ]
  #endif

  /// Parses a file name without its folder.
  ///
  /// - Parameter middleC: The octave number of key 60: usually 4, sometimes 3 or 5.
  package init(_ name: String, middleC: Int = 4) {
    var numbers: [(value: Int, digits: Int)] = []
    var note: Int?
    #if !hasFeature(Embedded)
      // The page reads single recordings only.
      var negativeNote: Int?
    #endif
    let words = Self.words(name)
    for (index, word) in words.enumerated() {
      #if !hasFeature(Embedded)
        if index + 1 < words.count,
          let found = Self.negativeNote(word, words[index + 1], in: name, middleC)
        {
          negativeNote = found
        }
      #endif
      if let number = Self.number(word), word.count <= 3 {
        if number <= 127 { numbers.append((number, word.count)) }
      } else if let dynamic = VelocityLayer.Dynamic(word) {
        layer = .dynamic(dynamic)
      } else if let number = Self.layerNumber(word) {
        layer = .number(number)
      } else if let (found, rest) = Self.note(word, middleC) {
        if rest.isEmpty {
          note = found
        } else if let number = Self.layerNumber(rest) {
          note = found
          layer = .number(number)
        } else if let (last, end) = Self.note(rest, middleC), end.isEmpty {
          isScale = true
          #if !hasFeature(Embedded)
            if found < last {
              scale = (UInt8(found)...UInt8(last), word.startIndex..<word.endIndex)
            }
          #endif
        }
      }
    }
    #if !hasFeature(Embedded)
      if layer == nil { layer = Self.italianLayer(words) }
      note = note ?? negativeNote
    #endif
    let threeDigits = numbers.filter { $0.digits == 3 }
    if let note {
      key = UInt8(exactly: note)
    } else {
      let candidates = numbers.count == 1 ? numbers : threeDigits
      if candidates.count == 1 { key = UInt8(candidates[0].value) }
    }
  }

  /// Returns the key of a note as written in recipes: `60` or `C4`.
  package static func key(_ text: ArraySlice<UInt8>, middleC: Int) -> UInt8? {
    if let number = number(text), number <= 127 { return UInt8(number) }
    guard let (found, rest) = note(text, middleC), rest.isEmpty else { return nil }
    return UInt8(found)
  }

  #if !hasFeature(Embedded)
    /// Returns the name of a note of a scale: that of the file, with the note instead of the range.
    ///
    /// ```swift
    /// RecordingName.note(49, take: 2, ofScale: "Cello.ff.C3B3.aif")  // "Cello.ff.C#3 take 2.aif"
    /// ```
    package static func note(_ key: UInt8, take: Int, ofScale name: String, middleC: Int = 4)
      -> String?
    {
      guard let bytes = RecordingName(name, middleC: middleC).scale?.bytes else { return nil }
      let notes = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
      let octave = Int(key) / 12 - 5 + middleC
      var all = Array(name.utf8)
      let suffix = take > 1 ? " take \(take)" : ""
      let dot = all[bytes.upperBound...].lastIndex(of: 0x2E) ?? all.endIndex
      all.insert(contentsOf: suffix.utf8, at: dot)
      all.replaceSubrange(bytes, with: "\(notes[Int(key) % 12])\(octave)".utf8)
      return String(decoding: all, as: UTF8.self)
    }
  #endif

  /// Returns the words of a name without its file extension.
  private static func words(_ name: String) -> [ArraySlice<UInt8>] {
    var bytes = Array(name.utf8)[...]
    if let dot = bytes.lastIndex(of: 0x2E) {
      let suffix = bytes[(dot + 1)...].map { $0 | 0x20 }
      if fileExtensions.contains(where: { Array($0.utf8) == suffix }) { bytes = bytes[..<dot] }
    }
    return bytes.split { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x23, 0x80...: false
      default: true
      }
    }
  }

  /// Parses an integer from 0 to 9999.
  private static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard (1...5).contains(word.count) else { return nil }
    var value = 0
    for digit in word {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = 10 * value + Int(digit - 0x30)
    }
    return value <= 9999 ? value : nil
  }

  /// Returns the last dynamic that is written as a word, such as `forte` or `mezzo-forte`.
  private static func italianLayer(_ words: [ArraySlice<UInt8>]) -> VelocityLayer? {
    let lowercase = words.map { $0.map { $0 | 0x20 } }
    var layer: VelocityLayer?
    var instrumentEnd = 0
    for (index, word) in lowercase.enumerated() {
      let isMezzo = index > 0 && lowercase[index - 1] == Array("mezzo".utf8)
      let whole = isMezzo ? lowercase[index - 1] + word : word
      guard let dynamic = VelocityLayer.Dynamic(italian: whole[...]) else { continue }
      // `fortepiano` is an instrument, and so is `forte piano`.
      if index > 0, index == instrumentEnd, !isMezzo { layer = nil; continue }
      layer = .dynamic(dynamic)
      instrumentEnd = index + 1
    }
    return layer
  }

  /// Returns the key of a note with a negative octave, of which `-` separated the digits: `B-1`.
  private static func negativeNote(
    _ letters: ArraySlice<UInt8>, _ digits: ArraySlice<UInt8>, in name: String, _ middleC: Int
  ) -> Int? {
    guard digits.startIndex == letters.endIndex + 1, digits.count == 1,
      Array(name.utf8)[letters.endIndex] == 0x2D, let octave = number(digits), octave > 0,
      // Parses the note in octave 0 of a key 60 that is named higher by as many octaves.
      let (key, rest) = note(letters + [0x30], middleC + octave), rest.isEmpty
    else { return nil }
    return key
  }

  /// Parses a layer such as `v12` or `vel12`.
  static func layerNumber(_ word: ArraySlice<UInt8>) -> Int? {
    let letters = word.prefix { $0 > 0x39 }.map { $0 | 0x20 }
    guard letters == Array("v".utf8) || letters == Array("vel".utf8) else { return nil }
    return number(word.dropFirst(letters.count))
  }

  /// Parses a note at the start of a word; `nil` if it has none in 0…127.
  private static func note(
    _ word: ArraySlice<UInt8>, _ middleC: Int
  ) -> (key: Int, rest: ArraySlice<UInt8>)? {
    let steps = [9, 11, 0, 2, 4, 5, 7]
    guard let letter = word.first, (0x61...0x67).contains(letter | 0x20) else { return nil }
    var step = steps[Int(letter | 0x20) - 0x61]
    var rest = word.dropFirst()
    for (accidental, semitones) in [("#", 1), ("s", 1), ("♯", 1), ("b", -1), ("♭", -1)]
    where rest.starts(with: accidental.utf8) {
      step += semitones
      rest = rest.dropFirst(accidental.utf8.count)
      break
    }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard let octave = number(digits), digits.count <= 2 else { return nil }
    let key = 60 + 12 * (octave - middleC) + step
    return (0...127).contains(key) ? (key, rest.dropFirst(digits.count)) : nil
  }
}

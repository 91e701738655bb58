import PeachMIDIEvents

/// The texts of a song in UTF-8, whatever their encoding is. The encoding is, in this order,
///
/// 1. that of the last tag in the lyrics or texts of the track, such as `{@LATIN}` or `{@JP}` (MIDI
///    RP-026); before it, that of the first tag of the song;
/// 2. that of the format, or of an RMID file's information;
/// 3. UTF-8, if all texts are valid;
/// 4. the most probable one by the letters: Shift-JIS, or a Windows code page.
///
/// Title and artist of an RMID file are in the encoding that its chunk IENC names.
struct SongTexts {
  private let song: MIDIFile
  private var encodings: [ByteRange: SongEncoding] = [:]
  private var tags: [ByteRange: Int] = [:]

  /// Returns the song with its texts in UTF-8, without tags.
  static func decode(_ song: MIDIFile, encoding: SongEncoding? = nil) -> MIDIFile {
    let texts = SongTexts(song, encoding: encoding)
    let decoded = song.replacingTexts { texts.text($0) }
    guard let name = song.information.encoding,
      let own = SongEncoding(named: content(name, of: song))
    else { return decoded }
    return decoded.replacingInformation { range in
      own.decode(content(range, of: song).prefix { $0 != 0 })
        .map { Array(String(String.UnicodeScalarView($0)).utf8) }
    }
  }

  private init(_ song: MIDIFile, encoding: SongEncoding?) {
    self.song = song
    func content(_ range: ByteRange) -> ArraySlice<UInt8> { Self.content(range, of: song) }
    var ranges: [[ByteRange]] = []
    for track in song.tracks {
      ranges.append(
        track.events.compactMap {
          if case .meta(.text(_, let range)) = $0.content { range } else { nil }
        })
    }
    let named =
      encoding ?? song.information.songEncoding.flatMap { SongEncoding(named: content($0)) }
    let all = ranges.joined()
    let isASCII = all.allSatisfy { range in content(range).allSatisfy { $0 < 0x80 } }
    let first = all.lazy.compactMap { Self.tag(in: content($0))?.encoding }.first
    if isASCII && first == nil { return }
    let probable =
      named ?? EncodingStatistics.encoding(of: all.map { content($0) })
    for track in ranges {
      var tagged = first
      for range in track {
        if let tag = Self.tag(in: content(range)) {
          tagged = tag.encoding
          tags[range] = tag.count
        }
        for encoding in [tagged, probable, .utf8] {
          guard let encoding, encoding.decode(content(range)) != nil else { continue }
          encodings[range] = encoding
          break
        }
      }
    }
  }

  private static func content(_ range: ByteRange, of song: MIDIFile) -> ArraySlice<UInt8> {
    song.bytes[range.offset..<range.offset + range.count]
  }

  /// Returns the encoding of a tag at the start of a text, and the size of the tag.
  private static func tag(
    in text: ArraySlice<UInt8>
  ) -> (encoding: SongEncoding, count: Int)? {
    guard text.starts(with: "{@".utf8), let end = text.prefix(24).firstIndex(of: UInt8(ascii: "}")),
      let encoding = SongEncoding(named: text[text.startIndex + 2..<end])
    else { return nil }
    return (encoding, end - text.startIndex + 1)
  }

  /// Returns a text in UTF-8; `nil` if it is ASCII or its encoding is unknown.
  private func text(_ range: ByteRange) -> [UInt8]? {
    let tag = tags[range] ?? 0
    let bytes = Self.content(range, of: song).dropFirst(tag)
    guard let scalars = encodings[range]?.decode(bytes) else { return nil }
    // A byte-order mark is no text.
    let isMarked = scalars.first?.value == 0xFEFF
    let text = scalars.dropFirst(isMarked ? 1 : 0)
    if tag == 0, !isMarked, bytes.allSatisfy({ $0 < 0x80 }) { return nil }
    return Array(String(String.UnicodeScalarView(text)).utf8)
  }
}

/// A song of another format as a Standard MIDI File.
struct SongConversion {
  /// The bytes of the MIDI file.
  let file: [UInt8]
  /// The number of songs in the original file.
  var songCount = 1
  let warnings: [SongFileWarning]
  /// The encoding of the texts, if the format has one.
  var encoding: SongEncoding?
}

extension SongFileFormat {
  /// Converts a song; `nil` for a Standard MIDI File.
  func convert(_ bytes: [UInt8], song number: Int) throws(SongFileError) -> SongConversion? {
    if number != 1, self != .xmidi, self != .midi {
      throw SongFileError(self, .noSong(number, count: 1), at: 0)
    }
    switch self {
    case .midi, .gzip: return nil
    case .xmidi: return try XMIDIFile(bytes).convert(song: number)
    case .mus: return try MUSReader(bytes).convert()
    case .hmi: return try HMIReader(bytes).convert()
    case .hmp: return try HMPReader(bytes).convert()
    case .rcp: return try RCPFile(bytes).convert()
    case .clip: return try ClipReader(bytes).convert()
    }
  }
}

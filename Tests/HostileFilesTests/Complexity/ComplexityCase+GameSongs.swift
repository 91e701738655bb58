import HostileFiles
import PeachMIDIEvents
import PeachSongFormats

extension ComplexityCase {
  /// Songs of other formats than MIDI.
  static let gameSongs: [ComplexityCase] = [
    ComplexityCase(
      name: "gzip: runs that expand", maximum: 1 << 21,
      input: { ComplexityInput(GzipBytes.run(of: 0, matches: $0)) },
      process: ComplexityProcessing.song),
    ComplexityCase(
      name: "gzip: members with wrong checksums",
      input: { count in
        var member = GzipBytes.file([1])
        member[member.count - 8] ^= 1
        return ComplexityInput([[UInt8]](repeating: member, count: count).flatMap { $0 })
      }, process: ComplexityProcessing.song),
    ComplexityCase(
      name: "gzip: empty blocks",
      input: { count in
        let block: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
        return ComplexityInput(
          GzipBytes.header() + [[UInt8]](repeating: block, count: count).flatMap { $0 })
      }, process: ComplexityProcessing.song),
    events("XMIDI: notes with durations", [0x90, 60, 100, 5, 1]) { GameSongBytes.xmidi([$0]) },
    events("XMIDI: loops", [0xB0, 116, 0, 1, 0xB0, 117, 127, 1]) { GameSongBytes.xmidi([$0]) },
    ComplexityCase(
      name: "XMIDI: songs",
      input: { ComplexityInput(GameSongBytes.xmidi([[UInt8]](repeating: [0xC0, 1], count: $0))) },
      process: ComplexityProcessing.song),
    events("MUS: notes", [0x90, 0x80 | 60, 90, 1]) { GameSongBytes.mus($0 + [0x60]) },
    ComplexityCase(
      name: "MIDI clip: pitched notes of all groups",
      input: { count in
        ComplexityInput(
          GameSongBytes.clip(
            96,
            (0..<UInt32(count)).map { index in
              (1, [0x4090_3C03 | (index & 15) << 24, 0xC800_7801])
            }))
      }, process: ComplexityProcessing.song),
    ComplexityCase(
      name: "MIDI clip: parts of a text",
      input: { count in
        ComplexityInput(
          GameSongBytes.clip(
            96,
            [(UInt32, [UInt32])](repeating: (0, [0xD090_0201, 0x6162_6364, 0, 0]), count: count)))
      }, process: ComplexityProcessing.song),
    events("HMI: notes", [1, 0x90, 60, 100, 5]) { GameSongBytes.hmi([$0]) },
    ComplexityCase(
      name: "HMI: missing tracks", maximum: 65_535,
      input: { count in
        var file = GameSongBytes.hmi([[1, 0x90, 60, 100, 5]])
        file.replaceSubrange(0xE4..<0xE6, with: Bytes.little(min(count, 65_535), 2))
        return ComplexityInput(file + [UInt8](repeating: 0, count: 4 * count))
      }, process: ComplexityProcessing.song),
    events("HMP: notes", [0x81, 0x90, 60, 100]) { GameSongBytes.hmp([$0]) },
    ComplexityCase(
      name: "HMP: chunks",
      input: {
        ComplexityInput(GameSongBytes.hmp([[UInt8]](repeating: [0x80, 0xC0, 1], count: $0)))
      },
      process: ComplexityProcessing.song),
    recomposer("RCP: notes", [60, 1, 1, 100]),
    recomposer("RCP: gradual tempos", [0xE7, 200, 80, 1]),
    recomposer("RCP: loops in loops", [0xF9, 1, 0, 0], [0xF8, 255, 0, 0]),
    recomposer("RCP: repetitions of the first measure", [0xFC, 0, 44, 0]),
    recomposer("RCP: comments", [0xF7, 0, 0x82, 0xA0]),
    ComplexityCase(
      name: "RCP: repetitions of repetitions", start: 1000, maximum: 16_000,
      input: { count in
        let events = (0..<min(count, 16_000)).map { index -> [UInt8] in
          let offset = 44 + 4 * (index + 1)
          return [0xFC, 0, UInt8(offset & 0xFF), UInt8(offset >> 8)]
        }
        return ComplexityInput(RCPBytes([RCPBytes.Track(events + [[60, 1, 1, 9]])]).bytes)
      }, process: ComplexityProcessing.song),
    ComplexityCase(
      name: "MIDI: texts in Shift-JIS",
      input: { count in
        let text: [UInt8] = [1, 0xFF, 5, 2, 0x82, 0xA0]
        return ComplexityInput(
          file([[[UInt8]](repeating: text, count: count).flatMap { $0 }], format: 0))
      }, process: ComplexityProcessing.song),
    ComplexityCase(
      name: "Loops of tracks, once and repeated",
      input: { count in
        let loop: [UInt8] = [0, 0xB0, 116, 0, 1, 0x90, 60, 100, 1, 0xB0, 117, 127]
        return ComplexityInput(file([[UInt8]](repeating: loop, count: count), format: 1))
      },
      process: { input in
        guard let file = try? MIDIFile(bytes: input.bytes) else { return Outcome() }
        _ = try? LoopedSong(file, repeating: 3, fadeSeconds: 0.01)
        return Outcome()
      }),
  ]

  /// Many equal events in a track of Recomposer, and as many of another kind after them.
  private static func recomposer(
    _ name: String, _ first: [UInt8], _ second: [UInt8]? = nil
  ) -> ComplexityCase {
    // The header of 1,414 bytes costs no time. A track has at most 65,535 bytes.
    ComplexityCase(
      name: name, start: second == nil ? 1000 : 500, maximum: second == nil ? 16_000 : 8_000,
      input: { count in
        var events = [[UInt8]](repeating: first, count: count) + [[60, 1, 1, 100]]
        if let second { events += [[UInt8]](repeating: second, count: count) }
        var song = RCPBytes([RCPBytes.Track(events)])
        song.trackCount = 1
        return ComplexityInput(song.bytes)
      }, process: ComplexityProcessing.song)
  }

  private static func events(
    _ name: String, _ event: [UInt8], _ file: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> ComplexityCase {
    ComplexityCase(
      name: name,
      input: { count in
        ComplexityInput(file([[UInt8]](repeating: event, count: count).flatMap { $0 }))
      }, process: ComplexityProcessing.song)
  }
}

import Foundation
import SoundFontFixtures
import Testing

@Suite("Songs of other formats")
struct SongFormatTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("a.mid", Fixtures.song(end: 300, [(0, [0xC0, 42]), (0, [0x90, 69, 127])]))
  }

  /// Runs a script with the program as `$PEACH`.
  private func shell(_ script: String) throws -> Peach.Result {
    let program = try #require(Peach.program)
    return try peach.end(
      peach.start(["-c", script], by: "/bin/bash", environment: ["PEACH": program]))
  }

  @Test("Files that gzip compressed render and play as the songs in them, by any name")
  func gzip() throws {
    let result = try shell(
      """
      set -e
      "$PEACH" render a.mid -o a.wav --bank my.sf2
      gzip -k a.mid; cp a.mid.gz other; mkdir songs; cp a.mid.gz songs/b.mid.gz; touch songs/x.gz
      "$PEACH" render a.mid.gz -o gz.wav --bank my.sf2
      "$PEACH" render other -o other.wav --bank my.sf2
      "$PEACH" render - -o - --bank my.sf2 < a.mid.gz > stdin.wav
      "$PEACH" render songs -o audio --bank my.sf2
      for name in gz other stdin audio/b; do cmp a.wav $name.wav; done
      "$PEACH" play a.mid.gz --null-audio --bank my.sf2
      "$PEACH" check a.mid.gz
      "$PEACH" check a.mid.gz --json
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("a.mid.gz: Standard MIDI File in gzip, 0.30 s, channels 1"))
    #expect(result.output.contains("\"Standard MIDI File in gzip\""))
  }

  @Test("A damaged compressed song is an error with file, format, reason and place")
  func damage() throws {
    let result = try shell(
      """
      gzip -k a.mid; head -c 40 a.mid.gz > cut.mid.gz
      ! "$PEACH" render cut.mid.gz --bank my.sf2
      """)
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "cut.mid.gz: This gzip file cannot be read: it ends too early (byte 40)."))
  }
}

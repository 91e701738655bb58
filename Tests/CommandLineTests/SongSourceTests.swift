import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("Songs and banks from folders, pipes and by name; mono")
struct SongSourceTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put("a.mid", Fixtures.song(end: 300, [(0, [0xC0, 42]), (0, [0x90, 69, 127])]))
  }

  @Test("Pipes, process substitution and /dev/stdin are songs and banks")
  func pipes() throws {
    let result = try peach.shell(
      """
      set -e
      "$PEACH" render a.mid -o file.wav --bank my.sf2
      "$PEACH" render <(cat a.mid) -o song.wav --bank my.sf2
      "$PEACH" render a.mid -o bank.wav --bank <(cat my.sf2)
      cat a.mid | "$PEACH" render /dev/stdin -o stdin.wav --bank my.sf2
      mkfifo pipe; (cat a.mid > pipe &); "$PEACH" render pipe -o fifo.wav --bank my.sf2
      "$PEACH" play <(cat a.mid) --null-audio --bank my.sf2
      for name in song bank stdin fifo; do cmp file.wav $name.wav; done
      ! "$PEACH" render <(cat a.mid) --bank my.sf2
      ! "$PEACH" render /dev/null -o null.wav --bank my.sf2
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("requires --output"))
  }

  @Test("A folder of songs is rendered; a single song, too, if --output is a folder")
  func folders() throws {
    let result = try peach.shell(
      """
      set -e
      mkdir songs; cp a.mid songs/b.mid; cp a.mid songs/c.MID; touch songs/notes.txt
      mkdir songs/deeper; cp a.mid songs/deeper/d.mid
      "$PEACH" render songs -o audio --bank my.sf2
      "$PEACH" render songs/b.m* -o new --bank my.sf2
      "$PEACH" render songs --bank my.sf2
      mkdir none; ! "$PEACH" render none --bank my.sf2
      ls audio new songs
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.split(separator: "\n") == [
        "audio:", "b.wav", "c.wav", "new:", "b.wav", "songs:", "b.mid", "b.wav", "c.MID", "c.wav",
        "deeper", "notes.txt",
      ])
    #expect(result.errors.contains("none contains no MIDI files"))
  }

  @Test("An installed bank is found by its name, with or without the extension, in any case")
  func names() throws {
    try peach.put("Grand.sf2", Fixtures.bank.chunks.file, in: "data/peach/banks")
    for name in ["Grand", "grand.SF2", "Grand.sf2"] {
      let result = try peach.run("render", "a.mid", "-o", "\(name).wav", "--bank", name)
      #expect(result.status == 0, "\(name): \(result.errors)")
    }
    #expect(try peach.run("render", "a.mid", "-o", "x.wav", "--bank", "Gran").status == 1)
    // A file of the current folder precedes.
    try peach.put("Grand", Array("no bank".utf8))
    #expect(try peach.run("render", "a.mid", "-o", "x.wav", "--bank", "Grand").status == 1)
  }

  @Test("Mono is the mean of left and right, in all types of files")
  func mono() throws {
    func audio(_ words: [String] = []) throws -> WAVFile {
      let first = ["render", "a.mid", "--bank", "my.sf2", "--format", "float", "-o", "a.wav"]
      let result = try peach.end(peach.start(first + words))
      #expect(result.status == 0, "\(result.errors)")
      return try #require(WAVFile(peach.bytes("a.wav") ?? []))
    }
    let stereo = try audio()
    #expect(stereo.channels == 2)
    for words in [["--mono"], ["--channels", "1"], ["--mono", "--channels", "1"]] {
      let mono = try audio(words)
      #expect(mono.channels == 1)
      let means = zip(stereo.left, stereo.right).map { ($0 + $1) * 0.5 }
      #expect(mono.left == means && means.contains { abs($0) > 0.01 })
    }
    #expect(try audio(["--channels", "2"]).channels == 2)
    let flac = try peach.run("render", "a.mid", "--bank", "my.sf2", "-o", "a.flac", "--mono")
    #expect(flac.status == 0, "\(flac.errors)")
    let both = try peach.run(
      "render", "a.mid", "--bank", "my.sf2", "-o", "b.wav", "--mono", "--channels", "2")
    #expect(both.status == 2 && both.errors.contains("exclude each other"))
  }
}

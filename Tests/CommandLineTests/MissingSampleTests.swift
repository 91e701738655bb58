import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("Samples that are missing or damaged")
struct MissingSampleTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("tone.wav", Self.tone.bytes)
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 2000,
        [
          (0, [0xB0, 91, 0]), (0, [0x90, 60, 127]), (900, [0x80, 60, 0]), (1000, [0x90, 61, 127]),
          (1900, [0x80, 61, 0]),
        ]))
  }

  /// One second of 441 Hz at key 60.
  private static var tone: WaveFile {
    var file = WaveFile(
      (0..<1000).map { Int16((8000 * sin(2 * .pi * Double($0) / 100)).rounded()) })
    file.addSampler(key: 60, loop: 0...999)
    return file
  }

  private func render(_ text: String, _ more: [String] = []) throws -> Peach.Result {
    try peach.put("a.sfz", Array(text.utf8))
    let words =
      ["render", "song.mid", "--bank", "a.sfz", "--format", "float", "-o", "a.wav"]
      + ["--gain", "0"]
    return try peach.end(peach.start(words + more))
  }

  /// Returns the levels of the two notes in decibels, and the deviation of the first in cents.
  private func heard() throws -> (first: Double, second: Double, cents: Double) {
    let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    let (first, second) = (file.left[5000..<40_000], file.left[53_000..<88_000])
    return (
      Level.rootMeanSquare(first), Level.rootMeanSquare(second),
      PitchMeter.cents(of: first, above: 441, sampleRate: 48_000)
    )
  }

  @Test("A missing file silences its region; the song is written, and the exit status is 4")
  func missing() throws {
    let result = try render(
      "<region> sample=tone.wav key=60 <region> sample=gone.wav key=61 <region> sample=*x key=70")
    #expect(result.status == 4)
    // The bank's warnings, of samples that the song does not use, too, and the song's.
    #expect(result.errors.contains("Sample ‘gone.wav’ was not found at"))
    #expect(result.errors.contains("‘*x’"))
    #expect(result.errors.contains("The sample ‘gone.wav’ of key 61 is silent: it is missing."))
    let heard = try heard()
    #expect(heard.first > -30 && heard.second < -200 && abs(heard.cents) < 0.05)
    let json = try JSON(try render("<region> sample=gone.wav key=61", ["--json"]).output)
    #expect(json["missingSamples"].list?.count == 1)
    let warnings = json["warnings"].list?.compactMap(\.text) ?? []
    #expect(warnings.count == 3 && warnings.count { $0.contains("gone.wav") } == 2)
    #expect(warnings.last?.hasPrefix("The audio is silent.") == true)
  }

  @Test("Samples that the song does not use are warnings only")
  func unused() throws {
    let result = try render("<region> sample=tone.wav <region> sample=gone.wav key=62")
    #expect(result.status == 0 && result.errors.contains("gone.wav"))
    #expect(try render("<region> sample=tone.wav").errors.contains("warning") == false)
  }

  @Test(
    "A damaged sample silences its region, with a sentence that names file and key",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func damaged() throws {
    let file = FLACFile([Int16](repeating: 9, count: 100))
    try peach.put("bad.flac", Array(file.bytes.dropLast(50)))
    let text = "<region> sample=tone.wav key=60 <region> sample=bad.flac key=61"
    for more in [[], ["--straight"], ["--in-tune"]] {
      let result = try render(text, more)
      #expect(result.status == 4, "\(more): \(result.errors)")
      #expect(result.errors.contains("The sample ‘bad.flac’ of key 61 is silent: it is damaged"))
      let heard = try heard()
      #expect(heard.first > -30 && heard.second < -200)
    }
    let note = try peach.run("play", "261.6", "--bank", "a.sfz", "-o", "b.wav")
    #expect(note.status == 0, "\(note.errors)")
    let silent = try peach.run("play", "277.2", "--bank", "a.sfz", "-o", "c.wav")
    #expect(silent.status == 1 && silent.errors.contains("bad.flac"))
    // A layer of the note.
    try peach.put("b.sfz", Array("<region> sample=tone.wav <region> sample=gone.wav".utf8))
    let layer = try peach.run("play", "261.6", "--bank", "b.sfz", "-o", "d.wav")
    #expect(layer.status == 4 && layer.errors.contains("The sample ‘gone.wav’ of keys"))
    #expect(peach.bytes("d.wav") != nil)
  }

  @Test("A SoundFont sample outside the data silences its region (SF2.04 §7.10)")
  func outside() throws {
    let chunks = Fixtures.bank.chunks
    var file = chunks.file
    // The sample header's start, after a name of 20 bytes.
    let header = try #require(file.firstRange(of: Array("shdr".utf8))).upperBound + 4
    for offset in 20..<24 { file[header + offset] = 0xF0 }
    try peach.put("bad.sf2", file)
    try peach.put(
      "cello.mid", Fixtures.song(end: 500, [(0, [0xC0, 42]), (0, [0x90, 69, 127])]))
    let result = try peach.run("render", "cello.mid", "--bank", "bad.sf2", "-o", "a.wav")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("is silent: it is missing"))
    #expect(result.errors.contains("bad.sf2: "))
  }

  /// A bank whose cello has the sample at 0 for keys to 69, and one beyond the table above.
  private static var dangling: [UInt8] {
    var builder = Fixtures.bank
    builder.instruments[0].zones = [
      .init([.init(.keyRange, from: 0, to: 69), .init(.sampleModes, 1)], plays: 0),
      .init([.init(.keyRange, from: 70, to: 127)], plays: 12),
    ]
    return builder.chunks.file
  }

  private func putSong(key: UInt8) throws {
    try peach.put(
      "cello.mid", Fixtures.song(end: 500, [(0, [0xC0, 42]), (0, [0x90, key, 127])]))
  }

  @Test("A zone beyond the sample table is a missing sample for notes that need it (SF2.04 §7.9)")
  func danglingZone() throws {
    try peach.put("bad.sf2", Self.dangling)
    try putSong(key: 72)
    let result = try peach.run("render", "cello.mid", "--bank", "bad.sf2", "-o", "a.wav")
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("Sample 12 of keys 70–127 is silent: it is missing."))
    let bundle = try peach.run("bundle", "cello.mid", "--bank", "bad.sf2", "-o", "a.rmi")
    #expect(bundle.status == 4 && bundle.errors.contains("Sample 12 of keys 70–127"))
    let note = try peach.run(
      "play", "C5", "--bank", "bad.sf2", "--sound", "sf2:0:42", "-o", "b.wav")
    #expect(note.status == 1 && note.errors.contains("Sample 12 of keys 70–127"))
    #expect(note.errors.contains("523.25 Hz, key 72,"))
    try putSong(key: 60)
    for command in [["render", "-o", "a.wav"], ["bundle", "-o", "a.rmi"]] {
      let result = try peach.end(peach.start(command + ["cello.mid", "--bank", "bad.sf2"]))
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("A wave link beyond the pool table is a missing sample for notes that need it (DLS 1 ptbl)")
  func danglingWave() throws {
    var builder = DLSBuilder()
    builder.waves = [.init([Int16](repeating: 900, count: 1000))]
    builder.waves[0].name = ""
    builder.instruments = [.init("Cello", regions: [.init(keys: 0...69), .init(keys: 70...127)])]
    builder.instruments[0].regions[1].wave = 7
    builder.instruments[0].program = 42
    try peach.put("bad.dls", builder.file)
    for (key, status) in [(UInt8(72), 4), (60, 0)] as [(UInt8, Int32)] {
      try putSong(key: key)
      let result = try peach.run("render", "cello.mid", "--bank", "bad.dls", "-o", "a.wav")
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains("Wave 7 of keys 70–127 is silent") == (status == 4))
    }
  }

  @Test("A WAV file that is cut off is a warning, in SFZ and alone; a stream's size is none")
  func cutOff() throws {
    let bytes = Self.tone.bytes
    let data = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound
    // 1000 frames of 2 bytes, then other chunks: half of the frames remain.
    let cut = Array(bytes[..<(data + 4 + 1000)])
    try peach.put("tone.wav", cut)
    let result = try render("<region> sample=tone.wav")
    #expect(result.errors.contains("tone.wav is cut off: the last 1000 bytes of its frames"))
    let alone = try peach.run("check", "tone.wav")
    #expect(alone.output.contains("is cut off") && alone.output.contains("(tolerated)"))
    try peach.put("tone.wav", cut[..<data] + [0xFF, 0xFF, 0xFF, 0xFF] + cut[(data + 4)...])
    #expect(try !render("<region> sample=tone.wav").errors.contains("cut off"))
  }

  @Test("Songs of a batch that lack samples are written, and reported again by the next run")
  func batch() throws {
    try peach.put("a.sfz", Array("<region> sample=gone.wav".utf8))
    for _ in 0..<2 {
      let result = try peach.run(
        "render", "song.mid", "tone.mid", "--bank", "a.sfz", "-o", "audio")
      // tone.mid does not exist.
      #expect(result.status == 1)
    }
    for _ in 0..<2 {
      let result = try peach.run("render", "song.mid", "--bank", "a.sfz", "-o", "audio/")
      #expect(result.status == 4 && result.errors.contains("1 without some samples"))
    }
  }

  @Test("peach sounds lists the warnings of a bank, as text and in JSON")
  func sounds() throws {
    try peach.put("a.sfz", Array("<region> sample=gone.wav cutoff=open".utf8))
    let result = try peach.run("sounds", "--bank", "a.sfz")
    #expect(result.status == 0 && result.errors.contains("gone.wav"))
    #expect(result.errors.contains("cutoff=open"))
    let json = try JSON(try peach.run("sounds", "--bank", "a.sfz", "--json").output)
    #expect(json.list?.first?["warnings"].list?.count == 2)
  }

  @Test("A tone at or above half the sample rate is an error (sampling theorem)")
  func halfRate() throws {
    for (hertz, rate) in [("5000", "8000"), ("4000", "8000"), ("30000", "48000")] {
      let result = try peach.run(
        "play", hertz, "--sound", "sine", "--rate", rate, "-o", "high.wav")
      #expect(result.status == 1 && result.errors.contains("below half the sample rate"))
      #expect(peach.bytes("high.wav") == nil)
    }
    let result = try peach.run("play", "3999", "--sound", "sine", "--rate", "8000", "-o", "a.wav")
    #expect(result.status == 0, "\(result.errors)")
    try peach.put("a.sfz", Array("<region> sample=tone.wav".utf8))
    let preset = try peach.run("play", "4100", "--bank", "a.sfz", "--rate", "8000", "-o", "b.wav")
    #expect(preset.status == 1 && preset.errors.contains("below half the sample rate"))
  }
}

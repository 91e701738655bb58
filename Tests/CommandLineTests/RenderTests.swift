import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("peach render")
struct RenderTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try peach.put(
      "song.MID",
      Fixtures.song(
        end: 1500,
        [(0, [0xC0, 42]), (0, [0xB0, 91, 0]), (250, [0x90, 69, 127]), (1250, [0x80, 69, 0])]))
  }

  @Test("A song is rendered to a file of its name and length, with each note on its frame")
  func song() throws {
    let result = try peach.run("render", "song.MID", "--bank", "my.sf2", "--format", "float")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    // Progress is shown on terminals only.
    #expect(!result.errors.contains("\r") && !result.errors.contains("%"))
    #expect(try peach.names() == ["my.sf2", "song.MID", "song.wav"])
    let file = try #require(WAVFile(peach.bytes("song.wav") ?? []))
    // The song, and at most a block of 4,096 frames until silence is detected.
    #expect(file.left.count >= 72_000 && file.left.count <= 72_000 + 4096)
    // A sine's first frame is zero, its second is not.
    #expect((12_000...12_001).contains(file.left.firstIndex { $0 != 0 } ?? 0))
    let cents = PitchMeter.cents(of: file.left[13_000..<59_000], above: 440, sampleRate: 48_000)
    #expect(abs(cents) < 0.002)
  }

  @Test("-o selects the output file; --json reports the result")
  func json() throws {
    let result = try peach.run(
      "render", "song.MID", "-o", "b.wav", "--bank", "my.sf2", "--rate", "32000", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let json = try JSON(result.output)
    let file = try #require(WAVFile(peach.bytes("b.wav") ?? []))
    #expect(json["file"].text == "b.wav" && json["sampleRate"].number == 32_000)
    #expect(json["songFrames"].number == 48_000)
    #expect(json["frames"].number == Double(file.left.count) && file.sampleRate == 32_000)
    #expect(json["missingPresets"].list?.isEmpty == true)
    #expect(json["clippedFrames"].number == 0)
    // One note in the middle: both channels have the same peak, to half a step of 16 bits.
    let peak = 20 * log10(Double(Level.peak(file.left[...])))
    #expect(abs((json["peakDecibels"].number ?? 0) - peak) < 0.01)
  }

  @Test(
    "Loud songs are limited, or clipped with --no-limiter; --no-effects omits reverb"
  )
  func limiterAndEffects() throws {
    func audio(_ words: [String], song: String = "song") throws -> WAVFile {
      let first = ["render", song + ".MID", "--bank", "my.sf2", "--format", "float", "--json"]
      #expect(try peach.end(peach.start(first + words)).status == 0)
      return try #require(WAVFile(peach.bytes(song + ".wav") ?? []))
    }
    let loud = try audio(["--gain", "20"])
    #expect(abs(20 * log10(Level.peak(loud.left[...])) + 0.1) < 0.001)
    #expect(Level.peak(try audio(["--gain", "20", "--no-limiter"]).left[...]) > 1)
    let soft = try audio([])
    let plain = try audio(["--no-effects", "--no-limiter"])
    #expect(plain.left == Array(soft.left.prefix(plain.left.count)))
    // The default reverb send is General MIDI 2's, 40 of 127.
    try peach.put(
      "wet.MID", Fixtures.song(end: 1500, [(0, [0xC0, 42]), (250, [0x90, 69, 127])]))
    #expect(try audio([], song: "wet").left != audio(["--no-effects"], song: "wet").left)
  }

  @Test("- is standard input and standard output; the audio is that of a file")
  func standardStreams() throws {
    #expect(try peach.run("render", "song.MID", "--bank", "my.sf2").status == 0)
    let input = Pipe()
    let process = try peach.start(["render", "-", "-o", "-", "--bank", "my.sf2"], input: input)
    try input.fileHandleForWriting.write(contentsOf: Data(peach.bytes("song.MID") ?? []))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let written = FileManager.default.contents(atPath: peach.path("output0")) ?? Data()
    #expect(!written.isEmpty && [UInt8](written) == peach.bytes("song.wav"))
    #expect(try peach.names() == ["my.sf2", "song.MID", "song.wav"])
  }

  @Test("A manifest's output must have the extension of a type")
  func manifestFormat() throws {
    try peach.put("songs.txt", Array("song.MID\ta.w64\n".utf8))
    let result = try peach.run("render", "--manifest", "songs.txt", "--bank", "my.sf2")
    #expect(result.status == 2 && result.errors.contains("or .caf: a.w64"))
    #expect(try peach.names() == ["my.sf2", "song.MID", "songs.txt"])
  }

  @Test("Missing presets are reported")
  func missingPresets() throws {
    try peach.put("other.mid", Fixtures.song(end: 100, [(0, [0xC0, 5]), (10, [0x90, 69, 127])]))
    let plain = try peach.run("render", "other.mid", "--bank", "my.sf2")
    #expect(
      plain.status == 0 && plain.errors.contains("peach: warning: The bank lacks preset 0:5."))
    let json = try peach.run("render", "other.mid", "--bank", "my.sf2", "--json")
    #expect(try JSON(json.output)["missingPresets"].list?.map(\.text) == ["0:5"])
  }

  @Test("Missing and invalid songs are errors with their name, and no file remains")
  func broken() throws {
    for (words, message) in [
      (["render", "my.sf2", "--bank", "my.sf2"], "my.sf2"),
      (["render", "no.mid", "--bank", "my.sf2"], "no.mid"),
      (["render", "song.MID", "--bank", "no.sf2"], "no.sf2"),
      (["render", "song.MID", "--bank", "my.sf2", "-o", "nowhere/a.wav"], "nowhere/a.wav"),
    ] {
      let result = try peach.end(peach.start(words))
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(message))
      #expect(result.errors.hasSuffix(".\n"))
    }
    #expect(try peach.names() == ["my.sf2", "song.MID"])
  }

  @Test("A song longer than --longest is an error with its event, and no file remains")
  func longest() throws {
    // A second is 1000 ticks; the note is five hours after the start.
    try peach.put("long.mid", Fixtures.song(end: 18_001_000, [(18_000_000, [0x90, 69, 127])]))
    let text =
      "long.mid: The song is 18001.0 s long, more than 14400.0 s: in track 1, tick 18000000 "
      + "(note-on, key 69 on channel 1) is at 18000.0 s."
    for output in [["-o", "a.wav"], ["-o", "new/"]] {
      let result = try peach.end(peach.start(["render", "long.mid", "--bank", "my.sf2"] + output))
      #expect(result.status == 1 && result.errors.contains(text), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(try peach.names() == ["long.mid", "my.sf2", "song.MID"])
    }
    // The song has 1.5 s.
    func status(_ longest: String) throws -> Int32 {
      Int32(
        try peach.run("render", "song.MID", "--bank", "my.sf2", "--longest", longest).status)
    }
    #expect(try status("1.4") == 1 && status("0.02m") == 1)
    #expect(try status("1.5") == 0 && status("1.5s") == 0 && status("0.025m") == 0)
    #expect(try status("0") == 2 && status("x") == 2 && status("-1") == 2 && status("nan") == 2)
  }

  @Test("--kernels avx2 is bit-identical to fastest; portable differs by less than -120 dB")
  func kernels() throws {
    func audio(_ words: String...) throws -> WAVFile {
      let first = ["render", "song.MID", "--bank", "my.sf2", "--format", "float"]
      #expect(try peach.end(peach.start(first + words)).status == 0)
      return try #require(WAVFile(peach.bytes("song.wav") ?? []))
    }
    let fastest = try audio()
    #expect(try audio("--kernels", "avx2").left == fastest.left)
    let portable = try audio("--kernels", "portable")
    let differences = zip(fastest.left, portable.left).map { abs($0 - $1) }
    #expect(differences.count > 48_000 && differences.max() ?? 1 < 1e-6)
    #expect(fastest.left.contains { abs($0) > 0.01 })
    let unknown = try peach.run("render", "song.MID", "--bank", "my.sf2", "--kernels", "mmx")
    #expect(unknown.status == 2)
    #expect(
      unknown.errors.contains("Invalid value \"mmx\" for --kernels. Use fastest, avx2 or portable.")
    )
  }

  @Test("--scale retunes the song; an invalid scale is an error with its line")
  func tuning() throws {
    // Five equal steps: A4, nine keys above middle C, is 9 · 240 cents above it.
    try peach.put("five.scl", Array("! five\nfive\n 5\n240.\n480.\n720.\n960.\n2/1\n".utf8))
    let result = try peach.run(
      "render", "song.MID", "--bank", "my.sf2", "--format", "float", "--scale", "five.scl")
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("song.wav") ?? []))
    let expected = 440 * exp2((9 * 240 - 900) / 1200.0)
    let cents = PitchMeter.cents(
      of: file.left[13_000..<59_000], above: expected, sampleRate: 48_000)
    #expect(abs(cents) < 0.002)
    // The same pitches by --tuning and as an AnaMark file.
    let notes = (0..<128).map { "note \($0) = \(6000 + 240 * ($0 - 60))\n" }.joined()
    try peach.put("five.tun", Array("[Tuning]\n\(notes)".utf8))
    for tuning in ["five.scl", "five.tun"] {
      let other = try peach.run(
        "render", "song.MID", "--bank", "my.sf2", "--format", "float", "-o", "other.wav",
        "--force", "--tuning", tuning)
      #expect(other.status == 0 && peach.bytes("other.wav") == peach.bytes("song.wav"))
    }
    try peach.put("broken.scl", Array("broken\n 1\nx\n".utf8))
    let broken = try peach.run(
      "render", "song.MID", "--bank", "my.sf2", "--scale", "broken.scl")
    #expect(broken.status == 1 && broken.errors.contains("broken.scl: Line 3: "))
  }

  /// Two channels of notes at each half second, an octave apart.
  private func putDuet() throws {
    var events: [(tick: Int, bytes: [UInt8])] = []
    for channel in [0, 1] as [UInt8] {
      events += [(0, [0xC0 | channel, 42]), (0, [0xB0 | channel, 91, 40])]
    }
    for beat in 0..<4 {
      for channel in [0, 1] as [UInt8] {
        events.append((500 * beat, [0x90 | channel, 57 + 12 * channel, 100]))
      }
      for channel in [0, 1] as [UInt8] {
        events.append((500 * beat + 250, [0x80 | channel, 57 + 12 * channel, 0]))
      }
    }
    try peach.put("duet.mid", Fixtures.song(end: 2000, events))
  }

  private func frames(_ arguments: String...) throws -> [Float] {
    let result = try peach.end(
      peach.start(
        ["render", "duet.mid", "--bank", "my.sf2", "--format", "float", "-o", "part.wav"]
          + arguments))
    #expect(result.status == 0, "\(result.errors)")
    return try #require(WAVFile(peach.bytes("part.wav") ?? [])).left
  }

  @Test("The stems of a song add up to the mix, bit for bit; each contains one channel")
  func stems() throws {
    try putDuet()
    let result = try peach.run(
      "render", "duet.mid", "--bank", "my.sf2", "--stems", "-o", "stems", "--format", "float")
    #expect(result.status == 0, "\(result.errors)")
    let files = try ["01", "02", "mix"].map {
      try #require(WAVFile(peach.bytes("stems/\($0).wav") ?? [])).left
    }
    #expect(files[0].count == files[2].count && files[1].count == files[2].count)
    #expect(zip(files[0], files[1]).map { $0 + $1 } == files[2])
    for (stem, hertz) in [(0, 220.0), (1, 440.0)] {
      let note = files[stem][2000..<10_000]
      #expect(abs(PitchMeter.cents(of: note, above: hertz, sampleRate: 48_000)) < 1)
    }
    // The mix of the song without a limiter differs by rounding only.
    let mix = try frames("--no-limiter")
    let difference = zip(mix, files[2]).map { abs($0 - $1) }.max()
    #expect(difference ?? 1 < 1e-6)
  }

  @Test("Options that exclude each other, and a start after the end, are errors")
  func excluded() throws {
    try putDuet()
    for (arguments, reason) in [
      (["-o", "out/", "--loudness", "-16"], "a file as --output"),
      (["-o", "d", "--stems", "--loudness", "-16"], "--loudness and --stems exclude"),
      (["-o", "d", "--stems", "--jobs", "2"], "--jobs and --stems exclude"),
      (["--quality", "0.5"], "--quality applies to .ogg"),
      (["-o", "a.ogg", "--format", "24"], "--format applies to other files"),
      (["--from", "2.5"], "duet.mid ends at 2.00 s, before --from"),
    ] {
      let result = try peach.end(
        peach.start(["render", "duet.mid", "--bank", "my.sf2"] + arguments))
      #expect(result.status != 0 && result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test("A song of silence is told to have no loudness")
  func silence() throws {
    try peach.put("silent.mid", Fixtures.song(end: 1000, []))
    let result = try peach.run(
      "render", "silent.mid", "--bank", "my.sf2", "--loudness", "-16", "-o", "a.wav")
    #expect(
      result.status == 0 && result.errors.contains("silent or too short")
        || result.errors.contains("built without"), "\(result.errors)")
  }

  @Test("A part of a song has its notes, on time, with the exact tail")
  func part() throws {
    try putDuet()
    let whole = try frames("--no-effects", "--solo", "2")
    // From the second to the third beat.
    let part = try frames(
      "--no-effects", "--solo", "2", "--from", "0.5", "--to", "1.0", "--tail", "0.1")
    #expect(part.count == 28_800)
    #expect(Array(part.prefix(24_000)) == Array(whole[24_000..<48_000]))
    #expect(part[20_000...].allSatisfy { abs($0) < 1e-3 })
    // A note that is down at the end of the part is released there.
    let cut = try frames("--no-effects", "--solo", "2", "--to", "0.1", "--tail", "0.5")
    let peak = whole.reduce(0) { max($0, abs($1)) }
    #expect(cut[..<4800] == whole[..<4800] && cut[3000..<4800].contains { abs($0) > 0.5 * peak })
    #expect(whole[9600..<11_000].contains { abs($0) > 0.5 * peak })
    #expect(peak > 0 && cut[9600...].allSatisfy { abs($0) < 0.01 * peak })
    #expect(try frames("--mute", "1-2").allSatisfy { $0 == 0 })
    let slow = try frames("--no-effects", "--solo", "2", "--tempo", "50", "--transpose", "-12")
    let start = try #require(slow[30_000...].firstIndex { abs($0) > 1e-3 })
    #expect(abs(start - 48_000) < 100)
    let note = slow[50_000..<66_000]
    #expect(abs(PitchMeter.cents(of: note, above: 220, sampleRate: 48_000)) < 0.01)
  }
}

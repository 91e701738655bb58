import Foundation
import PeachSampleCodec
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("peach play")
struct PlayTests {
  let peach: Peach

  init() throws { peach = try Peach() }

  @Test(
    "A sine needs no bank and has the requested length, pitch and format",
    arguments: [("16", 1, 16), ("24", 1, 24), ("float", 3, 32)])
  func sine(name: String, format: Int, bits: Int) throws {
    let result = try peach.run(
      "play", "442.3", "--sound", "sine", "--duration", "0.75", "--rate", "44100", "--format", name,
      "--output", "a.wav")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    #expect(file.format == format && file.bitsPerSample == bits)
    #expect(file.sampleRate == 44_100 && file.channels == 2)
    #expect(file.left.count == 33_075)
    // Without the fades of 10 ms at both ends.
    let cents = PitchMeter.cents(of: file.left[1000..<32_000], above: 442.3, sampleRate: 44_100)
    #expect(abs(cents) < 0.001)
    #expect(try peach.names() == ["a.wav"])
  }

  @Test("A preset plays at the requested pitch; with --pitch-bend at the nearest step")
  func bank() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    var cents: [Double] = []
    for options in [["--interpolation", "32"], ["--pitch-bend"]] {
      let words = ["play", "442.3", "--bank", "my.sf2", "--sound", "cello", "--duration", "1"]
      let result = try peach.end(
        peach.start(words + ["--format", "float", "-o", "a.wav"] + options))
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("Pure Cello (fixture) at 442.3 Hz: A4 +9.03 cents"))
      let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
      #expect(file.left.count == 48_000)
      cents.append(
        PitchMeter.cents(of: file.left[2000..<46_000], above: 442.3, sampleRate: 48_000))
    }
    // The bend's step is 200/8192 cent; 442.3 Hz is 9.0261 cents above A4, and its step 370.
    let requested = 1200 * log2(442.3 / 440)
    let bent = (requested * 8192 / 200).rounded() * 200 / 8192 - requested
    #expect(abs(cents[0]) < 0.002, "\(cents)")
    #expect(abs(cents[1] - bent) < 0.002, "\(cents)")
    #expect(abs(bent) > 0.006)
  }

  @Test("--null-audio keeps time")
  func silent() throws {
    let begun = ContinuousClock.now
    let result = try peach.run(
      "play", "440", "--sound", "sine", "--duration", "0.3", "--null-audio")
    #expect(result.status == 0, "\(result.errors)")
    #expect(ContinuousClock.now - begun >= .milliseconds(300))
    #expect(result.errors.contains("Sine at 440 Hz"))
  }

  @Test("A missing device is an error with a remedy")
  func noDevice() throws {
    let result = try peach.run("play", "440", "--sound", "sine", "--device", "no such device")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: "))
    #expect(result.errors.contains("--output") && result.errors.contains("--null-audio"))
    #expect(result.errors.contains("`peach devices`"))
    #expect(result.errors.hasSuffix(".\n"))
  }

  @Test("An unknown sound is an error when writing a file")
  func noSound() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    let result = try peach.run(
      "play", "440", "--bank", "my.sf2", "--sound", "theremin", "--output", "a.wav")
    #expect(result.status == 1)
    #expect(result.errors.contains("theremin") && result.errors.contains("peach sounds"))
    #expect(try peach.names() == ["my.sf2"])
  }

  @Test("An unknown --sound is an error with the nearest names on a device, too")
  func mistypedSound() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    for (sound, nearest) in [("chello", "\"Pure Cello\""), ("sinne", "\"sine\"")] {
      let result = try peach.run(
        "play", "440", "--bank", "my.sf2", "--sound", sound, "--null-audio", "--duration", "0.1")
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("\"\(sound)\"") && !result.errors.contains("Sine at"))
      #expect(result.errors.contains("Did you mean \(nearest)?"))
    }
  }

  /// Stores a sound in the settings.
  private func store(sound: String) throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("config/peach"), withIntermediateDirectories: true)
    try peach.put(
      "settings.json", Array("{\"soundSource\": \"\(sound)\"}".utf8), in: "config/peach")
  }

  @Test("A sine replaces a stored sound whose bank is missing or damaged, and is announced")
  func storedSound() throws {
    var damaged = Fixtures.bank
    damaged.samples[0].compressed = Array("OggS".utf8) + [UInt8](repeating: 0, count: 60)
    try peach.put("damaged.sf3", damaged.chunks.file, in: "data/peach/banks")
    for name in ["gone.sf2", "damaged.sf3"] {
      try store(sound: "sf2:\(name):0:42")
      let result = try peach.run("play", "440", "--null-audio", "--duration", "0.1")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errors.contains("peach: warning: "))
      #expect(result.errors.contains("Playing a sine wave instead."))
      #expect(result.errors.contains("Sine at 440 Hz") && !result.errors.contains("Pure Cello"))
    }
    let requested = try peach.run(
      "play", "440", "--null-audio", "--duration", "0.1", "--sound", "sf2:damaged.sf3:0:42")
    #expect(requested.status == 1 && !requested.errors.contains("Sine at"))
  }

  @Test("The first preset of --bank replaces a stored sound that the bank lacks")
  func bankWithoutSound() throws {
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    try store(sound: "harp")
    let result = try peach.run(
      "play", "440", "--bank", "my.sf2", "--null-audio", "--duration", "0.1")
    #expect(result.status == 0 && result.errors.contains("Pure Cello (fixture) at 440 Hz"))
  }

  @Test(
    "Pitches in hertz and as notes with cents",
    arguments: [
      (["442.3"], 1200 * log2(442.3 / 440)), (["440Hz"], 0), (["440", "Hz"], 0), (["440 Hz"], 0),
      (["A4+13c"], 13), (["Bb3-20c"], -1120), (["C#5"], 400),
    ] as [([String], Double)])
  func pitch(words: [String], cents: Double) throws {
    let result = try peach.end(
      peach.start(
        ["play"] + words + ["--sound", "sine", "--duration", "0.5", "-o", "a.WAV"]))
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("a.WAV") ?? []))
    // Without the fades of 10 ms at both ends.
    let measured = PitchMeter.cents(
      of: file.left[1000..<23_000], above: 440 * exp2(cents / 1200), sampleRate: 48_000)
    #expect(abs(measured) < 0.01)
  }

  @Test("The time of the first frame is printed after the note has started")
  func firstFrame() throws {
    let result = try peach.run(
      "play", "440", "--sound", "sine", "--duration", "0.1", "--null-audio")
    // A busy machine adds a warning.
    let lines = result.errors.split(separator: "\n").filter { !$0.contains("buffer underrun") }
    #expect(lines.count == 2 && lines[0].hasPrefix("Sine at 440 Hz"))
    #expect(lines.last?.hasPrefix("First frame after ") == true)
  }

  @Test("-o - writes the same WAV file to standard output")
  func standardOutput() throws {
    for output in ["a.wav", "-"] {
      let words = ["play", "440", "--sound", "sine", "--duration", "0.1", "-o", output]
      let result = try peach.end(peach.start(words))
      #expect(result.status == 0, "\(result.errors)")
    }
    let written = FileManager.default.contents(atPath: peach.path("output0")) ?? Data()
    #expect(!written.isEmpty && [UInt8](written) == peach.bytes("a.wav"))
  }

  @Test("A missing output folder is reported, and no file remains")
  func noFolder() throws {
    let result = try peach.run("play", "440", "--sound", "sine", "--output", "nowhere/a.wav")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: ") && result.errors.hasSuffix(".\n"))
    #expect(result.errors.contains("nowhere/a.wav"))
    #expect(try peach.names() == [])
  }

  @Test("Settings select the sound; invalid settings are reported and not modified")
  func settings() throws {
    try FileManager.default.createDirectory(
      atPath: peach.path("config/peach"), withIntermediateDirectories: true)
    let path = try peach.put(
      "settings.json", Array(#"{"soundSource": "sine"}"#.utf8), in: "config/peach")
    let chosen = try peach.run("play", "440", "--duration", "0.1", "--output", "a.wav")
    #expect(chosen.status == 0 && chosen.errors.contains("Sine at 440 Hz"))
    try peach.put("settings.json", Array("{".utf8), in: "config/peach")
    let broken = try peach.run("play", "440", "--sound", "sine", "--duration", "0.1", "-oa.wav")
    #expect(broken.status == 0)
    #expect(broken.errors.contains(path) && broken.errors.contains("defaults"))
    #expect(FileManager.default.contents(atPath: path) == Data("{".utf8))
  }

  @Test(
    "A damaged sample is an error in words, with a remedy",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func damagedSample() throws {
    let file = FLACFile([Int16](repeating: 9, count: 100))
    try peach.put("A4.flac", Array(file.bytes.dropLast(50)))
    let result = try peach.run("play", "440", "--bank", "A4.flac", "--output", "a.wav")
    #expect(result.status == 1)
    #expect(result.errors.contains("damaged"))
    #expect(result.errors.contains("cannot be decoded (error "))
    #expect(result.errors.contains("Run `peach check` on the bank"))
  }
}

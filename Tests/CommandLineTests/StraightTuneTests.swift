import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("peach tune --straight and --listen", .serialized)
struct StraightTuneTests {
  let peach: Peach
  private static let file = VibratoRecording.bank.chunks.file

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Self.file)
  }

  @Test("Prints the contour, the largest deviation in 100 ms and the tone of each preset")
  func table() throws {
    let result = try peach.run("tune", "my.sf2", "--straight")
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(lines.count == 3 && lines[1].prefix(2) == ["0:40", "Violin"])
    // The deviation of a sine of 20 cents.
    #expect(abs((Double(lines[1][2]) ?? 0) - 14.1) <= 1)
    #expect(lines[1][4] == "→" && (Double(lines[1][5]) ?? 9) <= 0.1 && lines[1].last == "straight")
    // A vibrato of ±20 cents at 5.2 Hz.
    let vibrato = lines[1].suffix(5)
    #expect(abs((Double(vibrato[vibrato.startIndex].dropFirst()) ?? 0) - 20) <= 1)
    #expect(vibrato.dropFirst() == ["at", "5.2", "Hz", "straight"])
    #expect(lines[2].suffix(2) == ["several", "players"] && !lines[2].contains("→"))
    #expect(try peach.names() == ["my.sf2"])
  }

  @Test("-o writes a bank whose tones are straight already")
  func written() throws {
    let result = try peach.run("tune", "my.sf2", "--straight", "-o", "straight.sf2", "--json")
    let json = try JSON(result.output)
    #expect(json["replacedSampleHeaders"].number == 1 && json["vibrato"].number == 0)
    let presets = try #require(json["presets"].list)
    #expect(presets.map { $0["verdict"].text } == ["straight", "several players"])
    let again = try JSON(peach.run("tune", "straight.sf2", "--straight", "--json").output)
    let violin = try #require(again["presets"].list?.first)
    #expect((violin["medianDeviation"].number ?? 9) < 0.3)
    #expect((violin["largestBefore"].number ?? 9) <= 0.1)
    #expect(violin["recordings"].list?.first?["verdict"].text == "straight as recorded")
    // The preset is in tune: it was 7 cents sharp.
    let tuned = try JSON(peach.run("tune", "straight.sf2", "--json", "--preset", "violin").output)
    let before = try #require(tuned["presets"].list?.first?["before"])
    #expect((before["worst"].number ?? 9) <= 0.02)
  }

  @Test("--vibrato keeps a part of the vibrato")
  func vibrato() throws {
    let result = try peach.run(
      "tune", "my.sf2", "--straight", "--vibrato", "50", "-o", "half.sf2", "--preset", "0:40")
    #expect(result.status == 0 && result.errors.contains("half.sf2: 1 sample replaced."))
    let json = try JSON(peach.run("tune", "half.sf2", "--straight", "--json").output)
    let deviation = json["presets"].list?.first?["medianDeviation"].number
    #expect(abs((deviation ?? 0) / (20 / 2.0.squareRoot()) - 0.5) < 0.075)
  }

  @Test("--smooth writes other frames of the same pitch")
  func smooth() throws {
    let words = ["tune", "my.sf2", "--straight", "--preset", "0:40"]
    for (name, options) in [("plain.sf2", []), ("smooth.sf2", ["--smooth"])] {
      let result = try peach.end(peach.start(words + ["-o", name] + options))
      #expect(result.status == 0, "\(result.errors)")
      let json = try JSON(peach.run("tune", name, "--straight", "--json").output)
      let largest = json["presets"].list?.first?["largestBefore"].number
      #expect((largest ?? 9) <= 0.1)
    }
    #expect(peach.bytes("plain.sf2") != peach.bytes("smooth.sf2"))
  }

  @Test(
    "SF3 output is compressed, and its tones are straight",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func compressed() throws {
    #expect(try peach.run("tune", "my.sf2", "--straight", "-o", "straight.sf3").status == 0)
    // A compressed bank is straightened too, and stays compressed.
    #expect(try peach.run("tune", "straight.sf3", "--straight", "-o", "again.bank").status == 0)
    for name in ["straight.sf3", "again.bank"] {
      let json = try JSON(peach.run("tune", name, "--straight", "--json").output)
      let violin = try #require(json["presets"].list?.first)
      #expect((violin["medianDeviation"].number ?? 9) < 0.3, "\(name)")
      let size = try #require(peach.bytes(name)).count
      #expect(2 * size < Self.file.count)
    }
  }

  @Test("--plot writes well-formed SVG with the curves of the recordings before and after")
  func plot() throws {
    #expect(try peach.run("tune", "my.sf2", "--straight", "--plot", "my.svg").status == 0)
    let text = String(decoding: peach.bytes("my.svg") ?? [], as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.contains("0:40 Violin"))
    #expect(text.components(separatedBy: "<polyline ").count - 1 == 2)
  }

  @Test(
    "--listen prints pitch, largest deviation, extent and rate of a vibrato",
    .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
  func listen() throws {
    var recording = VibratoRecording()
    // Whole cycles, so that the mean is that of the tone.
    recording.seconds = 16 / recording.vibratoHertz
    recording.hertz = 441
    let frames = recording.frames.map { Int16(($0 * 32_767).rounded()) }
    try peach.put(
      "note.wav", WaveFile(frames).bytes)
    let result = try peach.run("tune", "--listen", "note.wav", "440")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains("cents from 440 Hz"))
    let json = try JSON(peach.run("tune", "--listen", "note.wav", "440", "--json").output)
    #expect(json["note"].text == "A4")
    #expect(abs((json["fromExpected"].number ?? 0) - 1200 * log2(441.0 / 440)) < 0.5)
    #expect(abs((json["vibratoExtent"].number ?? 0) - 20) < 1)
    #expect(abs((json["vibratoRate"].number ?? 0) - 5.2) < 0.1)
    #expect(abs((json["deviation"].number ?? 0) - 20 / 2.0.squareRoot()) < 1)
    #expect((json["windows"].list?.count ?? 0) > 40)
    #expect(
      try peach.run("tune", "--listen", "note.wav", "--plot", "note.svg").status == 0)
    #expect(String(decoding: peach.bytes("note.svg") ?? [], as: UTF8.self).hasPrefix("<svg "))
  }

  @Test("Ctrl-C stops promptly and leaves no file")
  func interruption() throws {
    var recording = VibratoRecording()
    recording.seconds = 6
    var builder = SoundFontBuilder()
    builder.samples = [recording.sample(root: 69)]
    // Each address offset is another recording.
    builder.instruments = [
      .init(
        zones: (0..<120).map {
          .init(
            [
              .init(.keyRange, from: $0, to: $0), .init(.startAddressOffset, Int16($0)),
              .init(.sampleModes, 1),
            ], plays: 0)
        })
    ]
    builder.presets = [.init("Violin", program: 40, zones: [.init(plays: 0)])]
    try peach.put("long.sf2", builder.chunks.file)
    let process = try peach.start(["tune", "long.sf2", "--straight", "-o", "out.sf2"])
    Thread.sleep(forTimeInterval: 0.5)
    #expect(process.isRunning)
    let pressed = ContinuousClock.now
    kill(process.processIdentifier, SIGINT)
    let result = try peach.end(process)
    #expect(result.status == 130)
    #if !DEBUG
      #expect(ContinuousClock.now - pressed < .seconds(2))
    #endif
    #expect(try peach.names() == ["long.sf2", "my.sf2"])
  }

  @Test(
    "Errors exit with status 1 or 2 and leave no files",
    arguments: [
      (["tune", "my.sf2", "--vibrato", "50"], 2, "--vibrato requires --straight"),
      (["tune", "my.sf2", "--smooth"], 2, "--smooth requires --straight"),
      (["tune", "--listen", "a.wav", "--smooth"], 2, "--smooth requires a bank"),
      (["tune", "my.sf2", "--straight", "--vibrato", "201"], 2, "0 to 200"),
      (["tune", "my.sf2", "--straight", "--resample", "-o", "a.sf2"], 2, "exclude each other"),
      (["tune", "my.sf2", "--straight", "-o", "my.sf2"], 2, "is the input file"),
      (["tune", "my.sf2", "--straight", "--preset", "theremin"], 1, "theremin"),
      (["tune", "--listen", "none.wav"], 1, "none.wav"),
      (["tune", "--listen", "my.sf2"], 1, "my.sf2"),
      (["tune", "--listen", "a.wav", "x"], 2, "PITCH"),
      (["tune", "--listen", "a.wav", "--straight"], 2, "--straight requires a bank"),
      (["tune", "--listen", "a.wav", "--analyze", "b.wav"], 2, "exclude each other"),
      (["tune", "--analyze", "a.wav", "--plot", "b.svg"], 2, "--plot requires a bank"),
    ])
  func mistakes(words: [String], status: Int, message: String) throws {
    let result = try peach.end(peach.start(words))
    #expect(result.status == Int32(status) && result.output.isEmpty)
    #expect(result.errors.hasPrefix("peach: ") && result.errors.contains(message))
    #expect(try peach.names() == ["my.sf2"])
  }
}

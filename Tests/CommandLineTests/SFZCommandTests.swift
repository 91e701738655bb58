import Foundation
import SoundMeasurement
import Testing

/// SFZ files from text to audio, through the program.
@Suite("SFZ on the command line")
struct SFZCommandTests {
  let peach: Peach

  init() throws { peach = try Peach() }

  /// Ten periods of exactly 441 Hz, which loop; key 69 according to its chunk, 3.9 cents sharp.
  private static var tone: [UInt8] {
    let frames = (0..<1000).map { frame in
      Int16((8000 * sin(2 * Double.pi * Double(frame) / 100)).rounded())
    }
    var wave = WaveFile(frames)
    wave.addSampler(key: 69, loop: 0...999)
    return wave.bytes
  }

  private func play(_ text: String, _ more: [String] = []) throws -> WAVFile {
    try peach.put("a.sfz", Array(text.utf8))
    let words = ["play", "440", "--bank", "a.sfz", "--sound", "sf2:0:0", "--duration", "1"]
    let result = try peach.end(
      peach.start(words + ["--uncorrected", "--format", "float", "-o", "a.wav"] + more))
    #expect(result.status == 0, "\(result.errors)")
    return try #require(WAVFile(peach.bytes("a.wav") ?? []))
  }

  @Test("A sample next to the file plays at its pitch, transposed by key and tuning")
  func pitch() throws {
    try peach.put("Tone.wav", Self.tone)
    let asRecorded = 1200 * log2(441.0 / 440)
    let rows: [(String, Double)] = [
      ("pitch_keycenter=69", asRecorded), ("pitch_keycenter=sample", asRecorded),
      ("key=69 tune=-50", asRecorded - 50), ("pitch_keycenter=57", asRecorded + 1200),
      ("pitch_keycenter=69 transpose=-12 tune=20", asRecorded - 1180),
    ]
    for (opcodes, cents) in rows {
      let file = try play("<region> sample=tone.WAV \(opcodes)")
      let heard = PitchMeter.cents(
        of: file.left[4000..<44_000], above: 440 * exp2(cents / 1200), sampleRate: 48_000)
      #expect(abs(heard) < 0.05, "\(opcodes): \(heard)")
    }
  }

  @Test("Gain, and the channels of a stereo sample")
  func level() throws {
    try peach.put("tone.wav", Self.tone)
    func level(_ opcodes: String) throws -> Double {
      let file = try play("<region> sample=tone.wav key=69 amp_veltrack=0 \(opcodes)")
      return Level.rootMeanSquare(file.left[8000..<40_000])
    }
    let full = try level("")
    #expect(abs(try level("volume=-6") - full + 6) < 0.01)
    #expect(abs(try level("volume=6") - full - 6) < 0.01)
    #expect(abs(try level("amplitude=50") - full - 20 * log10(0.5)) < 0.01)
    let frames = (0..<1000).flatMap { (frame: Int) -> [Int16] in
      let value: Double = 8000 * sin(2 * .pi * Double(frame) / 100)
      return [Int16(value.rounded()), 0]
    }
    try peach.put("left.wav", WaveFile(frames, channels: 2).bytes)
    let file = try play("<region> sample=left.wav loop_mode=loop_continuous key=69 amp_veltrack=0")
    // A centered mono sample is 3.01 dB softer per channel.
    let side = Level.rootMeanSquare(file.left[8000..<40_000])
    #expect(abs(side - full - 3.0103) < 0.01)
  }

  @Test("Samples elsewhere are played only if --sample-path allows the folder, but imported")
  func folders() throws {
    try peach.put("tone.wav", Self.tone)
    try FileManager.default.createDirectory(
      atPath: peach.path("work/Programs"), withIntermediateDirectories: true)
    try peach.put("Programs/a.sfz", Array("<region> sample=..\\tone.wav".utf8))
    let refused = try peach.run("inspect", "Programs/a.sfz")
    #expect(refused.status == 0 && refused.output.contains("outside"))
    let allowed = try peach.run("inspect", "Programs/a.sfz", "--sample-path", ".")
    #expect(allowed.status == 0 && !allowed.output.contains("Warnings"))
    let checked = try peach.run(
      "check", "Programs/a.sfz", "--sample-path", ".", "--depth", "sound")
    #expect(checked.status == 0, "\(checked.output)")
    let sounds = try peach.run("sounds", "--bank", "Programs/a.sfz", "--sample-path", ".")
    #expect(sounds.status == 0 && sounds.output.contains("a"))
    // An import copies the files to which .. leads.
    let imported = try peach.run("import", "Programs/a.sfz")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try peach.bankNames() == ["a.sfz"])
  }

  @Test("A file without regions is an error")
  func nothing() throws {
    try peach.put("a.sfz", Array("<group> key=1 #include \"gone.sfz\"".utf8))
    let result = try peach.run("inspect", "a.sfz")
    #expect(result.status == 1 && result.errors.contains("nothing to play"))
    #expect(result.errors.contains("gone.sfz"))
  }
}

import Foundation
import SoundFontFixtures
import TestEnvironment
import Testing

/// Files are read by SoX, and by Opus' own tools.
@Suite("Types of audio files")
struct AudioFileTypeTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
    // The name of the first track (Standard MIDI Files 1.0, FF 03).
    try peach.put(
      "song.mid",
      Fixtures.song(
        end: 1000,
        [
          (0, [0xFF, 0x03, 6] + Array("Aria 2".utf8)), (0, [0xC0, 42]), (100, [0x90, 69, 127]),
          (900, [0x80, 69, 0]),
        ]))
  }

  private func render(_ name: String, _ arguments: String...) throws {
    let result = try peach.end(
      peach.start(["render", "song.mid", "--bank", "my.sf2", "-o", name] + arguments))
    #expect(result.status == 0, "\(result.errors)")
  }

  private static let hasSoX = OtherProgram.succeeds(["sox", "--version"])
  private static let hasOpus = OtherProgram.succeeds(["opusdec", "--version"])

  /// Returns the samples of both channels, as SoX decodes them to 32 bits.
  private func decoded(_ name: String) throws -> [Int32] {
    try OtherProgram.output([
      "sox", peach.path("work/\(name)"), "-t", "raw", "-e", "signed", "-b", "32",
      peach.path("work/decoded"),
    ])
    return (peach.bytes("decoded") ?? []).withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 3, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
  }

  /// Returns the correlation coefficient of two sounds of equal length.
  private func correlation(_ one: ArraySlice<Int32>, _ other: ArraySlice<Int32>) -> Double {
    var (product, square, otherSquare) = (0.0, 0.0, 0.0)
    for (x, y) in zip(one, other) {
      product += Double(x) * Double(y)
      square += Double(x) * Double(x)
      otherSquare += Double(y) * Double(y)
    }
    return product / (square * otherSquare).squareRoot()
  }

  @Test(
    "Lossless files have the samples of the WAV file", .enabled(if: hasSoX),
    arguments: ["flac", "aiff"], ["16", "24"])
  func lossless(type: String, format: String) throws {
    try render("a.wav", "--format", format)
    try render("a.\(type)", "--format", format)
    let samples = try decoded("a.wav")
    #expect(samples.count >= 96_000 && samples.contains { $0 != 0 })
    #expect(try decoded("a.\(type)") == samples)
  }

  /// The data chunk (Apple Core Audio Format Specification 1.0): big-endian, after an edit count.
  @Test("A CAF file has the samples of the WAV file", arguments: ["16", "float"])
  func coreAudio(format: String) throws {
    try render("a.wav", "--format", format)
    try render("a.caf", "--format", format)
    let wav = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    let bytes = try #require(peach.bytes("a.caf"))
    #expect(bytes.starts(with: Array("caff".utf8)))
    let name = Array("data".utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + 16
    let isLittle = bytes.withUnsafeBytes {
      // The format flags of the description chunk, at 8 + 12 + 8 + 4: bit 1 is little-endian.
      UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: 32, as: UInt32.self)) & 2 != 0
    }
    let size = format == "16" ? 2 : 4
    for frame in stride(from: 0, to: wav.left.count, by: 7) {
      let value = bytes[(start + 2 * size * frame)...].prefix(size)
      let bits = (isLittle ? Array(value.reversed()) : Array(value)).reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
      let sample =
        size == 2
        ? Float(Int16(bitPattern: UInt16(bits))) / 32_768 : Float(bitPattern: bits)
      #expect(sample == wav.left[frame])
    }
  }

  @Test(
    "Lossy files have the length and the sound of the WAV file, and tags", .enabled(if: hasSoX),
    arguments: ["ogg", "mp3"])
  func lossy(type: String) throws {
    try render("a.wav", "--rate", "44100")
    try render("a.\(type)", "--rate", "44100", "--quality", "0.8", "--artist", "J. S. B.")
    let (samples, coded) = (try decoded("a.wav"), try decoded("a.\(type)"))
    // A Vorbis file states its length. SoX keeps the delay of an MP3 file's encoder (at least 528 +
    // 1 frames in the decoder, ISO/IEC 11172-3) and its last frames of 1152.
    if type == "ogg" {
      #expect(coded.count == samples.count)
      #expect(correlation(samples[...], coded[...]) > 0.999)
    } else {
      #expect((0...2 * 3 * 1152).contains(coded.count - samples.count))
      let middle = samples[40_000..<42_000]
      let best = (0...2400).map {
        correlation(middle, coded[(40_000 + 2 * $0)..<(42_000 + 2 * $0)])
      }.max()
      #expect(best ?? 0 > 0.999)
    }
    let tags = try OtherProgram.output(["soxi", "-a", peach.path("work/a.\(type)")])
    let text = String(decoding: tags, as: UTF8.self)
    #expect(text.contains("Aria 2") && text.contains("J. S. B."), "\(text)")
  }

  @Test("An Opus file has the length of the WAV file and tags", .enabled(if: hasOpus))
  func opus() throws {
    try render("a.wav")
    try render("a.opus", "--title", "Other")
    let path = peach.path("work/decoded.wav")
    try OtherProgram.output(["opusdec", "--quiet", peach.path("work/a.opus"), path])
    let (wav, coded) = (
      try #require(WAVFile(peach.bytes("a.wav") ?? [])),
      try #require(WAVFile(peach.bytes("decoded.wav") ?? []))
    )
    #expect(coded.left.count == wav.left.count && coded.sampleRate == 48_000)
    let found = try OtherProgram.run(["opusinfo", peach.path("work/a.opus")])
    let information = found.text.lowercased()
    #expect(information.contains("title=other") && information.contains("peach"))
  }

  @Test("What a type does not support is an error that leaves no file")
  func unsupported() throws {
    for (arguments, reason) in [
      (["-o", "a.flac", "--format", "float"], "Choose another sample format"),
      (["-o", "a.opus", "--rate", "44100"], "Opus files have"),
      (["-o", "a.mp3", "--rate", "192000"], "Choose another"),
    ] {
      let result = try peach.end(
        peach.start(["render", "song.mid", "--bank", "my.sf2"] + arguments))
      #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
    }
    #expect(try peach.names() == ["my.sf2", "song.mid"])
  }

  @Test("Equal renderings are equal files", arguments: ["ogg", "opus", "flac", "mp3"])
  func reproducible(type: String) throws {
    try render("a.\(type)")
    try render("b.\(type)")
    #expect(peach.bytes("a.\(type)") == peach.bytes("b.\(type)"))
  }

  @Test("--type selects the type of generated names and of standard output")
  func type() throws {
    let named = try peach.run("render", "song.mid", "--bank", "my.sf2", "--type", "flac")
    #expect(named.status == 0 && peach.bytes("song.flac")?.starts(with: Array("fLaC".utf8)) == true)
    let process = try peach.start(
      ["-c", "\"$0\" render song.mid --bank my.sf2 --type ogg -o - > piped", Peach.program ?? ""],
      by: "/bin/bash")
    #expect(try peach.end(process).status == 0)
    #expect(peach.bytes("piped")?.starts(with: Array("OggS".utf8)) == true)
  }

  @Test("A full disk is an error that leaves no file", arguments: ["a.flac", "a.ogg", "a.wav"])
  func fullDisk(name: String) throws {
    // A limit of 2 blocks of 512 bytes, at which writes fail as on a full disk.
    let process = try peach.start(
      [
        "-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" render song.mid --bank my.sf2 -o \(name)",
        Peach.program ?? "",
      ], by: "/bin/bash")
    let result = try peach.end(process)
    #expect(result.status == 1 && result.errors.contains("Cannot write \(name)"), "\(result)")
    #expect(try peach.names() == ["my.sf2", "song.mid"])
  }
}

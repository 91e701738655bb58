import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Conversion of segments of one file")
struct JoinedSegmentTests {
  /// Frames that are all different.
  private static let frames = (0..<20_000).map { Int16(truncatingIfNeeded: 3 * $0 - 30_000) }

  private static func bank(_ text: String, files: [String: [UInt8]]) throws -> SoundBank {
    let access = FolderAccess(
      list: { folder, _ in
        folder == "/i" ? files.keys.sorted().map { .init(name: $0, isFolder: false) } : nil
      },
      open: { path in files[String(path.dropFirst(3))].map { ByteStorage(copying: $0) } },
      resolve: { $0 })
    return try InstrumentFile.read(
      ByteStorage(copying: Array(text.utf8)), folders: SampleFolders(own: "/i", access: access))
  }

  private struct Playback: Hashable {
    var frames: [Float] = []
    var loop: [Float] = []
    var rate = 0.0
  }

  /// Returns the frames that each region plays, and those of its loop.
  private static func playbacks(_ bank: SoundBank) throws -> [Playback] {
    try bank.regions(ofPresetAt: 0).map { region in
      let sample = bank.samples[region.sample]
      let frames = try bank.readFrames(ofSampleAt: region.sample, decoder: nil, limit: .max)
      guard
        let range = AddressOffsets(region).frameRange(in: sample, frameCount: frames.count)
      else { return Playback() }
      let loop = region.looping == .none ? nil : range.loop
      return Playback(
        frames: Array(frames[range.played]), loop: loop.map { Array(frames[$0]) } ?? [],
        rate: sample.sampleRate)
    }
  }

  /// Regions of random segments of two files, some with loops; and what each plays.
  private static func randomText(
    _ seed: UInt64, _ wave: [Int16]
  ) -> (text: String, expected: [Playback]) {
    var random = RandomNumbers(seed: seed)
    var text = ""
    var expected: [Playback] = []
    for _ in 0..<random.whole(2...20) {
      let start = random.whole(0...(wave.count - 200))
      let end = random.whole((start + 100)...(wave.count - 1))
      text += "<region> sample=\(random.whole(1...2)).wav offset=\(start) end=\(end)"
      var playback = Playback(rate: 44_100)
      playback.frames = wave[start...end].map { Float($0) / 32_768 }
      if random.chance(0.5) {
        let loopStart = random.whole(start...(end - 20))
        let loopEnd = random.whole((loopStart + 10)...end)
        text += " loop_mode=loop_continuous loop_start=\(loopStart) loop_end=\(loopEnd)"
        playback.loop = wave[loopStart...loopEnd].map { Float($0) / 32_768 }
      } else {
        text += " loop_mode=no_loop"
      }
      text += "\n"
      expected.append(playback)
    }
    return (text, expected)
  }

  // Expected frames follow from the opcodes (Cakewalk, *sfz Format*): `end` and `loop_end` are the
  // last frames played.
  @Test(
    "Converted regions play the frames and loops that their opcodes say",
    arguments: 0..<40 as Range<UInt64>)
  func frames(seed: UInt64) throws {
    let wave = WaveFile(Self.frames).bytes
    let files = ["1.wav": wave, "2.wav": wave]
    let (text, expected) = Self.randomText(seed, Self.frames)
    let bank = try Self.bank(text, files: files)
    #expect(try Self.playbacks(bank) == expected)
    let contents = try ConvertedBank(bank, decoder: nil).contents
    let bytes = try SoundFontWriter(contents).pieces.flatMap { Array($0.bytes) }
    let soundFont = try InstrumentFile.read(ByteStorage(copying: bytes))
    #expect(try Self.playbacks(soundFont) == expected)

    let conversion = try SFZConversion(bank, presetAt: 0, folder: "s", decoder: nil)
    let joined = bank.joiningSegments()
    var written: [String: [UInt8]] = [:]
    for recording in conversion.recordings {
      let frames = try joined.readFrames(
        ofSampleAt: recording.sample, decoder: nil, limit: .max)
      #expect(frames.count == recording.frameCount)
      let name = String(recording.name.dropFirst("s/".count))
      written[name] = WaveFile(frames.map { Int16($0 * 32_768) }).bytes
    }
    let sfz = try Self.bank(conversion.text.replacing("sample=s/", with: "sample="), files: written)
    #expect(try Self.playbacks(sfz) == expected)
  }

  @Test("Overlapping segments become one recording, and separate segments stay separate")
  func recordings() throws {
    let wave = WaveFile(Self.frames).bytes
    let regions = [(0, 999), (500, 1499), (1499, 2000), (2001, 3000), (9000, 9999)]
      .map { "<region> sample=1.wav offset=\($0) end=\($1)\n" }
    let bank = try Self.bank(regions.joined(), files: ["1.wav": wave])
    let conversion = try SFZConversion(bank, presetAt: 0, folder: "s", decoder: nil)
    #expect(conversion.recordings.map(\.frameCount) == [2001, 1000, 1000])
    let contents = try ConvertedBank(bank, decoder: nil).contents
    #expect(contents.samples.map(\.recording.frameCount) == [2001, 1000, 1000])
  }
}

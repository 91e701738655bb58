import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import PeachServices
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite(
  "Sample compression (SF3) and expansion (SF2)", .serialized,
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
struct SampleCompressionTests {
  private let folder: RenderFolder

  init() throws { folder = try RenderFolder() }

  /// Two seconds of a decaying tone of 441 Hz with a loop, shared by two samples, a short sample,
  /// and one with a rate that Vorbis does not support.
  private static func contents() throws -> SoundFontContents {
    func tone(_ count: Int) -> [Int16] {
      (0..<count).map { frame in
        let time = Double(frame) / 44_100
        return Int16((20_000 * exp(-time) * sin(2 * .pi * 441 * time)).rounded())
      }
    }
    var builder = SoundFontBuilder()
    builder.samples = [
      SoundFontSample(frames: tone(88_200), loop: 44_100..<88_000, root: 69),
      SoundFontSample(frames: tone(500), loop: 100..<400, root: 69),
      SoundFontSample(frames: tone(1_000), rate: 300_000, root: 69),
    ]
    builder.instruments = [.init("All", zones: (0..<3).map { .init(plays: $0) })]
    builder.presets = [.init("All", zones: [.init(plays: 0)])]
    var contents = try SoundFont.read(ByteStorage(copying: builder.chunks.file)).contents()
    contents.samples.append(contents.samples[0])
    contents.samples[3].sampleRate = 44_101
    return contents
  }

  private func written(_ contents: SoundFontContents, to name: String) throws -> SoundFont {
    let path = folder.path(name)
    try SoundFontWriter(contents).write(to: path)
    return try SoundFont(contentsOf: path)
  }

  private func frames(_ font: SoundFont, _ index: Int) throws -> [Float] {
    try font.soundBank().readFrames(
      ofSampleAt: index, decoder: SoundFileDecoder.decode, limit: 1 << 26)
  }

  /// Returns Pearson's correlation of two signals, which ignores gain.
  private func correlation(_ one: [Float], _ other: [Float]) -> Double {
    let count = Double(max(one.count, 1))
    let means = [one, other].map { $0.reduce(0.0) { $0 + Double($1) } / count }
    var (product, first, second) = (0.0, 0.0, 0.0)
    for (left, right) in zip(one, other) {
      let (left, right) = (Double(left) - means[0], Double(right) - means[1])
      product += left * right
      first += left * left
      second += right * right
    }
    return product / (first * second).squareRoot()
  }

  @Test("Loops, lengths and headers stay; equal samples share a stream; failures are reported")
  func compressed() throws {
    let plain = try Self.contents()
    var contents = plain
    var parts: [Double] = []
    try contents.encodeSamples(forFileNamed: "My.SF3") { parts.append($0) }
    #expect(parts.first == 0 && parts.last == 1 && parts == parts.sorted())
    #expect(contents.warnings.count == 1)
    #expect(contents.samples[0].recording == contents.samples[3].recording)
    // The short one would have grown.
    #expect(contents.samples[1...2].map(\.recording) == plain.samples[1...2].map(\.recording))
    let fonts = try [written(plain, to: "a.sf2"), written(contents, to: "a.sf3")]
    #expect(fonts[1].version.major == 3 && fonts[1].warnings.isEmpty)
    #expect(fonts[1].samples.map(\.isCompressed) == [true, false, false, true])
    #expect(fonts[1].storage.bytes.count < fonts[0].storage.bytes.count / 3)
    let banks = fonts.map { $0.soundBank() }
    for index in 0..<4 {
      let (was, becomes) = (banks[0].samples[index], banks[1].samples[index])
      #expect(was.loop == becomes.loop && was.sampleRate == becomes.sampleRate)
      let sounds = try fonts.map { try frames($0, index) }
      #expect(sounds[0].count == sounds[1].count)
      #expect(correlation(sounds[0], sounds[1]) > 0.999)
    }
    // The output is deterministic; compressed samples are unchanged.
    var again = plain
    try again.compress()
    _ = try written(again, to: "b.sf3")
    let files = try ["a.sf3", "b.sf3"].map {
      try Data(contentsOf: URL(filePath: folder.path($0)))
    }
    #expect(files[0] == files[1])
    let before = contents.samples
    try contents.encodeSamples(forFileNamed: "b.sf3", quality: 0.1)
    #expect(contents.samples == before)
    // Other file extensions change nothing.
    try contents.encodeSamples(forFileNamed: "b.bank")
    #expect(contents.samples == before)
  }

  @Test("Expansion yields 16-bit frames, their loops, and a version that old players read")
  func expanded() throws {
    var contents = try Self.contents()
    try contents.compress(quality: 1)
    let compressed = try written(contents, to: "a.sf3")
    contents = compressed.contents()
    contents.samples[1].loop = 100..<900
    contents.samples[3].recording = .compressed(
      StoredBytes(copying: Array("OggS and no more".utf8)))
    try contents.decompress()
    #expect(contents.version == .init(major: 2, minor: 1))
    #expect(contents.samples[1].loop == 100..<500 && contents.samples[3].loop == nil)
    #expect(contents.warnings.count == 1 && contents.samples[3].recording.frameCount == 0)
    let font = try written(contents, to: "a.sf2")
    #expect(font.samples.allSatisfy { !$0.isCompressed } && font.version.major == 2)
    for index in 0..<2 {
      let (was, becomes) = (try frames(compressed, index), try frames(font, index))
      #expect(was.count == becomes.count)
      // Half a step of 16 bits.
      #expect(zip(was, becomes).allSatisfy { abs($0 - $1) <= 0.500_1 / 32_768 })
    }
  }

  @Test("A full-scale sample decodes without clipping, and loses less than 0.5 dB")
  func fullScale() throws {
    // Three tones, 10 % above full scale.
    let frames = (0..<44_100).map { frame in
      let sum = [220.0, 1_330, 5_170].map { sin(2 * .pi * $0 * Double(frame) / 44_100) }
      return Int16(max(-32_768, min(32_767, 12_000 * sum.reduce(0, +))))
    }
    #expect(frames.contains(32_767) && frames.contains(-32_768))
    var builder = SoundFontBuilder()
    builder.samples = [SoundFontSample(frames: frames, root: 60)]
    builder.instruments = [.init("All", zones: [.init(plays: 0)])]
    builder.presets = [.init("All", zones: [.init(plays: 0)])]
    var contents = try SoundFont.read(ByteStorage(copying: builder.chunks.file)).contents()
    try contents.compress()
    let font = try written(contents, to: "loud.sf3")
    #expect(font.samples[0].isCompressed)
    let decoded = try self.frames(font, 0)
    #expect(decoded.allSatisfy { abs($0) <= 1 })
    func power(_ values: some Sequence<Double>) -> Double { values.reduce(0) { $0 + $1 * $1 } }
    let before = power(frames.lazy.map { Double($0) / 32_768 })
    let after = power(decoded.lazy.map(Double.init))
    #expect(abs(10 * log10(after / before)) < 0.5)
  }

  @Test("A canceled compression throws the error and changes nothing")
  func givenUp() throws {
    var contents = try Self.contents()
    let before = contents.samples
    #expect(throws: CancellationError.self) {
      try contents.compress { if $0 > 0.5 { throw CancellationError() } }
    }
    #expect(contents.samples == before)
    #expect("\(NoSampleCodecError())".contains("libsndfile"))
  }

  private static let kept = TestScale.cases(
    short: "keep 0:0", full: PruningRecipe.shipped[0].text)
  private static let banks = TestScale.cases(
    short: [RenderTools.smallBank],
    full: [RenderTools.smallBank, RenderTools.userBank, RenderTools.largeBank]
  ).filter(TestFiles.exists)

  private func pruned(_ path: String) throws -> SoundFontContents {
    try PrunedBank(
      SoundFont(contentsOf: path).contents(), recipe: PruningRecipe(parsing: Self.kept)
    ).contents
  }

  @Test(
    "Real instruments: samples correlate by more than 0.99 with their originals; few new clicks",
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func realSamples(path: String) throws {
    var contents = try pruned(path)
    let plain = try written(contents, to: "a.sf2")
    try contents.compress()
    let compressed = try written(contents, to: "a.sf3")
    #expect(contents.warnings == plain.contents().warnings)
    let banks = [plain, compressed].map { $0.soundBank() }
    #expect(banks[0].samples.map(\.loop) == banks[1].samples.map(\.loop))
    #expect(banks[0].presets == banks[1].presets)
    var worst = 1.0
    for index in banks[0].samples.indices {
      let sounds = try [plain, compressed].map { try frames($0, index) }
      #expect(sounds[0].count == sounds[1].count)
      if sounds[0].contains(where: { $0 != 0 }) {
        worst = min(worst, correlation(sounds[0], sounds[1]))
      }
    }
    let clicks = try [plain, compressed].map {
      try BankCheck($0.storage, depth: .sound).count(of: .loopClick)
    }
    let bytes = [plain, compressed].map { $0.storage.bytes.count }
    print("\(path): \(bytes) bytes, correlation \(worst) at the least, clicking loops \(clicks)")
    #expect(worst > 0.99 && bytes[1] < bytes[0] * 6 / 10)
    // Coding errors differ at both ends of a loop: one sample in forty exceeds −40 dB.
    #expect(clicks[1] - clicks[0] <= max(banks[0].samples.count / 40, 1))
  }

  @Test(
    "FluidSynth plays them: SF3 close to the original, SF2 from SF3 to −90 dBFS as the SF3",
    .enabled(if: RenderTools.hasFluidSynth, "FluidSynth is not installed."),
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func fluidSynth(path: String) throws {
    var contents = try pruned(path)
    let song = folder.path("song.mid")
    try Data(
      BankComparison.song(
        programs: contents.presets.map { UInt8($0.program) }, keys: [48, 60, 72], velocities: [90])
    ).write(to: URL(filePath: song))
    var sounds: [(frames: Data, said: String)] = []
    for name in ["a.sf2", "a.sf3", "b.sf2"] {
      try contents.encodeSamples(forFileNamed: name)
      _ = try written(contents, to: name)
      sounds.append(
        try BankComparison.fluidSynth(song, bank: folder.path(name), to: folder.path("raw")))
    }
    for (_, said) in sounds {
      #expect(Set(said.split(separator: "\n")) == Set(sounds[0].said.split(separator: "\n")))
    }
    let values = sounds.map { $0.frames.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    #expect(values[0].count == values[1].count && values[0].contains { abs($0) > 0.01 })
    let same = correlation(values[0], values[1])
    let difference = BankComparison.difference(sounds[1].frames, sounds[2].frames)
    print("\(path) in FluidSynth: SF3 correlates by \(same); expanded \(difference) dBFS from it")
    #expect(same > 0.99)
    // FluidSynth reads streams as 16 bits without clamping: a value above full scale would wrap.
    #expect(difference < -90)
  }
}

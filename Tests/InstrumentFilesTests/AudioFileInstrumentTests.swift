import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Audio files as one instrument")
struct AudioFileInstrumentTests {
  private static let isThere = TestFiles.exists(TestFiles.shared("audio"))
  private static let absent: Comment = "The shared data is missing."

  private func bank(_ names: [String]) throws -> SoundBank {
    let wave = WaveFile([1, 2, 3, 4]).bytes
    return try AudioFileInstrument.bank(
      named: "x", of: names.map { .init(name: $0, storage: ByteStorage(copying: wave)) })
  }

  private func shared(_ paths: [String]) throws -> SoundBank {
    try AudioFileInstrument.bank(
      named: "x",
      of: paths.map { .init(name: $0, storage: try TestFiles.map(TestFiles.shared($0))) })
  }

  @Test("File names give root keys; key ranges meet midway; one file covers all keys")
  func names() throws {
    let three = try bank(["a C4.wav", "a C3.wav", "a C5.wav"])
    let regions = three.regions(ofPresetAt: 0)
    #expect(regions.map { three.samples[$0.sample].rootKey } == [60, 48, 72])
    #expect(regions.map(\.keys) == [55...66, 0...54, 67...127])
    let one = try bank(["recording.wav"])
    #expect(one.regions(ofPresetAt: 0).map(\.keys) == [0...127])
    #expect(one.samples[0].rootKey == 60 && one.warnings.count == 1)
    let twice = try bank(["a C4.wav", "b C4.wav"])
    #expect(twice.regions(ofPresetAt: 0).count == 1 && twice.warnings.count == 1)
  }

  @Test("File names give layers, which divide the velocity range")
  func layers() throws {
    let bank = try bank(["C4 pp.wav", "C4 ff.wav", "E4 ff.wav"])
    let regions = bank.regions(ofPresetAt: 0)
    #expect(regions.map(\.velocities) == [0...72, 73...127, 73...127])
    #expect(regions.map(\.keys) == [0...127, 0...62, 63...127])
    let mixed = try self.bank(["C4 v1.wav", "C5 ff.wav"])
    #expect(mixed.regions(ofPresetAt: 0).map(\.velocities) == [0...127, 0...127])
    #expect(mixed.warnings.count == 1)
  }

  // AIFF 1.3, Sound Data Chunk: the frames start at the offset.
  @Test("Files without frames are silent and reported: offsets beyond the chunk, empty chunks")
  func noFrames() throws {
    var offset = AIFFFile([0.1, 0.2], encoding: .integer16).bytes
    let chunk = try #require(offset.firstRange(of: Array("SSND".utf8)))
    offset[chunk.upperBound + 4] = 2
    let files = [
      offset, AIFFFile([], encoding: .integer16).bytes, WaveFile([]).bytes,
      CoreAudioFile([], format: .integer16).bytes,
    ]
    for bytes in files {
      let bank = try AudioFileInstrument.read(ByteStorage(copying: bytes))
      #expect(bank.warnings.contains { $0.contains("has no frames") }, "\(bank.warnings)")
    }
    let folders = MemoryFolders(files: ["/i/a.aif": offset]).folders(own: "/i")
    let sfz = ByteStorage(copying: Array("<region> sample=a.aif".utf8))
    let bank = try InstrumentFile.read(sfz, folders: folders)
    #expect(bank.warnings == ["Sample /i/a.aif has no frames."])
  }

  @Test("Files that are not audio are skipped and reported; a folder of only those is an error")
  func others() throws {
    let text = AudioFileInstrument.File(name: "a.txt", storage: ByteStorage(copying: [1, 2]))
    #expect(throws: InstrumentFileError.self) {
      try AudioFileInstrument.bank(named: "x", of: [text])
    }
    #expect(throws: InstrumentFileError.self) { try AudioFileInstrument.bank(named: "x", of: []) }
    let wave = AudioFileInstrument.File(
      name: "C4.wav", storage: ByteStorage(copying: WaveFile([1, 2]).bytes))
    let bank = try AudioFileInstrument.bank(named: "x", of: [text, wave])
    #expect(bank.regions(ofPresetAt: 0).count == 1 && bank.warnings.count == 1)
  }

  @Test("Files mapped by their chunks alone", .enabled(if: isThere, absent))
  func chunks() throws {
    let strings = try shared(
      ["D3", "G#4", "C5"].map { "audio/minibae-12string/12-String \($0).aif" })
    // Octaves of the names differ from the manifest's. Stereo: each key range twice.
    let keys = strings.regions(ofPresetAt: 0).map(\.keys)
    #expect(keys == [58...66, 58...66, 75...82, 75...82, 83...96, 83...96])
    #expect(strings.samples.map(\.rootKey) == [62, 62, 80, 80, 84, 84])
    let loops = [102_008..<135_668, 70_713..<83_915, 51_801..<77_410]
    #expect(strings.samples.map(\.loop) == loops.flatMap { [$0, $0] })
    let vibes = try shared(["C5", "C3", "C4"].map { "audio/minibae-wavmap/vibes \($0).wav" })
    #expect(vibes.regions(ofPresetAt: 0).map(\.keys) == [79...127, 0...66, 67...78])
    #expect(vibes.samples.map(\.loop) == [2945..<4209, 15128..<16307, 4197..<5166])
    let trombone = try shared(
      ["1a#", "2a#", "3a#", "4g", "5e"].map { "aupreset/apple/Sounds/Tbone/\($0).caf" })
    let regions = trombone.regions(ofPresetAt: 0)
    // Stereo: two regions per file.
    #expect(regions.count == 10)
    #expect(
      regions.map(\.generators).map { $0[.pan] } == [
        -500, 500, -500, 500, -500, 500, -500, 500, -500, 500,
      ])
    let left = stride(from: 0, to: 10, by: 2).map { regions[$0] }
    #expect(left.map(\.keys) == [0...37, 38...50, 51...61, 62...74, 75...127])
  }

  /// The values that the manifest's own parsers found in each file.
  @Test("Roots, ranges and loops match the manifest", .enabled(if: isThere, absent))
  func facts() throws {
    let text = try String(contentsOfFile: TestFiles.shared("manifest.tsv"), encoding: .utf8)
    var counts = ["wav": 0, "aiff": 0, "caf": 0]
    for line in text.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 7, TestFiles.exists(TestFiles.shared(String(columns[0]))) else {
        continue
      }
      let facts = columns[7]
      func numbers(_ label: String, _ end: String) -> [Int]? {
        guard let start = facts.range(of: label) else { return nil }
        let rest = facts[start.upperBound...]
        let part = rest.range(of: end).map { rest[..<$0.lowerBound] } ?? rest
        return part.split { !$0.isNumber }.compactMap { Int($0) }
      }
      func note() throws -> RecordingChunks {
        let storage = try TestFiles.map(TestFiles.shared(String(columns[0])))
        return try withExtendedLifetime(storage) {
          try #require(AudioFileInformation(storage.bytes)).note
        }
      }
      if let key = numbers("smpl note=", " "), let loop = numbers("loops=", "\t") {
        counts["wav", default: 0] += 1
        let found = try note()
        #expect(found.key.map { Int($0) } == key[0], "\(columns[0])")
        var expected = loop.count == 2 && loop[1] > loop[0] ? loop[0]..<loop[1] + 1 : nil
        // One loop extends a frame beyond the end.
        if let end = expected?.upperBound, let count = numbers("frames=", " ")?.first, end > count {
          expected = loop[0]..<count
        }
        #expect(found.loop == expected, "\(columns[0])")
      } else if let base = numbers("own parse: base ", " detune") {
        counts["aiff", default: 0] += 1
        let found = try note()
        #expect(found.key.map { Int($0) } == base[0], "\(columns[0])")
        let keys = try #require(numbers(" keys ", " vel"))
        let said = found.keys.map { [Int($0.lowerBound), Int($0.upperBound)] } ?? [0, 127]
        #expect(said == keys, "\(columns[0])")
        let sustain = try #require(numbers("sustain mode ", " release"))
        let marks = try #require(numbers("marks {", "}"))
        var positions: [Int: Int] = [:]
        for index in stride(from: 0, to: marks.count - 1, by: 2) {
          positions[marks[index]] = marks[index + 1]
        }
        var expected: Range<Int>?
        if sustain[0] == 1, let start = positions[sustain[1]], let end = positions[sustain[2]] {
          expected = start..<end
        }
        #expect(found.loop == expected, "\(columns[0])")
      } else if let base = numbers("base=", "."), let keys = numbers(" keys=", " vel") {
        guard facts.contains("inst[LE]") else { continue }
        counts["caf", default: 0] += 1
        let found = try note()
        #expect(found.key.map { Int($0) } == base[0] && found.cents == 0, "\(columns[0])")
        #expect(found.keys == UInt8(keys[0])...UInt8(keys[1]), "\(columns[0])")
        let start = try #require(numbers("slbg@", ","))
        let end = try #require(numbers("slen@", " "))
        #expect(found.loop == start[0]..<end[0], "\(columns[0])")
      }
    }
    print("files that say something of themselves: \(counts)")
    #expect(counts == ["wav": 20, "aiff": 13, "caf": 5])
  }
}

import Foundation
import SoundFontFixtures
import Testing

@testable import PeachServices

@Suite("Straight-tone cache")
struct StraightToneCacheTests {
  let folder: RenderFolder

  init() throws { folder = try RenderFolder() }

  private var cachePath: String { folder.path("cache/peach") }

  private func bank(_ count: Int = 2, name: String = "bank.sf2") throws -> SoundBank {
    let path = folder.path(name)
    let zones = (0..<count).map { MistunedBank.zone(UInt16($0), keys: UInt8($0)...UInt8($0)) }
    let builder = MistunedBank.builder(
      (0..<count).map { MistunedBank.tone(rate: UInt32(44_000 + $0)) }, presets: [zones])
    try Data(builder.chunks.file).write(to: URL(filePath: path))
    return try SoundBank(contentsOf: path)
  }

  private func recordings(_ bank: SoundBank) -> [StraightRecording] {
    PresetRecordings(bank.regions(ofPresetAt: 0), of: bank).recordings
  }

  /// Reads all recordings of a bank through a cache, and checks them.
  private func read(_ bank: SoundBank, through cache: StraightToneCache) throws {
    let content = cache.content(of: bank)
    for recording in recordings(bank) {
      let sound = try cache.sound(of: recording, in: bank, content: content)
      #expect(sound.tone == StraightToneStub.tone(recording))
      let header = try cache.header(of: recording, in: bank, content: content)
      #expect(header.verdict == .straight && header.deviationCents == 7.5)
    }
  }

  /// The paths of the stored tones.
  private func files() -> [String] {
    let names = FileManager.default.enumerator(atPath: cachePath)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.utf8.count == 65 && !$0.hasPrefix("files/") }.sorted()
      .map { "\(cachePath)/\($0)" }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  @Test("A recording is straightened once: other runs and copies of the bank use the files")
  func kept() throws {
    let bank = try bank()
    let stub = StraightToneStub()
    let first = stub.cache(folder: cachePath)
    for _ in 0..<2 { try read(bank, through: first) }
    #expect(first.straightenedCount == 2 && stub.recordings.count == 2)
    #expect(files().count == 2)
    let second = stub.cache(folder: cachePath)
    try read(bank, through: second)
    try read(self.bank(name: "copy.sf2"), through: second)
    #expect(second.straightenedCount == 0 && stub.recordings.count == 2)
  }

  @Test("Tones with smooth levels are stored separately")
  func smooth() throws {
    let bank = try bank(1)
    let stub = StraightToneStub()
    for smoothsLevels in [false, true, false, true] {
      let cache = stub.cache(folder: cachePath)
      let found = PresetRecordings(
        bank.regions(ofPresetAt: 0), of: bank, smoothsLevels: smoothsLevels)
      let recording = try #require(found.recordings.first)
      _ = try cache.sound(of: recording, in: bank, content: cache.content(of: bank))
    }
    #expect(stub.recordings.map(\.smoothsLevels) == [false, true])
    #expect(files().count == 2)
  }

  @Test("A recording that has only been classified is straightened, and then stored")
  func classified() throws {
    let bank = try bank(1)
    let recording = try #require(recordings(bank).first)
    for isClassified in [true, false] {
      let cache = StraightToneStub().cache(folder: cachePath)
      let content = cache.content(of: bank)
      let header = try cache.header(of: recording, in: bank, content: content)
      #expect(header.verdict == .straight && header.channels.joined().isEmpty)
      #expect(header.isClassifiedOnly == isClassified)
      // The header states whether the recording is replaced.
      #expect(header.replacesRecording == !isClassified)
      // The stub has features only with frames.
      #expect(header.deviationCents == (isClassified ? 0 : 7.5))
      #expect(cache.straightenedCount == 0)
      _ = try cache.sound(of: recording, in: bank, content: content)
      #expect(cache.straightenedCount == (isClassified ? 1 : 0))
    }
  }

  @Test("Headers that are not known are not classified on request")
  func knownHeaders() throws {
    let bank = try bank(1)
    let recording = try #require(recordings(bank).first)
    let cache = StraightToneStub().cache(folder: cachePath)
    let content = cache.content(of: bank)
    #expect(cache.knownHeader(of: recording, in: content) == nil)
    let header = try cache.header(of: recording, in: bank, content: content)
    for cache in [cache, StraightToneStub().cache(folder: cachePath)] {
      #expect(cache.knownHeader(of: recording, in: content) == header)
    }
    _ = try cache.sound(of: recording, in: bank, content: content)
    let vibrato = RecordedVibrato(extentCents: 13.25, hertz: 5.5)
    for cache in [cache, StraightToneStub().cache(folder: cachePath)] {
      let known = try #require(cache.knownHeader(of: recording, in: content))
      #expect(known.recordedVibrato == vibrato && known.largestWindowCents == 0.125)
    }
    #expect(cache.knownHeader(of: recording, in: nil) == nil)
  }

  @Test("A cache without a folder, or with one that cannot be written, keeps tones in memory")
  func memoryOnly() throws {
    let bank = try bank()
    try Data([1]).write(to: URL(filePath: folder.path("file")))
    for path in [nil, "", folder.path("file/below"), "/proc/none/of/this"] {
      let cache = StraightToneStub().cache(folder: path)
      let content = cache.content(of: bank)
      let held = try recordings(bank).map {
        try cache.sound(of: $0, in: bank, content: content)
      }
      try read(bank, through: cache)
      #expect(cache.straightenedCount == 2 && held.count == 2)
    }
    #expect(try bytes(folder.path("file")) == [1])
  }

  @Test("Every truncated file, and files with any flipped byte, are replaced")
  func damaged() throws {
    let bank = try bank(1)
    try read(bank, through: StraightToneStub().cache(folder: cachePath))
    let path = try #require(files().first)
    let whole = try bytes(path)
    // All of the header, and some of the frames and the checksum.
    let frames = stride(from: 140, to: whole.count - 9, by: 97)
    let offsets = Array(0..<140) + frames + Array(whole.count - 9..<whole.count)
    for offset in offsets {
      var flipped = whole
      flipped[offset] ^= 1 << UInt8(offset % 8)
      for bytes in [flipped, Array(whole[..<offset])] {
        try Data(bytes).write(to: URL(filePath: path))
        let cache = StraightToneStub().cache(folder: cachePath)
        try read(bank, through: cache)
        #expect(cache.straightenedCount == 1, "\(offset) of \(bytes.count)")
        #expect(try self.bytes(path) == whole)
      }
    }
    for bytes in [[], whole + [0], [UInt8](repeating: 255, count: 300)] {
      try Data(bytes).write(to: URL(filePath: path))
      let cache = StraightToneStub().cache(folder: cachePath)
      try read(bank, through: cache)
      #expect(try cache.straightenedCount == 1 && self.bytes(path) == whole)
    }
    // A folder at the file's path cannot be replaced, and is harmless.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try read(bank, through: StraightToneStub().cache(folder: cachePath))
  }

  @Test("The file of another recording or bank is replaced")
  func foreign() throws {
    try read(bank(), through: StraightToneStub().cache(folder: cachePath))
    let own = files()
    #expect(own.count == 2)
    try Data(bytes(own[1])).write(to: URL(filePath: own[0]))
    let cache = StraightToneStub().cache(folder: cachePath)
    try read(bank(), through: cache)
    #expect(cache.straightenedCount == 1)
    #expect(try bytes(own[0]) != bytes(own[1]))
    try read(bank(3), through: StraightToneStub().cache(folder: cachePath))
    let other = try #require(files().first { !own.contains($0) })
    try Data(bytes(other)).write(to: URL(filePath: own[0]))
    let last = StraightToneStub().cache(folder: cachePath)
    try read(bank(), through: last)
    #expect(last.straightenedCount == 1)
  }

  @Test("All files together stay within the limit, and the oldest are removed first")
  func limit() throws {
    let count = 40
    let bank = try bank(count)
    // A file has 4,000 bytes of frames, a header of 128, a vibrato of 16 and a checksum of 8.
    let fileSize = 4152
    let limit = 16 * fileSize
    let cache = StraightToneStub().cache(folder: cachePath, byteLimit: limit)
    let content = cache.content(of: bank)
    for recording in recordings(bank) {
      _ = try cache.sound(of: recording, in: bank, content: content)
      let sizes = try files().map { try bytes($0).count }
      #expect(sizes.reduce(0, +) <= limit && sizes.allSatisfy { $0 == fileSize })
    }
    #expect(files().count >= 14)
    let later = StraightToneStub().cache(folder: cachePath, byteLimit: limit)
    for recording in recordings(bank).suffix(14) {
      _ = try later.sound(of: recording, in: bank, content: content)
    }
    #expect(later.straightenedCount == 0)
  }

  @Test("Concurrent users of a folder straighten the same tones")
  func concurrentUsers() async throws {
    let bank = try bank(8)
    let shared = StraightToneStub().cache(folder: nil)
    let (cachePath, recordings) = (cachePath, recordings(bank))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          let own = StraightToneStub().cache(folder: cachePath)
          for cache in [own, shared] {
            let content = cache.content(of: bank)
            for offset in 0..<8 {
              let recording = recordings[(index + offset) % 8]
              let sound = try cache.sound(of: recording, in: bank, content: content)
              #expect(sound.tone == StraightToneStub.tone(recording))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let later = StraightToneStub().cache(folder: cachePath)
    try read(bank, through: later)
    #expect(later.straightenedCount == 0 && files().count == 8)
    // No partial file remains.
    let names = FileManager.default.enumerator(atPath: cachePath)?.compactMap { $0 as? String }
    #expect(names?.contains { $0.hasSuffix(".partial") } == false)
  }

  @Test("A changed bank of the same size is straightened again")
  func changed() throws {
    let stub = StraightToneStub()
    let cache = stub.cache(folder: cachePath)
    try read(bank(2), through: cache)
    let path = folder.path("bank.sf2")
    var changed = try bytes(path)
    // A frame of the first sample, which follows the chunk's header.
    let start = try #require(
      changed.indices.first { changed[$0...].starts(with: Array("smpl".utf8)) })
    changed[start + 100] ^= 1
    try Data(changed).write(to: URL(filePath: path))
    try read(SoundBank(contentsOf: path), through: cache)
    #expect(cache.straightenedCount == 4)
  }

  @Test("A bank without a file is straightened for each preset")
  func withoutFile() throws {
    let cache = StraightToneStub().cache(folder: cachePath)
    for count in 1...2 {
      let preset = BankPreset(bank: Banks.tone, index: 0)
      _ = try StraightPreset(preset, NoteOptions(intonation: nil, straightTones: cache))
        .prepared(.all, by: SharedInstruments(preset.bank, interpolation: .doubled))
      #expect(cache.straightenedCount == count)
    }
    #expect(files().isEmpty)
  }

  @Test("The folder follows the XDG specification")
  func standardFolder() {
    func folder(_ environment: [String: String]) -> String? {
      StraightToneCache(environment: environment).folder
    }
    #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/peach/straight")
    #expect(folder(["HOME": "/h"]) == "/h/.cache/peach/straight")
    #expect(folder([:]) == nil && StraightToneCache(folder: "").folder == nil)
  }
}

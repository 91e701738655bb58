import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import TestEnvironment
import Testing

/// Real banks, read, written and read again.
@Suite("Round trip of real banks")
struct BankRoundTripTests {
  static let hasReader = RealBankTests.hasReader
  static let banks = RealBankTests.banks + TestFiles.sharedSoundFonts

  /// Returns a file written in segments.
  private func writtenFile(_ writer: SoundFontWriter) throws -> URL {
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try Data().write(to: path)
    let file = try FileHandle(forWritingTo: path)
    for piece in writer.pieces { try file.write(contentsOf: Data(piece.bytes)) }
    try file.close()
    return path
  }

  /// Returns the written file, mapped and already deleted.
  private func written(_ writer: SoundFontWriter) throws -> ByteStorage {
    let path = try writtenFile(writer)
    defer { try? FileManager.default.removeItem(at: path) }
    return try TestFiles.map(path.path)
  }

  @Test(
    "Every preset keeps its regions, and every sample its bytes",
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func sameMeaning(path: String) throws {
    let source = try SoundFont.read(TestFiles.map(path))
    let writer = try SoundFontWriter(source.contents())
    #expect(writer.warnings.isEmpty != source.presets.isEmpty)
    let font = try SoundFont.read(written(writer))
    #expect(font.warnings == (source.presets.isEmpty ? ["The file has no presets."] : []))
    #expect(font.storage.bytes.count == writer.byteCount)
    #expect(font.version == source.version && font.summary == source.summary)
    #expect(font.information.map(\.code) == source.information.map(\.code))
    #expect(font.ownDefaultModulators == source.ownDefaultModulators)
    let (was, becomes) = (source.soundBank(), font.soundBank())
    #expect(was.presets == becomes.presets)
    for index in was.presets.indices {
      #expect(
        was.regions(ofPresetAt: index) == becomes.regions(ofPresetAt: index),
        "\(was.presets[index].name)")
    }
    try #require(was.samples.count == becomes.samples.count)
    for (old, new) in zip(was.samples, becomes.samples) {
      #expect(
        (old.name, old.sampleRate, old.rootKey, old.correctionCents)
          == (new.name, new.sampleRate, new.rootKey, new.correctionCents))
      #expect(old.loop == new.loop && old.side == new.side && old.partner == new.partner)
      let same = areEqual(
        parts(old.encoding).map { source.storage.bytes[$0] },
        parts(new.encoding).map { font.storage.bytes[$0] })
      #expect(same, "\(old.name)")
    }
    // Writing is idempotent.
    let again = try SoundFontWriter(font.contents())
    let copy = try written(again)
    #expect(areEqual([font.storage.bytes[...]], [copy.bytes[...]]))
  }

  static let unreadableFiles = TestFiles.unreadableSoundFonts.map { TestFiles.shared("sf2/\($0)") }
    .filter { TestFiles.exists($0) }

  @Test(
    "The skipped shared files are unreadable",
    .enabled(if: !unreadableFiles.isEmpty, "The shared data is missing."),
    arguments: unreadableFiles)
  func unreadable(path: String) {
    #expect(throws: InstrumentFileError.self) { try SoundFont.read(TestFiles.map(path)) }
  }

  private func parts(_ encoding: Sample.Encoding) -> [Range<Int>] {
    switch encoding {
    case .unsigned8(let range), .integer16(let range), .compressed(let range): [range]
    case .integer24(let high, let low): [high, low]
    case .missing, .file: []
    }
  }

  private func areEqual(
    _ one: [Slice<UnsafeRawBufferPointer>], _ other: [Slice<UnsafeRawBufferPointer>]
  ) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).allSatisfy { one, other in
      let (left, right) = (
        UnsafeRawBufferPointer(rebasing: one), UnsafeRawBufferPointer(rebasing: other)
      )
      guard left.count == right.count else { return false }
      guard let start = left.baseAddress, let other = right.baseAddress else { return true }
      return memcmp(start, other, left.count) == 0
    }
  }

  @Test(
    "An independent validator finds no violation of the specification in written files",
    .enabled(if: hasReader, "Requires Python with sf2utils."),
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func soundness(path: String) throws {
    let writer = try SoundFontWriter(SoundFont.read(TestFiles.map(path)).contents())
    let file = try writtenFile(writer)
    defer { try? FileManager.default.removeItem(at: file) }
    let faults = try OtherProgram.tool("soundfont_faults.py", [file.path, path])
    #expect(String(decoding: faults, as: UTF8.self) == "")
  }
}

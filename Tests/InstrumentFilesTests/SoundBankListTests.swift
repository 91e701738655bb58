import Foundation
import PeachInstrumentModel
import TestEnvironment
import Testing

@testable import PeachInstrumentFiles

@Suite("SoundBankPlayer lists")
struct SoundBankListTests {
  private static let isThere = TestFiles.exists(TestFiles.shared("soundbank-plist"))

  private func list(_ elements: [String]) throws -> SoundBankList {
    let text = elements.map { "<string>\($0)</string>" }.joined()
    return try SoundBankList.read(
      ByteStorage(copying: Array("<plist><array>\(text)</array></plist>".utf8)))
  }

  @Test("Key ranges are consecutive; the last extends to the end; a remainder is ignored")
  func zones() throws {
    let found = try list(["32000", "a", "26", "25", "b", "40", "30", "c", "41", "60", "d", "1"])
    #expect(found.sampleRate == 32_000 && found.zones.map(\.file) == ["a", "b", "c"])
    #expect(found.zones.map(\.keys) == [0...26, 27...40, 41...127])
    #expect(found.zones.map(\.rootKey) == [25, 30, 60])
    let backward = try list(["44100", "a", "50", "50", "b", "40", "40", "c", "99", "60"])
    #expect(backward.zones.map(\.keys) == [0...50, 51...127])
  }

  @Test("At most 128 samples are read")
  func limit() throws {
    let many = try list(["44100"] + (0..<200).flatMap { ["\($0)", "\($0 / 2)", "60"] })
    #expect(many.zones.count <= 128 && many.zones.last?.keys.upperBound == 127)
  }

  @Test("Pan covers C3 (left) to G♯5 (right)")
  func pan() {
    #expect(SoundBankList.pan(ofKey: 0) == -0.5 && SoundBankList.pan(ofKey: 48) == -0.5)
    #expect(SoundBankList.pan(ofKey: 65) == 0 && SoundBankList.pan(ofKey: 72) == 0.25)
    #expect(SoundBankList.pan(ofKey: 79) == 0.5 && SoundBankList.pan(ofKey: 127) == 0.5)
  }

  @Test("The demonstration bank, as XML and binary, with its samples", .enabled(if: isThere))
  func demonstration() throws {
    let path = TestFiles.shared("soundbank-plist/Piano.plist")
    let storage = try TestFiles.map(path)
    // Compared with Foundation's reader.
    let data = try Data(contentsOf: URL(filePath: path))
    let texts = try #require(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String])
    let list = try SoundBankList.read(storage)
    let count = (texts.count - 1) / 3
    #expect(list.zones.count == count && list.sampleRate == Double(texts[0]))
    for (index, zone) in list.zones.enumerated() {
      let listed: [String] = Array(texts[(1 + 3 * index)..<(4 + 3 * index)])
      #expect(zone.file == listed[0])
      // The last range extends to the end of the keyboard, regardless of its listed key.
      let last: String = index == count - 1 ? "127" : listed[1]
      #expect(String(zone.keys.upperBound) == last)
      #expect(String(zone.rootKey) == listed[2])
    }
    let binary = try SoundBankList.read(
      TestFiles.map(TestFiles.shared("derived/Piano (binary, libplist).plist")))
    #expect(binary == list)
    let bank = try InstrumentFile.read(
      storage, folders: DiskFolders.folders(ofInstrumentAt: path))
    #expect(bank.warnings.isEmpty, "\(bank.warnings)")
    #expect(bank.sampleFiles.count == count && bank.samples.allSatisfy { $0.sampleRate == 32_000 })
    let facts = TestFiles.shared("facts/soundbank-plist/")
    for sample in bank.samples {
      let text = try String(
        contentsOfFile: "\(facts)/\(sample.name).sndfile-info.txt", encoding: .utf8)
      #expect(text.contains("\(try #require(sample.frameCount))"), "\(sample.name)")
    }
  }
}

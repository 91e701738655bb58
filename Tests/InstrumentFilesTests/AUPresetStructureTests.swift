import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// AUSampler presets made here, so that the tests need no other files.
@Suite("AUSampler presets made by the tests")
struct AUPresetStructureTests {
  private static func preset(_ instrument: String, references: String = "") -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>name</key><string>Made</string>
      <key>type</key><integer>1635085685</integer><key>subtype</key><integer>1935764848</integer>
      <key>file-references</key><dict>\(references)</dict>
      <key>Instrument</key><dict>\(instrument)</dict></dict></plist>
      """
    return Array(text.utf8)
  }

  private static func read(_ preset: [UInt8], _ files: [String: [UInt8]]) throws -> SoundBank {
    var folders = MemoryFolders()
    folders.files = files
    return try InstrumentFile.read(
      ByteStorage(copying: preset), folders: folders.folders(own: "/own"))
  }

  private static let font: [UInt8] = {
    var font = SoundFontBuilder()
    font.samples = [.init(frames: [0, 100, 0, -100], loop: 0..<4)]
    font.instruments = [.init(zones: [.init(plays: 0)])]
    font.presets = [3, 42, 73].map { .init(program: $0, zones: [.init(plays: 0)]) }
    return font.chunks.file
  }()

  @Test("A preset that refers to a SoundFont bank plays its preset, by key or by value")
  func soundFont() throws {
    let numbers = "<key>bank</key><integer>0</integer><key>program</key><integer>42</integer>"
    let byValue = """
      <key>Banks</key><array><dict><key>path</key><string>/Volumes/Sounds/Strings.SF2</string>
      \(numbers)</dict></array>
      """
    let byKey = "<key>Banks</key><dict><key>Strings.sf2</key><dict>\(numbers)</dict></dict>"
    for text in [byValue, byKey] {
      let bank = try Self.read(Self.preset(text), ["/own/sounds/strings.sf2": Self.font])
      #expect(bank.presets.map(\.program) == [42])
      #expect(!bank.regions(ofPresetAt: 0).isEmpty)
      #expect(bank.warnings.isEmpty)
    }
    let all = "<key>Banks</key><dict><key>Strings.sf2</key><dict/></dict>"
    let bank = try Self.read(Self.preset(all), ["/own/strings.sf2": Self.font])
    #expect(bank.presets.map(\.program) == [3, 42, 73])
  }

  @Test("A missing or unreadable bank, and a missing preset, are warnings that name the bank")
  func missing() throws {
    let text = """
      <key>Banks</key><array><dict><key>path</key><string>Strings.sf2</string>
      <key>program</key><integer>9</integer></dict></array>
      """
    let preset = Self.preset(text)
    let gone = try Self.read(preset, ["/own/other.sf2": Self.font])
    #expect(gone.warnings.contains { $0.contains("‘Strings.sf2’ was not found") })
    let other = try Self.read(preset, ["/own/Strings.sf2": Self.font])
    #expect(other.warnings.contains { $0.contains("has no preset 0:9") })
    let broken = try Self.read(preset, ["/own/Strings.sf2": Array("RIFF no bank".utf8)])
    #expect(broken.warnings.contains { $0.contains("‘Strings.sf2’ cannot be read") })
  }
}

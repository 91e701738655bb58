import PeachPlugIn
import SoundFontFixtures
import TestEnvironment
import Testing

@testable import PeachPlugInFiles

@Suite("A plug-in's access to files")
struct BankAccessFilesTests {
  private let folder: TemporaryFolder
  private let bank: String

  init() throws {
    folder = try TemporaryFolder()
    bank = try folder.put("a.sf2", SoundFontBuilder.simple.chunks.file)
  }

  @Test("Files are opened in the allowed folders only")
  func folders() throws {
    let other = try TemporaryFolder()
    let unit = SamplerUnit(access: .reading([folder.path]))
    try unit.load(bank)
    #expect(!unit.factoryPresets.isEmpty)
    let outside = try other.put("b.sf2", SoundFontBuilder.simple.chunks.file)
    #expect(throws: UnitLoadError.notAllowed(path: outside)) { try unit.load(outside) }
    try SamplerUnit(access: .reading()).load(outside)
  }

  @Test("An error states the path and the reason")
  func errors() throws {
    let unit = SamplerUnit(access: .reading())
    let missing = folder.path + "/none.sf2"
    #expect(throws: UnitLoadError.missing(path: missing)) { try unit.load(missing) }
    let damaged = try folder.put("c.sf2", Array("RIFF".utf8))
    let error = #expect(throws: UnitLoadError.self) { try unit.load(damaged) }
    guard case .unreadable(let path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == damaged && !reason.isEmpty)
  }
}

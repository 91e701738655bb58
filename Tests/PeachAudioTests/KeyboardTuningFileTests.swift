import Foundation
import PeachServices
import Testing

@Suite("Scala and AnaMark files")
struct KeyboardTuningFileTests {
  @Test("A scale is read from its file; errors name file and line")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scale = folder.appending(path: "half.scl").path
    try "half\n 1\n600.\n".write(toFile: scale, atomically: true, encoding: .utf8)
    let tuning = try KeyboardTuning(scaleAt: scale)
    #expect(try abs(#require(tuning[MIDINote(clamping: 62)]) - 72) < 1e-9)
    let broken = folder.appending(path: "broken.kbm").path
    try "12\nx\n".write(toFile: broken, atomically: true, encoding: .utf8)
    let error = try #require(throws: TuningFileError.self) {
      try KeyboardTuning(scaleAt: scale, mappingAt: broken)
    }
    #expect(error.path == broken && error.reason.line == 2)
    let functional = folder.appending(path: "a.tun").path
    try "[Tuning]\nnote 1=1\n[Functional Tuning]\n".write(
      toFile: functional, atomically: true, encoding: .utf8)
    let refused = try #require(throws: AnaMarkFileError.self) {
      try KeyboardTuning(tunAt: functional)
    }
    #expect("\(refused)".hasPrefix("\(functional): Line 3: the formulas of [Functional Tuning]"))
  }
}

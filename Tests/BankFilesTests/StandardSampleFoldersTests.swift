import Foundation
import PeachFileIO
import PeachInstrumentFiles
import Testing

@testable import PeachBankFiles

/// Apple, Technical Note 2283, "External sample files".
@Suite("Standard folders of samples")
struct StandardSampleFoldersTests {
  private let home = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
  private var bundle: String { home + "/Apps/Ear.app/Contents/Resources" }
  private var inOrder: [String] {
    [bundle, home + "/Library", home + "/Documents", home + "/Downloads"]
  }

  private func folders() -> StandardSampleFolders {
    StandardSampleFolders(
      environment: ["HOME": home], layout: .library,
      program: home + "/Apps/Ear.app/Contents/MacOS/Ear")
  }

  private func put(_ path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([1]).write(to: url)
  }

  private func find(_ path: String, extensions: [String] = []) -> String? {
    folders().find(FilePath.parts(path), extensions: extensions).found
  }

  @Test("Bundle, Library, Documents and Downloads are searched in this order")
  func order() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(folders().folders == inOrder)
    let stored = "/Volumes/Old/Library/Audio/Sounds/Tbone/1a.caf"
    for folder in inOrder.reversed() {
      try put(folder + "/sounds/Tbone/1A.caf")
      #expect(find(stored) == folder + "/sounds/Tbone/1A.caf")
    }
  }

  @Test("A path without a known folder is searched in Sounds only; the rest is not read")
  func sounds() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    let stored = "/Volumes/Old/Horns/1a.caf"
    try put(home + "/Documents/1a.caf")
    try put(home + "/Documents/Horns/1a.caf")
    try put(home + "/Documents/Deep/Sounds/1a.caf")
    #expect(find(stored) == nil)
    #expect(
      folders().find(FilePath.parts(stored), extensions: []).tried.contains(
        home + "/Documents/Sounds/Horns/1a.caf"))
    try put(home + "/Documents/Sounds/1a.caf")
    #expect(find(stored) == home + "/Documents/Sounds/1a.caf")
    try put(home + "/Documents/Sounds/Horns/1a.wav")
    #expect(find(stored) == home + "/Documents/Sounds/1a.caf")
    #expect(find(stored, extensions: ["caf", "wav"]) == home + "/Documents/Sounds/Horns/1a.wav")
  }

  @Test("Neither `..` nor a link leads out of a folder")
  func outside() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    try put(home + "/secret/1a.caf")
    try put(home + "/Documents/Sounds/x.caf")
    #expect(find("/Sounds/../../secret/1a.caf") == nil)
    try FileManager.default.createSymbolicLink(
      atPath: home + "/Documents/Sounds/secret", withDestinationPath: home + "/secret")
    #expect(find("/Sounds/secret/1a.caf") == nil)
    try FileManager.default.createSymbolicLink(
      atPath: home + "/Documents/Sounds/y.caf",
      withDestinationPath: home + "/Documents/Sounds/x.caf")
    #expect(find("/Sounds/y.caf") == home + "/Documents/Sounds/x.caf")
  }

  @Test("The program's own folder is a bundle on Apple's systems only, and if its path is known")
  func bundles() {
    let linux = StandardSampleFolders(
      environment: ["HOME": home], layout: .xdg, program: "/usr/bin/peach")
    #expect(linux.folders == Array(inOrder.dropFirst()))
    #expect(StandardSampleFolders.bundle(ofProgramAt: "peach") == nil)
    #expect(StandardSampleFolders.bundle(ofProgramAt: "/a/Ear.app/Ear") == "/a/Ear.app")
    let homeless = StandardSampleFolders(environment: [:], layout: .xdg, program: nil)
    #expect(homeless.folders.isEmpty)
  }
}

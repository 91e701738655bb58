import Foundation
import PeachServices
import Testing

@Suite("Settings file")
final class SettingsFileTests {
  let folder: String
  let file: SettingsFile

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
    file = try SettingsFile(environment: ["XDG_CONFIG_HOME": folder])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func put(_ text: String) throws {
    let url = URL(filePath: file.path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private var stored: String? {
    FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("The folder is in XDG_CONFIG_HOME if absolute, otherwise in ~/.config, otherwise none")
  func location() throws {
    let both = try SettingsFile(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"])
    #expect(both.path == "/c/peach/settings.json")
    let relative = try SettingsFile(environment: ["XDG_CONFIG_HOME": "c", "HOME": "/h"])
    #expect(relative.path == "/h/.config/peach/settings.json")
    #expect(throws: SettingsError.noFolder) { try SettingsFile(environment: ["HOME": "h"]) }
    #expect(throws: SettingsError.noFolder) { try SettingsFile(environment: [:]) }
  }

  @Test("Settings round-trip, in a new folder without other files")
  func roundTrip() throws {
    var settings = PeachSettings()
    settings.soundSource = "sf2:Bänke/my.sf2:0:42"
    settings.referencePitch = 442.25
    (settings.tuning, settings.tuningRoot, settings.adaptive) = ("my.scl", "Bb", .seven)
    settings.keyboardMapping = "my.kbm"
    settings.stretch = .fourToTwo
    settings.tone = RecordingTone("straight,vibrato=12.5,smooth")
    settings.device = "plughw:0"
    settings.periodFrames = 64
    settings.bufferFrames = 4096
    try file.store(settings)
    #expect(try file.load() == settings)
    settings.device = nil
    try file.store(settings)
    #expect(try file.load() == settings)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/peach")
    #expect(names == ["settings.json"])
  }

  @Test("Storing keeps the keys of newer versions; single settings are set and reset")
  func unknownKeys() throws {
    try put(#"{"later": [1, "two", {"three": null}], "device": "old", "periodFrames": 64}"#)
    var settings = PeachSettings()
    settings.referencePitch = 415
    try file.store(settings)
    let text = try #require(stored)
    #expect(text.contains("\"later\"") && text.contains("\"three\" : null"))
    #expect(!text.contains("old") && !text.contains("64"))
    #expect(try file.load() == settings)
    let keys: [PeachSettings.Key] = PeachSettings.Key.allCases
    #expect(keys.count == 12)
    try file.set(.periodFrames, to: "256")
    settings.periodFrames = 256
    #expect(try file.load() == settings)
    try file.reset(.referencePitch)
    settings.referencePitch = 440
    #expect(try file.load() == settings && stored?.contains("later") == true)
    #expect(
      throws: SettingsError.malformed(name: "bufferFrames", text: "big", expected: "an integer")
    ) {
      try self.file.set(.bufferFrames, to: "big")
    }
  }

  @Test("Without a file the defaults apply, and no file is created")
  func missing() throws {
    #expect(try file.load() == PeachSettings())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("Files of older and newer versions use defaults for missing keys")
  func otherVersions() throws {
    try put(#"{"referencePitch": 415}"#)
    var expected = PeachSettings()
    expected.referencePitch = 415
    #expect(try file.load() == expected)
    try put(#"{"referencePitch": 415, "interval": "fifth"}"#)
    #expect(try file.load() == expected)
    try put("{}")
    #expect(try file.load() == PeachSettings())
  }

  @Test(
    "An invalid file is an error with file and location, and stays unchanged",
    arguments: [
      ("", "line 1, column 1"),
      ("{\n\"device\": x}", "JSON: a value is expected at line 2, column 11"),
      ("{", "line 1, column 2"), ("[]", "object"), (#"{"device": 5}"#, "device"),
      (#"{"device": "é" "periodFrames": 64}"#, "line 1, column 16"),
      (#"{"referencePitch": 379.9}"#, "referencePitch"),
      (#"{"referencePitch": "A"}"#, "referencePitch"), (#"{"periodFrames": 15}"#, "periodFrames"),
      (#"{"periodFrames": 1.5}"#, "periodFrames"), (#"{"bufferFrames": 255}"#, "bufferFrames"),
      (#"{"soundSource": "sf2:0:128"}"#, "sf2:0:128"), (#"{"soundSource": ""}"#, "Unknown sound"),
    ])
  func broken(text: String, location: String) throws {
    try put(text)
    let error = #expect(throws: (any Error).self) { try self.file.load() }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains(file.path))
    #expect(location.isEmpty || message.contains(location), "\(message)")
    #expect(stored == text)
  }

  @Test("Invalid values are not stored, and the stored ones stay")
  func refused() throws {
    try file.store(PeachSettings())
    let before = stored
    var settings = PeachSettings()
    settings.referencePitch = 480.5
    #expect(
      throws: SettingsError.outOfRange(name: "referencePitch", value: 480.5, range: "380 to 480")
    ) { try file.store(settings) }
    settings.referencePitch = .nan
    #expect(throws: SettingsError.self) { try file.store(settings) }
    #expect(stored == before)
  }

  @Test("A folder without write permission is an error with its path", .enabled(if: getuid() != 0))
  func notPermitted() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    let error = #expect(throws: FileAccessError.self) { try self.file.store(PeachSettings()) }
    #expect(error?.reason == .notPermitted)
    #expect(error?.path.hasPrefix(folder) == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
  }

  @Test("A file instead of the folder is an error with its path")
  func fileInTheWay() throws {
    try Data().write(to: URL(filePath: folder + "/peach"))
    let error = #expect(throws: FileAccessError.self) { try self.file.store(PeachSettings()) }
    #expect(error?.path.hasPrefix(folder) == true)
  }
}

import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("Import of instruments with separate samples")
struct InstrumentImportTests {
  let user: UserFolder
  let library: UserLibrary
  private static let tone = WaveFile(
    PlayedInstrument.tone.map { Int16(($0 * 32_768).rounded()) }
  ).bytes
  private static let other = WaveFile([Int16](repeating: 99, count: 1000)).bytes

  init() throws {
    user = try UserFolder()
    library = try UserLibrary(environment: user.environment)
  }

  /// Writes files below the user's folder, and creates their folders.
  private func put(_ files: [String: [UInt8]]) throws {
    for (name, bytes) in files {
      let path = URL(filePath: "\(user.path)/\(name)").deletingLastPathComponent().path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try user.put(name, bytes)
    }
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Returns all files below the folder of banks.
  private func stored() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: user.banks).filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(user.banks)/\($0)", isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  /// Reads the library anew, as after a restart.
  private func banks() -> [SoundFontLibrary.Bank] {
    SoundFontLibrary(
      folders: BankFolder.standard(environment: user.environment).filter {
        $0.path.hasPrefix(user.path)
      }, sentinel: user.sentinel
    ).banks
  }

  private func samples(_ bank: SoundFontLibrary.Bank) throws -> [[Float]] {
    try bank.bank.samples.indices.map {
      try bank.bank.readFrames(ofSampleAt: $0, decoder: nil, limit: 1 << 20)
    }
  }

  private static func preset(_ content: String, references: String = "") -> [UInt8] {
    Array(
      """
      <plist version="1.0"><dict><key>name</key><string>Preset</string>
      <key>file-references</key><dict>\(references)</dict>
      <key>Instrument</key><dict>\(content)</dict></dict></plist>
      """.utf8)
  }

  /// The files to import by format, the first one's path, and the files then in the library.
  private static let formats: [(path: String, files: [String: [UInt8]], stored: [String])] = {
    var exs = EXS24Builder()
    exs.addInstrument("Two")
    exs.addZone("a", root: 69)
    exs.addSample("Tone.wav", folder: "/Volumes/Gone")
    let zone = """
      <key>Layers</key><array><dict><key>Zones</key><array><dict><key>waveform</key>
      <integer>1</integer></dict></array></dict></array>
      """
    let reference = "<key>Sample:1</key><string>/Volumes/Gone/Sounds/tone.aif</string>"
    let bank = "<key>Banks</key><dict><key>font.sf2</key><dict/></dict>"
    return [
      (
        "in/Cello.sfz",
        [
          "in/Cello.sfz": Array("#include \"inc/keys.sfz\"\n<region> sample=Samples\\b.wav".utf8),
          "in/inc/keys.sfz": Array("<region> sample=a.WAV key=60".utf8), "in/a.wav": tone,
          "in/Samples/b.wav": other, "in/unused.wav": other,
        ], ["Cello.sfz", "Samples/b.wav", "a.wav", "inc/keys.sfz"]
      ),
      (
        "in/Two.exs", ["in/Two.exs": exs.bytes, "in/deep/er/tone.wav": tone],
        ["Two.exs", "deep/er/tone.wav"]
      ),
      (
        "in/P.aupreset",
        ["in/P.aupreset": preset(zone, references: reference), "in/Sounds/tone.wav": tone],
        ["P.aupreset", "Sounds/tone.wav"]
      ),
      (
        "in/F.aupreset", ["in/F.aupreset": preset(bank), "in/font.sf2": UserFolder.bank("Cello")],
        ["F.aupreset", "font.sf2"]
      ),
      (
        "in/Notes", ["in/Notes/A4.wav": tone, "in/Notes/C3.wav": other, "in/Notes/read.me": [1]],
        ["A4.wav", "C3.wav"]
      ),
    ]
  }()

  @Test(
    "SFZ, EXS24, AUSampler presets and folders are copied with their files, listed and removed",
    arguments: 0..<5)
  func formats(index: Int) throws {
    let format = Self.formats[index]
    try put(format.files)
    let result = try library.importBank(at: "\(user.path)/\(format.path)")
    let name = format.path.dropFirst(3)
    #expect(result.isNew && result.presets.count == 1)
    #expect(try stored() == format.stored.map { "\(name)/\($0)" }.sorted())
    try FileManager.default.removeItem(atPath: user.path + "/in")
    let found = try #require(banks().first)
    #expect(found.file.name == name && found.file.path == result.path)
    #expect(banks().count == 1 && found.bank.warnings.filter { !$0.contains("no key") } == [])
    #expect(try samples(found).allSatisfy { !$0.isEmpty })
    #expect(!found.bank.regions(ofPresetAt: 0).isEmpty)
    let tag = try #require(SoundSource("sf2:\(name):0:\(result.presets[0].program)"))
    let list = SoundFontLibrary(
      folders: [BankFolder.user(environment: user.environment)].compactMap { $0 },
      sentinel: user.sentinel)
    #expect(try list.preset(for: tag).preset.name == result.presets[0].name)
    try library.remove(String(name))
    #expect(try user.bankNames() == [] && banks().isEmpty)
  }

  @Test(
    "Compressed samples are decoded for the check, and copied",
    .enabled(if: SoundFileEncoder.isAvailable, "Built without the trait SoundFile."))
  func compressed() throws {
    let audio = DecodedAudio(
      sampleRate: 44_100, channelCount: 1, values: PlayedInstrument.tone)
    try put(["in/a.sfz": text("<region> sample=t.ogg"), "in/t.ogg": SoundFileEncoder.vorbis(audio)])
    let path = user.path + "/in/a.sfz"
    #expect(try BankCheck(contentsOf: path, depth: .sound).worst != .error)
    #expect(try library.importBank(at: path).isNew)
    #expect(try stored() == ["a.sfz/a.sfz", "a.sfz/t.ogg"])
  }

  @Test("A single audio file is copied as a file, with an extension that the library recognizes")
  func audioFile() throws {
    try put(["A4.wav": Self.tone, "C3": Self.other])
    #expect(try library.importBank(at: user.path + "/A4.wav").path == user.banks + "/A4.wav")
    #expect(try library.importBank(at: user.path + "/C3").path == user.banks + "/C3.wav")
    #expect(banks().map(\.file.name) == ["A4.wav", "C3.wav"])
    #expect(banks().map { $0.bank.presets[0].name } == ["A4", "C3"])
  }

  @Test(
    "Files outside the instrument's folder are neither read nor written, by any kind of reference")
  func hostile() throws {
    // More than three folders above the instrument.
    let folder = "\(user.path)/in/x/y/deep"
    try put(["secret.wav": Self.other, "in/x/y/deep/own.wav": Self.tone])
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.wav", withDestinationPath: user.path + "/secret.wav")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/up", withDestinationPath: user.path)
    try FileManager.default.createSymbolicLink(
      atPath: user.path + "/in/x/y/side.wav", withDestinationPath: user.path + "/secret.wav")
    let references = [
      "../../../../secret.wav", "../../../../../../../secret.wav", "\(user.path)/secret.wav",
      "link.wav", "up/secret.wav", "..\\..\\..\\..\\secret.wav", "../side.wav", "own.wav",
    ]
    try put([
      "in/x/y/deep/a.sfz": text(references.map { "<region> sample=\($0)\n" }.joined())
    ])
    let result = try library.importBank(at: folder + "/a.sfz")
    #expect(result.findings.filter { $0.message.contains("outside") }.count >= 4)
    #expect(try stored() == ["a.sfz/a.sfz", "a.sfz/own.wav"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: user.path).sorted().filter {
        !["cache", "state"].contains($0)
      } == ["data", "in", "secret.wav"])
  }

  @Test("Audio files and includes to which .. leads are copied, and found in the copy")
  func climbing() throws {
    try put([
      "lib/Programs/Strings/a.sfz": text(
        """
        #include "..\\..\\Common\\keys.sfz"
        <region> sample=..\\..\\Samples\\ONE.wav key=60
        <region> sample=../two.WAV key=61
        <control> default_path=../../Samples/deep/
        <region> sample=one.wav key=62

        """),
      "lib/Common/keys.sfz": text("// keys\n<global> lovel=20\n"),
      "lib/Samples/one.wav": Self.tone, "lib/Samples/deep/one.wav": Self.other,
      "lib/Programs/two.wav": Self.tone, "lib/Samples/unused.wav": Self.tone,
    ])
    let path = user.path + "/lib/Programs/Strings/a.sfz"
    // Other commands need the folders.
    let inPlace = try SoundBank(contentsOf: path)
    #expect(inPlace.warnings.filter { $0.contains("outside") }.count == 4)
    let result = try library.importBank(at: path)
    #expect(result.isNew && result.findings.isEmpty)
    #expect(
      try stored() == [
        "a.sfz/Common/keys.sfz", "a.sfz/Samples/deep/one.wav", "a.sfz/Samples/one.wav",
        "a.sfz/a.sfz", "a.sfz/two.wav",
      ])
    try FileManager.default.removeItem(atPath: user.path + "/lib")
    let found = try #require(banks().first)
    #expect(found.bank.warnings.isEmpty)
    #expect(try samples(found).map { $0[1] * 32_768 } == [1029, 1029, 99])
    #expect(found.bank.regions(ofPresetAt: 0).map { $0.velocities.lowerBound } == [20, 20, 20])
  }

  @Test("What is neither audio nor SFZ text is refused by name, and missing files are missing")
  func climbingRefused() throws {
    try put([
      "lib/in/a.sfz": text(
        """
        #include "../notes.txt"
        #include "../keys"
        <region> sample=../fake.wav
        <region> sample=../audio.dat
        <region> sample=../gone.wav
        <region> sample=own.wav

        """),
      "lib/notes.txt": text("My secret\n"), "lib/keys": text("<region> sample=*sine\n"),
      "lib/fake.wav": text("not audio"), "lib/audio.dat": Self.tone, "lib/in/own.wav": Self.tone,
    ])
    let result = try library.importBank(at: user.path + "/lib/in/a.sfz")
    for name in ["../notes.txt", "../keys", "../fake.wav", "../audio.dat"] {
      #expect(
        result.findings.contains {
          $0.message.contains("‘\(name)’ is at") && $0.message.contains("not an audio file or SFZ")
        }, "\(name)")
    }
    #expect(result.findings.contains { $0.message.contains("‘../gone.wav’ was not found") })
    #expect(try stored() == ["a.sfz/a.sfz", "a.sfz/own.wav"])
  }

  @Test("An import whose copy would play other files is refused")
  func ambiguous() throws {
    try put([
      "lib/in/a.sfz": text("<region> sample=../t.wav key=60 <region> sample=t.wav key=61"),
      "lib/t.wav": Self.tone, "lib/in/t.wav": Self.other,
    ])
    let path = user.path + "/lib/in/a.sfz"
    #expect(throws: UserLibraryError.needsOtherFiles(path: path)) {
      try library.importBank(at: path)
    }
    #expect(try user.bankNames() == [])
  }

  @Test("Samples of added folders are copied to paths at which the instrument finds them")
  func addedFolders() throws {
    try put([
      "lib/Programs/a.sfz": text(
        """
        <region> sample=\(user.path)/lib/Samples/one.wav key=60
        <region> sample=\(user.path)/x/A/tone.wav key=61
        <region> sample=\(user.path)/x/B/tone.wav key=62
        """),
      "lib/Samples/one.wav": Self.tone, "x/A/tone.wav": Self.tone, "x/B/tone.wav": Self.other,
    ])
    let path = user.path + "/lib/Programs/a.sfz"
    #expect(throws: UserLibraryError.self) { try library.importBank(at: path) }
    #expect(try user.bankNames() == [])
    let folders = ["lib", "x/A", "x/B"].map { "\(user.path)/\($0)" }
    #expect(try library.importBank(at: path, sampleFolders: folders).isNew)
    #expect(
      try stored() == [
        "a.sfz/B/tone.wav", "a.sfz/Samples/one.wav", "a.sfz/a.sfz", "a.sfz/tone.wav",
      ])
    for name in ["lib", "x"] { try FileManager.default.removeItem(atPath: "\(user.path)/\(name)") }
    let found = try #require(banks().first)
    #expect(found.bank.warnings.isEmpty)
    #expect(try samples(found).map { $0[1] * 32_768 } == [1029, 1029, 99])
  }

  @Test("Missing samples are named: the import is refused if all are, otherwise it warns")
  func missing() throws {
    try put(["in/none.sfz": text("<region> sample=gone.wav"), "in/tone.wav": Self.tone])
    do {
      _ = try library.importBank(at: user.path + "/in/none.sfz")
      Issue.record("it was imported")
    } catch let error as UserLibraryError {
      #expect("\(error)".contains("none.sfz") && "\(error)".contains("‘gone.wav’ was not found"))
    }
    #expect(try user.bankNames() == [])
    try put(["in/some.sfz": text("<region> sample=gone.wav <region> sample=tone.wav")])
    let result = try library.importBank(at: user.path + "/in/some.sfz")
    #expect(result.findings.contains { $0.message.contains("‘gone.wav’ was not found") })
    #expect(result.findings.allSatisfy { $0.severity == .warning })
    #expect(try stored() == ["some.sfz/some.sfz", "some.sfz/tone.wav"])
  }

  @Test("Another instrument of the same name is refused, or replaces it; the same one is present")
  func sameName() throws {
    try put(["in/a.sfz": text("<region> sample=t.wav"), "in/t.wav": Self.tone])
    let path = user.path + "/in/a.sfz"
    #expect(try library.importBank(at: path).isNew)
    #expect(try !library.importBank(at: path).isNew)
    try put(["in/t.wav": Self.other])
    #expect(throws: UserLibraryError.nameTaken(path: user.banks + "/a.sfz")) {
      try library.importBank(at: path)
    }
    #expect(try samples(#require(banks().first))[0][1] * 32_768 == 1029)
    #expect(try library.importBank(at: path, replacing: true).isNew)
    #expect(try samples(#require(banks().first))[0][1] * 32_768 == 99)
    #expect(try user.bankNames() == ["a.sfz"])
  }

  @Test("A canceled import leaves nothing; leftovers of a killed one are removed or restored")
  func canceled() throws {
    try put([
      "in/a.sfz": text("<region> sample=t.wav <region> sample=u.wav"), "in/t.wav": Self.tone,
      "in/u.wav": Self.other, "data/peach/banks/old.sfz.partial/x.wav": [1],
      "data/peach/banks/kept.sfz.replaced.partial/kept.sfz": text("<region> sample=*sine"),
    ])
    let path = user.path + "/in/a.sfz"
    for limit in stride(from: 0.0, through: 1, by: 0.05) {
      #expect(throws: CancellationError.self) {
        try library.importBank(at: path) { if $0 >= limit { throw CancellationError() } }
      }
      #expect(try user.bankNames() == ["kept.sfz"])
    }
    #expect(try library.importBank(at: path).isNew)
    #expect(banks().map(\.file.name) == ["a.sfz", "kept.sfz"])
  }

  @Test("A crash while an instrument is loaded skips it; removal deletes its folder")
  func crashed() throws {
    try put(["in/a.sfz": text("<region> sample=*sine")])
    let result = try library.importBank(at: user.path + "/in/a.sfz")
    #expect(banks().count == 1)
    // A marker of a process that has ended.
    try put(["state/peach/loading/1-1": text(user.banks + "/a.sfz")])
    #expect(banks().isEmpty)
    let load = try #require(user.sentinel.interruptedLoads.first)
    #expect(load.path == user.banks + "/a.sfz")
    user.sentinel.watch(result.path) { #expect(user.notes().count == 2) }
    try load.removeBank()
    #expect(try user.bankNames() == [] && user.notes().isEmpty)
  }
}

import PeachInstrumentModel
import Testing

@testable import PeachBankFiles

@Suite("Sound bank library")
struct SoundFontLibraryTests {
  /// The error of an unreadable file or folder.
  struct Broken: Error, CustomStringConvertible {
    var description: String
  }

  /// Creates a bank with presets that have a region for each of these scale tunings.
  static func bank(
    _ name: String, _ presets: [(bank: UInt16, program: UInt8, name: String, tunings: [Float])]
  ) -> SoundBank {
    SoundBank(
      information: .init(name: name),
      presets: presets.map {
        Preset(identifier: .init(bank: $0.bank, program: $0.program), name: $0.name)
      },
      samples: [], storage: ByteStorage(copying: []),
      regionSource: { index, _ in
        presets[index].tunings.map { tuning in
          var region = Region(sample: 0)
          region.generators[.scaleTuning] = tuning
          return region
        }
      })
  }

  /// Creates a library of folders with files; each file's bank has one preset named after the file.
  static func library(
    _ folders: [(path: String, origin: BankFolder.Origin, files: [String]?)],
    extensions: [String]? = ["sf2", "sf3"], links: [String: String] = [:],
    broken: Set<String> = []
  ) -> SoundFontLibrary {
    SoundFontLibrary(
      folders: folders.map { BankFolder(path: $0.path, origin: $0.origin) },
      extensions: extensions,
      list: { path in
        if broken.contains(path) { throw Broken(description: "\(path) may not be read") }
        return folders.first { $0.path == path }?.files?.map { name in
          let whole = "\(path)/\(name)"
          return .init(path: whole, name: name, identity: links[whole] ?? whole)
        }
      },
      open: { path in
        if broken.contains(path) { throw Broken(description: "\(path) is broken") }
        return bank(path, [(0, 0, path, [100])])
      })
  }

  @Test("Banks are in the order of their folders, each with its origin")
  func order() {
    let library = Self.library([
      ("/given", .given, ["z.sf2"]), ("/user", .user, ["b.sf3", "a.sf2"]),
      ("/system", .system, ["a.sf2"]),
    ])
    let paths = ["/given/z.sf2", "/user/b.sf3", "/user/a.sf2", "/system/a.sf2"]
    #expect(library.banks.map(\.file.path) == paths)
    #expect(library.banks.map(\.origin) == [.given, .user, .user, .system])
    #expect(library.problems.isEmpty)
  }

  @Test("A file in several folders is listed once, in the first")
  func links() {
    let library = Self.library(
      [("/user", .user, ["mine.sf2"]), ("/system", .system, ["a.sf2", "b.sf2", "c.sf2"])],
      links: ["/user/mine.sf2": "/real", "/system/a.sf2": "/real", "/system/c.sf2": "/real"])
    #expect(library.banks.map(\.file.path) == ["/user/mine.sf2", "/system/b.sf2"])
    #expect(library.banks.map(\.origin) == [.user, .system])
  }

  @Test("A broken bank is listed with its error, and does not affect others")
  func brokenBank() {
    let library = Self.library(
      [("/user", .user, ["a.sf2", "b.sf2", "c.sf2"])], broken: ["/user/b.sf2"])
    #expect(library.banks.map(\.file.name) == ["a.sf2", "c.sf2"])
    #expect(library.problems.map(\.path) == ["/user/b.sf2"])
    #expect(library.problems.map(\.reason) == ["/user/b.sf2 is broken"])
  }

  @Test("A missing folder is not a problem; an unreadable one is")
  func folders() {
    let library = Self.library(
      [("/gone", .given, nil), ("/shut", .user, ["a.sf2"]), ("/system", .system, ["b.sf2"])],
      broken: ["/shut"])
    #expect(library.banks.map(\.file.path) == ["/system/b.sf2"])
    #expect(library.problems.map(\.path) == ["/shut"])
    #expect(library.problems.map(\.reason) == ["/shut may not be read"])
  }

  @Test("Only files with a bank's extension are opened, in any case; all if none is requested")
  func extensions() {
    let files = ["a.sf2", "B.SF2", "c.Sf3", "d.sf2.txt", "sf2", ".sf2x", "e.wav", "f"]
    let chosen = Self.library([("/x", .user, files)])
    #expect(chosen.banks.map(\.file.name) == ["a.sf2", "B.SF2", "c.Sf3"])
    #expect(chosen.problems.isEmpty)
    let all = Self.library([("/x", .user, files)], extensions: nil)
    #expect(all.banks.map(\.file.name) == files)
  }

  @Test("The keys of a preset are those from its lowest to its highest region")
  func keys() {
    let ranges: [[ClosedRange<UInt8>]] = [[40...60, 70...80, 50...65], []]
    let bank = SoundBank(
      information: .init(name: ""),
      presets: [0, 1].map { Preset(identifier: .init(bank: 0, program: $0), name: "") },
      samples: [], storage: ByteStorage(copying: []),
      regionSource: { index, _ in ranges[index].map { Region(keys: $0, sample: 0) } })
    let library = SoundFontLibrary(
      folders: [BankFolder(path: "/u", origin: .user)],
      list: { _ in [.init(path: "/u/a.sf2", name: "a.sf2", identity: "a")] }, open: { _ in bank })
    #expect(library.entries.map { library.keys(of: $0) } == [40...80, nil])
  }

  @Test("All presets are in one list, with file, index and whether they are pitched")
  func entries() {
    let banks = [
      "/u/first.sf2": Self.bank(
        "First",
        [
          (0, 0, "Piano", [100]), (0, 122, "Seashore", [0, 0]), (0, 123, "Half", [0, 100]),
          (128, 0, "Kit", [100]),
        ]),
      "/u/second.sf3": Self.bank("Second", [(0, 42, "Cello", [100]), (8, 42, "Empty", [])]),
    ]
    let library = SoundFontLibrary(
      folders: [BankFolder(path: "/u", origin: .user)],
      list: { _ in
        ["first.sf2", "second.sf3"].map { .init(path: "/u/\($0)", name: $0, identity: $0) }
      },
      open: { path in try banks[path] ?? { throw Broken(description: "none") }() })
    func entry(
      _ file: String, _ index: Int, _ bank: UInt16, _ program: UInt8, _ name: String,
      _ pitched: Bool
    ) -> LibraryEntry {
      LibraryEntry(
        path: "/u/\(file)", file: file, origin: .user, index: index,
        preset: Preset(identifier: .init(bank: bank, program: program), name: name),
        isPitched: pitched)
    }
    #expect(
      library.entries == [
        entry("first.sf2", 0, 0, 0, "Piano", true),
        entry("first.sf2", 1, 0, 122, "Seashore", false),
        entry("first.sf2", 2, 0, 123, "Half", true),
        entry("first.sf2", 3, 128, 0, "Kit", false),
        entry("second.sf3", 0, 0, 42, "Cello", true),
        entry("second.sf3", 1, 8, 42, "Empty", false),
      ])
  }
}

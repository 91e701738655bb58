import Foundation
import PeachServices
import SoundFontFixtures
import Testing

@Suite("User library")
struct UserLibraryTests {
  let user: UserFolder
  let library: UserLibrary

  init() throws {
    user = try UserFolder()
    library = try UserLibrary(environment: user.environment)
  }

  @Test("An imported bank is complete, in the library, with its presets")
  func imported() throws {
    let bytes = UserFolder.bank("Cello")
    let result = try library.importBank(at: user.put("my.sf2", bytes))
    #expect(result.isNew && result.path == user.banks + "/my.sf2")
    #expect(result.presets.map(\.name) == ["Cello"] && result.findings == [])
    #expect(FileManager.default.contents(atPath: result.path) == Data(bytes))
    #expect(try user.bankNames() == ["my.sf2"] && library.files().map(\.name) == ["my.sf2"])
  }

  @Test("The same bytes under another name are not copied again")
  func duplicate() throws {
    let bytes = UserFolder.bank("Cello")
    _ = try library.importBank(at: user.put("my.sf2", bytes))
    let again = try library.importBank(at: user.put("other.sf2", bytes))
    #expect(!again.isNew && again.path == user.banks + "/my.sf2")
    #expect(again.presets.map(\.name) == ["Cello"])
    // The same size with other contents.
    let third = try library.importBank(at: user.put("third.sf2", UserFolder.bank("Gamba")))
    #expect(third.isNew)
    #expect(try user.bankNames() == ["my.sf2", "third.sf2"])
  }

  @Test("Another bank of the same name is refused, or replaces it on request")
  func sameName() throws {
    _ = try library.importBank(at: user.put("my.sf2", UserFolder.bank("Cello")))
    let path = try user.put("my.sf2", UserFolder.bank("Viola"))
    #expect(throws: UserLibraryError.nameTaken(path: user.banks + "/my.sf2")) {
      try library.importBank(at: path)
    }
    #expect(try SoundBank(contentsOf: user.banks + "/my.sf2").presets[0].name == "Cello")
    #expect(try library.importBank(at: path, replacing: true).isNew)
    #expect(try SoundBank(contentsOf: user.banks + "/my.sf2").presets[0].name == "Viola")
    #expect(try user.bankNames() == ["my.sf2"])
  }

  @Test("A broken bank is refused with all errors; the library is unchanged")
  func broken() throws {
    _ = try library.importBank(at: user.put("my.sf2", UserFolder.bank("Cello")))
    var builder = SoundFontBuilder.simple
    builder.presets[0].zones.append(.init(plays: 9))
    let path = try user.put("broken.sf2", builder.chunks.file)
    do {
      _ = try library.importBank(at: path)
      Issue.record("it was imported")
    } catch let error as UserLibraryError {
      guard case .refused(path, let findings) = error else { throw error }
      #expect(findings.map(\.rule) == [.danglingInstrument])
      #expect("\(error)".contains("broken.sf2") && "\(error)".contains("zone 1"))
    }
    #expect(try user.bankNames() == ["my.sf2"])
  }

  @Test("A canceled import leaves nothing; leftovers of a killed one are removed")
  func givenUp() throws {
    try user.put("data/peach/banks/old.sf2.partial", [1])
    let path = try user.put("my.sf2", UserFolder.bank("Cello"))
    for limit in [0.0, 0.5, 0.95] {
      #expect(throws: CancellationError.self) {
        try library.importBank(at: path) { if $0 >= limit { throw CancellationError() } }
      }
      #expect(try user.bankNames().filter { $0.hasPrefix("my") } == [])
    }
    _ = try library.importBank(at: path)
    #expect(try user.bankNames() == ["my.sf2"])
  }

  @Test("A file whose name libraries would skip is renamed")
  func names() throws {
    let path = try library.importBank(at: user.put("download", UserFolder.bank("A"))).path
    #expect(path == user.banks + "/download.sf2")
    #expect(
      try library.importBank(at: user.put("B.SF2", UserFolder.bank("B"))).path
        == user.banks + "/B.SF2")
  }

  @Test("Removal deletes that file only, and only in the library")
  func forget() throws {
    for name in ["a.sf2", "b.sf2"] {
      _ = try library.importBank(at: user.put(name, UserFolder.bank(name)))
    }
    try library.remove("a.sf2")
    #expect(try user.bankNames() == ["b.sf2"])
    for name in ["a.sf2", "", ".", "..", "../banks/b.sf2", user.banks + "/b.sf2"] {
      #expect(throws: UserLibraryError.notThere(name: name, available: ["b.sf2"])) {
        try library.remove(name)
      }
    }
    #expect(try user.bankNames() == ["b.sf2"])
    #expect(throws: UserLibraryError.noFolder) { try UserLibrary(environment: [:]) }
  }
}

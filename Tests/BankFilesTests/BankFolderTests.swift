import TestEnvironment
import Testing

@testable import PeachBankFiles

@Suite("Bank search path")
struct BankFolderTests {
  /// The standard bank folders, in search order.
  static let system = [
    "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts",
  ]

  @Test("Documents, Downloads and Music come last, under the names of user-dirs.dirs")
  func personal() throws {
    func last(_ environment: [String: String]) -> [String] {
      let folders = BankFolder.standard(environment: environment)
      let personal = folders.filter { $0.origin == .personal }
      #expect(Array(folders.suffix(personal.count)) == personal)
      return personal.map(\.path)
    }
    #expect(last(["HOME": "/h"]) == ["/h/Documents", "/h/Downloads", "/h/Music"])
    #expect(last([:]).isEmpty)
    let folder = try TemporaryFolder()
    // The format of xdg-user-dirs: shell assignments of "$HOME/…" or an absolute path.
    let text = """
      # comment
      XDG_DOCUMENTS_DIR="$HOME/Dokumente"
      XDG_MUSIC_DIR="/music"
      XDG_DOWNLOAD_DIR="$HOME/"
      broken="
      """
    try folder.put("user-dirs.dirs", Array(text.utf8))
    let environment = ["HOME": "/h", "XDG_CONFIG_HOME": folder.path]
    #expect(last(environment) == ["/h/Dokumente", "/music"])
  }

  @Test("Given folders come first, then those of the program, the user and the system")
  func order() {
    let folders = BankFolder.standard(
      environment: ["HOME": "/h"], bundled: "/app/banks", given: ["/one", "two"])
    #expect(folders.map(\.origin).prefix(4) == [.given, .given, .bundled, .user])
    #expect(folders.map(\.path).prefix(3) == ["/one", "two", "/app/banks"])
    let rest = folders.dropFirst(4).dropLast(3)
    #expect(rest.allSatisfy { $0.origin == .system })
    #expect(Array(rest.map(\.path).prefix(3)) == Self.system)
    #expect(Set(folders.map(\.path)).count == folders.count)
  }

  @Test(
    "The user's folder is in XDG_DATA_HOME if that is absolute, otherwise in ~/.local/share",
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/h"], "/data/peach/banks"),
      (["XDG_DATA_HOME": "data", "HOME": "/h"], "/h/.local/share/peach/banks"),
      (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/peach/banks"),
      (["HOME": "/h"], "/h/.local/share/peach/banks"),
      (["HOME": "h"], nil),
      ([:], nil),
    ])
  func user(environment: [String: String], path: String?) {
    let folders = BankFolder.standard(environment: environment)
    #expect(folders.filter { $0.origin == .user }.map(\.path) == [path].compactMap { $0 })
    #expect(!folders.contains { $0.origin == .given || $0.origin == .bundled })
  }
}

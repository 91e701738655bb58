import TestEnvironment
import Testing

@testable import PeachFileIO

@Suite("The user's folders")
struct UserFoldersTests {
  @Test("Apple's systems have the folders of Library, unless a variable of XDG is set")
  func library() {
    let home = ["HOME": "/h"]
    #expect(
      UserFolders.data(environment: home, layout: .library)
        == "/h/Library/Application Support/peach")
    #expect(
      UserFolders.configuration(environment: home, layout: .library)
        == "/h/Library/Application Support/peach")
    #expect(
      UserFolders.state(environment: home, layout: .library)
        == "/h/Library/Application Support/peach")
    #expect(
      UserFolders.cache(environment: home, layout: .library) == "/h/Library/Caches/peach")
    #expect(UserFolders.cache(environment: home, layout: .xdg) == "/h/.cache/peach")
    let set = ["HOME": "/h", "XDG_DATA_HOME": "/data"]
    #expect(UserFolders.data(environment: set, layout: .library) == "/data/peach")
    #expect(UserFolders.data(environment: [:], layout: .library) == nil)
  }

  @Test(
    "Trials are in the data folder, unless an earlier version has stored them in .local/share",
    arguments: ["training.sqlite", "listening.jsonl"])
  func formerFiles(name: String) throws {
    let home = try TemporaryFolder()
    let environment = ["HOME": home.path]
    func path(_ layout: UserFolders.Layout) -> String? {
      UserFolders.dataFile(name, environment: environment, layout: layout)
    }
    let former = home.path(".local/share/peach/\(name)")
    let present = home.path("Library/Application Support/peach/\(name)")
    #expect(path(.xdg) == former && path(.library) == present)
    try FileAccess.makeFolder(ofFileAt: former)
    try FileAccess.write([1], to: former)
    #expect(path(.xdg) == former && path(.library) == former)
    #expect(
      UserFolders.dataFile(
        name, environment: ["HOME": home.path, "XDG_DATA_HOME": "/data"], layout: .library)
        == "/data/peach/\(name)")
    // Both: the new one counts.
    try FileAccess.makeFolder(ofFileAt: present)
    try FileAccess.write([2], to: present)
    #expect(path(.library) == present)
    #expect(UserFolders.dataFile(name, environment: [:], layout: .library) == nil)
  }
}

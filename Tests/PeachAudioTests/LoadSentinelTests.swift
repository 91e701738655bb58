import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite("Load sentinel")
struct LoadSentinelTests {
  let user: UserFolder

  init() throws { user = try UserFolder() }

  private struct Broken: Error {}

  /// Leaves the state of a process killed while loading a bank.
  private func killLoading(_ bank: String) async throws {
    let (state, banks) = (user.path + "/state/peach/loading", user.banks)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [state = state as String, banks = banks as String, bank = bank as String] in
      LoadSentinel(folder: state, watching: banks).watch("\(banks)/\(bank)") {
        _ = kill(getpid(), SIGKILL)
      }
    }
  }

  @Test("A note exists during a load, and is removed after success or failure")
  func notes() throws {
    let path = try user.put("data/peach/banks/a.sf2", UserFolder.bank("A"))
    #expect(user.sentinel.watch(path) { user.notes().count } == 1)
    #expect(user.notes() == [])
    #expect(throws: Broken.self) { try user.sentinel.watch(path) { throw Broken() } }
    #expect(user.notes() == [])
    // Through a link to the folder.
    let link = user.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: user.banks)
    #expect(user.sentinel.watch(link + "/a.sf2") { user.notes().count } == 1)
  }

  @Test("Banks outside the library and without a path are not watched")
  func elsewhere() throws {
    let path = try user.put("b.sf2", [])
    for other in [path, nil, user.banks + "/", user.banks + "/..", "/usr/share/sounds/sf2/a.sf2"] {
      #expect(user.sentinel.watch(other) { user.notes() } == [])
    }
  }

  @Test("If no note can be written, loads continue")
  func unwritable() throws {
    let file = try user.put("state", [])
    let sentinel = LoadSentinel(folder: file + "/x", watching: user.banks)
    #expect(sentinel.watch(user.banks + "/a.sf2") { 7 } == 7)
    #expect(sentinel.interruptedLoads == [])
    #expect(LoadSentinel(environment: [:]).folder == nil)
  }

  @Test("After a killed load, yes removes that file only and is not asked again")
  func remove() async throws {
    for name in ["a.sf2", "b.sf2"] {
      try user.put("data/peach/banks/\(name)", UserFolder.bank(name))
    }
    try await killLoading("a.sf2")
    try await killLoading("a.sf2")
    let loads = user.sentinel.interruptedLoads
    #expect(loads.map(\.file) == ["a.sf2"] && loads.map(\.path) == [user.banks + "/a.sf2"])
    let load: InterruptedLoad = try #require(loads.first)
    try load.removeBank()
    #expect(try user.bankNames() == ["b.sf2"])
    #expect(user.notes() == [] && user.sentinel.interruptedLoads == [])
  }

  @Test("No keeps the file, and is not asked again")
  func keep() async throws {
    try user.put("data/peach/banks/a.sf2", UserFolder.bank("A"))
    try await killLoading("a.sf2")
    try #require(user.sentinel.interruptedLoads.first).keepBank()
    #expect(try user.bankNames() == ["a.sf2"])
    #expect(user.notes() == [] && user.sentinel.interruptedLoads == [])
  }

  @Test("Until then the library skips that bank with a message, and lists all others")
  func leftOut() async throws {
    for name in ["a.sf2", "b.sf2"] {
      try user.put("data/peach/banks/\(name)", UserFolder.bank(name))
    }
    try await killLoading("a.sf2")
    let folders = [BankFolder(path: user.banks, origin: .user)]
    let library = SoundFontLibrary(folders: folders, sentinel: user.sentinel)
    #expect(library.banks.map(\.file.name) == ["b.sf2"])
    #expect(
      library.problems.map(\.reason) == ["\(SuspectBankError(path: user.banks + "/a.sf2"))"])
    user.sentinel.clear(path: user.banks + "/a.sf2")
    let after = SoundFontLibrary(folders: folders, sentinel: user.sentinel)
    #expect(after.banks.map(\.file.name) == ["a.sf2", "b.sf2"] && after.problems.isEmpty)
  }

  @Test("A note about a missing or other file is cleared without a question")
  func strangeNotes() throws {
    let mine = try user.put("mine.txt", [1])
    let state = user.path + "/state/peach/loading"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    for (name, text) in [
      ("1-a", mine), ("2-b", user.banks + "/gone.sf2"), ("3-c", user.banks + "/../../../mine.txt"),
      ("4-d", ""), ("5-e", "\u{0}"),
    ] { try user.put("state/peach/loading/\(name)", Array(text.utf8)) }
    #expect(user.sentinel.interruptedLoads == [])
    #expect(user.notes() == [])
    #expect(FileManager.default.fileExists(atPath: mine))
  }

  @Test("A load of another running process is not an interrupted one")
  func busy() throws {
    let path = try user.put("data/peach/banks/a.sf2", UserFolder.bank("A"))
    user.sentinel.watch(path) {
      #expect(user.sentinel.interruptedLoads == [])
    }
  }

  @Test("Watching costs no noticeable time")
  func cost() throws {
    let path = try user.put("data/peach/banks/a.sf2", UserFolder.bank("A"))
    let sentinel = user.sentinel
    let count = 2000
    let watched = cpuTime {
      for _ in 0..<count { sentinel.watch(path) {} }
    }
    let elsewhere = cpuTime {
      for _ in 0..<count { LoadSentinel().watch("/usr/share/sounds/sf2/a.sf2") {} }
    }
    print("a watched load costs \(watched / count), one of another file \(elsewhere / count)")
    #expect(watched / count < .milliseconds(1) && elsewhere / count < .milliseconds(1))
  }
}

import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite(
  "Downloading pinned banks",
  .enabled(if: RangeServer.isPossible, "Requires /usr/bin/python3 and curl."))
struct BankDownloadTests {
  let user: UserFolder
  let server: RangeServer
  let download: BankDownload
  let bytes = UserFolder.bank("Fetched")
  let hash: String

  init() throws {
    user = try UserFolder()
    server = try RangeServer(folder: user.path, log: user.path + "/log")
    download = try BankDownload(environment: user.environment)
    let path = try user.put("bank.sf2", bytes)
    hash = try FileHash.sha256(ofFileAt: path, environment: user.environment)
  }

  private func pinned(_ fault: String, port: Int? = nil) -> PinnedBank {
    PinnedBank(
      name: "bank", file: "my bank.sf2",
      address: "http://127.0.0.1:\(port ?? server.port)/\(fault)/bank.sf2", sha256: hash,
      byteCount: bytes.count, license: "MIT", attribution: "by a test")
  }

  /// Returns the names of cached files, without the lock.
  private func kept() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: download.folder + "/" + hash)) ?? [])
      .filter { $0 != "lock" && $0 != "part.errors" }.sorted()
  }

  @Test("A bank is complete, has its file name, and is requested once")
  func whole() throws {
    let path = try download.path(of: pinned("plain"))
    #expect(FileManager.default.contents(atPath: path) == Data(bytes))
    #expect(path.hasSuffix("/my bank.sf2") && kept() == ["my bank.sf2"])
    #expect(try download.path(of: pinned("plain")) == path)
    #expect(try server.requests() == ["/plain/bank.sf2"])
  }

  @Test("An interrupted download resumes with a range request")
  func resumed() throws {
    let cut = bytes.count / 3
    #expect(throws: BankFetchError.self) { try download.path(of: pinned("cut/\(cut)")) }
    #expect(kept() == ["part"])
    let path = try download.path(of: pinned("plain"))
    #expect(FileManager.default.contents(atPath: path) == Data(bytes))
    #expect(
      try server.requests() == ["/cut/\(cut)/bank.sf2", "/plain/bank.sf2 bytes=\(cut)-"])
    #expect(kept() == ["my bank.sf2"])
  }

  @Test("A server without ranges sends the entire file again")
  func withoutRanges() throws {
    #expect(throws: BankFetchError.self) { try download.path(of: pinned("cut/1000")) }
    let path = try download.path(of: pinned("norange"))
    #expect(FileManager.default.contents(atPath: path) == Data(bytes))
    #expect(try server.requests().last == "/norange/bank.sf2")
  }

  @Test("A file with another hash is refused and removed")
  func wrongHash() throws {
    var other = bytes
    other[other.count - 1] ^= 1
    let found = try FileHash.sha256(
      ofFileAt: user.put("other", other), environment: user.environment)
    let bank = pinned("wrong")
    #expect(
      throws: BankFetchError.wrongHash(address: bank.address, expected: hash, found: found)
    ) { try download.path(of: bank) }
    #expect(kept() == [])
    // A changed file in the cache is refused as well.
    let path = try download.path(of: pinned("plain"))
    try Data(other).write(to: URL(filePath: path))
    #expect(try download.path(of: pinned("plain")) == path)
    #expect(FileManager.default.contents(atPath: path) == Data(bytes))
  }

  @Test("A file that is too long or missing is refused")
  func others() throws {
    let long = pinned("long")
    #expect(throws: BankFetchError.self) { try download.path(of: long) }
    #expect(kept() == [])
    var missing = pinned("plain")
    missing.address = "http://127.0.0.1:\(server.port)/plain/none.sf2"
    do {
      _ = try download.path(of: missing)
      Issue.record("it was found")
    } catch let error as BankFetchError {
      guard case .failed = error else { throw error }
      #expect("\(error)".contains("404"))
    }
  }

  @Test("A redirection to another scheme is not followed")
  func redirection() throws {
    #expect(throws: BankFetchError.self) { try download.path(of: pinned("away")) }
    #expect(kept() == [])
  }

  @Test("A lost connection is reported, and received bytes are kept")
  func offline() throws {
    #expect(throws: BankFetchError.self) { try download.path(of: pinned("cut/1000")) }
    // No server listens at port 9 of this machine.
    let bank = pinned("plain", port: 9)
    let error = BankFetchError.offline(address: bank.address, keptBytes: 1000)
    #expect(throws: error) { try download.path(of: bank) }
    #expect("\(error)".contains("Cannot reach") && "\(error)".contains("1000"))
    #expect(kept() == ["part"])
  }

  @Test("Cancellation stops the download and curl immediately, and a later one resumes")
  func givenUp() throws {
    let begun = ContinuousClock.now
    #expect(throws: CancellationError.self) {
      try download.path(of: pinned("slow")) { if $0 > 0.1 { throw CancellationError() } }
    }
    #expect(ContinuousClock.now - begun < .seconds(10))
    _ = try download.path(of: pinned("plain"))
    let ranges = try server.requests()
    #expect(ranges.count == 2 && ranges[1].contains("bytes="))
  }

  @Test("Concurrent downloads of one bank do not share a file")
  func twice() throws {
    var second: (any Error)?
    #expect(throws: CancellationError.self) {
      try download.path(of: pinned("slow")) { part in
        guard part > 0.05 else { return }
        do { _ = try download.path(of: pinned("plain")) } catch { second = error }
        throw CancellationError()
      }
    }
    #expect((second as? FileAccessError)?.reason == .inUse)
  }

  @Test("A missing curl is reported")
  func noCurl() throws {
    var environment = user.environment
    environment["PATH"] = "/nowhere"
    let download = try BankDownload(environment: environment)
    #expect(throws: BankFetchError.noCurl) { try download.path(of: pinned("plain")) }
    #expect(throws: BankFetchError.noFolder) { try BankDownload(environment: [:]) }
  }
}

@Suite("Pinned bank list")
struct PinnedBankListTests {
  private let good = PinnedBank(
    name: "piano", file: "piano.sf2", address: "https://example.org/piano.sf2",
    sha256: String(repeating: "0a", count: 32), byteCount: 12, license: "MIT",
    attribution: "by a test")

  private func list(_ bank: PinnedBank) throws -> PinnedBankList {
    let members: [String: JSONValue] = [
      "name": .text(bank.name), "file": .text(bank.file), "address": .text(bank.address),
      "sha256": .text(bank.sha256), "byteCount": .integer(Int64(bank.byteCount)),
      "license": .text(bank.license), "attribution": .text(bank.attribution),
    ]
    return try PinnedBankList(json: Array(JSONText.indented(.array([.object(members)])).utf8))
  }

  @Test("The included list is valid and uses HTTPS only")
  func own() throws {
    let banks = try PinnedBankList(environment: [:]).banks
    #expect(banks.allSatisfy { $0.address.hasPrefix("https://") })
    #expect(Set(banks.map(\.name)).count == banks.count && banks.count == 4)
    #expect(Set(banks.map(\.file)).count == banks.count)
    #expect(banks.allSatisfy { !$0.license.isEmpty && !$0.attribution.isEmpty })
  }

  static let packagedBanks = [RenderTools.largeBank, RenderTools.smallBank]
    .filter { TestFiles.exists($0) }

  @Test(
    "The pinned size and SHA-256 match the installed package",
    .enabled(if: !packagedBanks.isEmpty, "No packaged bank is installed."),
    arguments: packagedBanks)
  func packages(path: String) throws {
    let banks = try PinnedBankList(environment: [:]).banks
    let bank = try #require(banks.first { path.hasSuffix("/" + $0.file) })
    #expect(FileAccess.byteCount(path) == bank.byteCount)
    let environment = ProcessInfo.processInfo.environment
    #expect(try FileHash.sha256(ofFileAt: path, environment: environment) == bank.sha256)
  }

  @Test("A custom list is read; an unknown name is an error with the known ones")
  func named() throws {
    let list = try list(good)
    #expect(list.banks == [good])
    #expect(try list.bank(named: "piano") == good)
    #expect(throws: BankFetchError.notListed(name: "x", available: ["piano"])) {
      try list.bank(named: "x")
    }
  }

  @Test("Entries that cannot be downloaded safely are refused")
  func bad() {
    for change: (inout PinnedBank) -> Void in [
      { $0.address = "http://example.org/piano.sf2" }, { $0.address = "file:///etc/passwd" },
      { $0.address = "http://127.0.0.1.example.org/" }, { $0.address += " -o x" },
      { $0.file = "../piano.sf2" }, { $0.file = ".hidden" }, { $0.file = "" },
      { $0.sha256 = "0a" }, { $0.sha256 = String(repeating: "0A", count: 32) },
      { $0.byteCount = 0 },
    ] {
      var bank = good
      change(&bank)
      #expect(throws: BankFetchError.self) { try list(bank) }
    }
    for (text, reason) in [
      ("[{}]", "Entry 1 has no valid \"name\"."), ("{}", "Not a JSON array."),
      ("[\n{]", "Not JSON: a name in quotation marks is expected at line 2, column 2."),
    ] {
      #expect(throws: BankFetchError.unusableList(reason: reason)) {
        try PinnedBankList(json: Array(text.utf8))
      }
    }
  }
}

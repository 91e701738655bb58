import Foundation
import TestEnvironment
import Testing

@testable import PeachTrainingStore

#if SQLite
  @Suite("A store whose program is killed", .serialized)
  struct KilledStoreTests {
    static let kills = TestScale.count(short: 20, full: 200)
    static let writer: String? = {
      let beside =
        [CommandLine.arguments[0], Bundle.main.executablePath ?? ""]
        + Bundle.allBundles.map(\.bundlePath)
      return beside.map { URL(filePath: $0).deletingLastPathComponent().path + "/trial-writer" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    @Test("kill -9 at random moments: no completed trial is lost or doubled, the file stays whole")
    func killed() throws {
      let writer = try #require(Self.writer)
      let folder = try TemporaryFolder()
      let path = folder.path("training.sqlite")
      var random = RandomNumbers(seed: 9)
      var told: Set<String> = []
      var unfinished = 0
      for number in 0..<Self.kills {
        let process = Process()
        process.executableURL = URL(filePath: writer)
        process.arguments = [path, "\(number)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // From before the store is open until many trials, and many waits for the disk, are over.
        usleep(UInt32(random.whole(0...60_000)))
        kill(process.processIdentifier, SIGKILL)
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        // A line without its end was not told.
        told.formUnion(text.split(separator: "\n").map { String($0) }.filter { $0.count == 32 })
        let stored = try TrialStore(path: path).records().map(\.identifier)
        let unique = Set(stored)
        #expect(unique.count == stored.count, "doubled")
        #expect(told.isSubset(of: unique), "lost: \(told.subtracting(unique))")
        // What was stored and not yet told is the trial in hand: one for each kill.
        unfinished = unique.count - told.count
        #expect(unfinished <= number + 1)
        let check = try SQLiteConnection(path: path).statement("PRAGMA integrity_check")
        #expect(try check.step() && check.text(0) == "ok")
      }
      print("\(Self.kills) kills: \(told.count) trials told, \(unfinished) stored just before")
      #expect(told.count > Self.kills)
    }
  }
#endif

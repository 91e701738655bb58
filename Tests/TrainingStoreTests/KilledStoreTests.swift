import Foundation
import PeachTrialRecords
import TestEnvironment
import Testing

@testable import PeachTrainingStore

#if SQLite
  @Suite("Store of a killed program", .serialized)
  struct KilledStoreTests {
    static let kills = TestScale.count(short: 20, full: 200)
    static let writer: String? = {
      let candidates =
        [CommandLine.arguments[0], Bundle.main.executablePath ?? ""]
        + Bundle.allBundles.map(\.bundlePath)
      return candidates.map { URL(filePath: $0).deletingLastPathComponent().path + "/trial-writer" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    @Test(
      "SIGKILL at random times: no completed trial is lost or duplicated, and the file stays intact"
    )
    func killed() throws {
      let writer = try #require(Self.writer)
      let folder = try TemporaryFolder()
      let path = folder.path("training.sqlite")
      var random = RandomNumbers(seed: 9)
      var reported: Set<String> = []
      var unfinished = 0
      for number in 0..<Self.kills {
        let process = Process()
        process.executableURL = URL(filePath: writer)
        process.arguments = [path, "\(number)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // From before the store is open until after many trials and checkpoints.
        usleep(UInt32(random.whole(0...60_000)))
        kill(process.processIdentifier, SIGKILL)
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        // An incomplete line does not count.
        reported.formUnion(text.split(separator: "\n").map { String($0) }.filter { $0.count == 32 })
        let stored = try TrialStore(path: path).records().map(\.identifier)
        let unique = Set(stored)
        #expect(unique.count == stored.count, "duplicated")
        #expect(reported.isSubset(of: unique), "lost: \(reported.subtracting(unique))")
        // At most one trial per kill is stored and not yet reported.
        unfinished = unique.count - reported.count
        #expect(unfinished <= number + 1)
        let check = try SQLiteConnection(path: path).statement("PRAGMA integrity_check")
        #expect(try check.step() && check.text(0) == "ok")
      }
      print(
        "\(Self.kills) kills: \(reported.count) trials reported, \(unfinished) stored just before")
      #expect(reported.count > Self.kills)
    }
  }
#endif

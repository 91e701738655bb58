import Foundation
import PeachEarTraining
import PeachFileIO
import PeachTrainingStore
import PeachTrialRecords
import TestEnvironment
import Testing

@Suite("The store of listening tests")
struct ListeningStoreTests {
  let folder: TemporaryFolder
  let store: ListeningStore

  init() throws {
    folder = try TemporaryFolder()
    store = ListeningStore(path: folder.path("data/peach/listening.jsonl"))
  }

  private func records(_ count: Int = 5, seed: UInt64 = 1) -> [ListeningRecord] {
    var fixture = ListeningFixture(seed: seed)
    return fixture.records(.abx, count: count)
  }

  @Test("Answers are read in the order in which they were appended")
  func order() throws {
    #expect(try store.read() == ListeningFormat.Contents())
    for record in records() { try store.append(record) }
    #expect(try store.read().records.map(\.number) == [1, 2, 3, 4, 5])
    let path = folder.path("data/peach/listening.jsonl")
    #expect(try ListeningStore(path: path).read().records == store.read().records)
  }

  @Test("The store is next to that of trials")
  func path() throws {
    let path = try ListeningStore(environment: ["XDG_DATA_HOME": "/data"]).path
    #expect(path == "/data/peach/listening.jsonl")
    #expect(throws: TrialStoreError.noFolder) { try ListeningStore(environment: [:]) }
  }

  @Test("An answer after an incomplete line is complete, at every length of the incomplete one")
  func interrupted() throws {
    let records = records(2)
    let line = Array(ListeningFormat.json.line(records[0]).utf8)
    for count in [1, line.count / 2, line.count - 2, line.count - 1, line.count] {
      let path = try folder.put("torn.jsonl", Array(line[..<count]))
      let store = ListeningStore(path: path)
      try store.append(records[1])
      let contents = try store.read()
      // Only the line feed may be missing from a complete line.
      let isComplete = count >= line.count - 1
      #expect(contents.records == (isComplete ? records : [records[1]]))
      #expect(contents.problems.count == (isComplete ? 0 : 1))
    }
  }

  @Test("Concurrent tests do not mix their lines")
  func concurrent() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 1...4 {
        group.addTask {
          var fixture = ListeningFixture(seed: UInt64(seed))
          for record in fixture.records(.preference, count: 10) { try store.append(record) }
        }
      }
      try await group.waitForAll()
    }
    let contents = try store.read()
    #expect(contents.records.count == 40 && contents.problems.isEmpty)
  }

  @Test("Folders, pipes and missing rights are errors with the path, and nothing is changed")
  func errors() throws {
    let record = records()[0]
    let isFolder = ListeningStore(path: folder.path)
    #expect(throws: FileAccessError.self) { try isFolder.append(record) }
    #expect(throws: FileAccessError.self) { try isFolder.read() }
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Neither waits for another process.
    #expect(throws: FileAccessError.self) { try ListeningStore(path: pipe).append(record) }
    #expect(throws: FileAccessError.self) { try ListeningStore(path: pipe).read() }
    #expect(throws: FileAccessError.self) {
      try ListeningStore(path: "/proc/nowhere/listening.jsonl").append(record)
    }
  }
}

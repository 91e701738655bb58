import Foundation
import PeachFileIO
import TestEnvironment
import Testing

@Suite("Process markers")
struct ProcessMarkerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A marker exists as long as its owner, and its folder is created")
  func life() throws {
    let markerFolder = folder.path("a/b")
    do {
      let marker = try ProcessMarker(in: markerFolder, contents: [1, 2])
      #expect(try FileManager.default.contentsOfDirectory(atPath: markerFolder).count == 1)
      #expect(ProcessMarker.staleMarkers(in: markerFolder) == [])
      withExtendedLifetime(marker) {}
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: markerFolder) == [])
    #expect(ProcessMarker.staleMarkers(in: folder.path("none")) == [])
  }

  @Test("A killed process leaves its marker, which all concurrent readers see")
  func killed() async throws {
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let marker = try ProcessMarker(in: path, contents: Array("bank".utf8))
      kill(getpid(), SIGKILL)
      withExtendedLifetime(marker) {}
    }
    let own = try ProcessMarker(in: path, contents: Array("mine".utf8))
    await withTaskGroup(of: [ProcessMarker.StaleMarker].self) { group in
      for _ in 0..<200 { group.addTask { ProcessMarker.staleMarkers(in: path) } }
      for await markers in group {
        #expect(markers.map(\.contents) == [Array("bank".utf8)])
      }
    }
    let marker = try #require(ProcessMarker.staleMarkers(in: path).first)
    try FileAccess.remove(marker.path)
    #expect(ProcessMarker.staleMarkers(in: path) == [])
    withExtendedLifetime(own) {}
  }

  @Test("An empty marker of a killed process has no contents and is removed when old")
  func hidden() throws {
    let path = try folder.put(".12-ab", [])
    #expect(ProcessMarker.staleMarkers(in: folder.path) == [])
    #expect(try folder.names() == [".12-ab"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: path)
    #expect(ProcessMarker.staleMarkers(in: folder.path) == [])
    #expect(try folder.names() == [])
  }

  @Test("A lock has one owner at a time")
  func lock() throws {
    let path = folder.path("lock")
    do {
      let lock = try FileLock(path: path)
      #expect(lock.descriptor >= 0)
      #expect(throws: FileAccessError(path: path, operation: .create, reason: .inUse)) {
        _ = try FileLock(path: path)
      }
    }
    _ = try FileLock(path: path)
  }

  @Test("A lock that is released within a moment is taken, as one that a child process shares")
  func sharedLock() throws {
    let path = folder.path("lock")
    let first = try FileLock(path: path)
    // As the child between fork and exec: a second descriptor of the same open file.
    let shared = dup(first.descriptor)
    let thread = Thread {
      usleep(20_000)
      close(shared)
    }
    _ = consume first
    thread.start()
    _ = try FileLock(path: path)
  }
}

import Foundation
import PeachAudioEncoding
import PeachFileIO
import TestEnvironment
import Testing

@Suite("Unfinished files")
struct UnfinishedFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let silence = [Float](repeating: 0, count: 50_000)

  @Test("An unfinished file has a temporary name; canceled, it is removed")
  func givenUp() throws {
    try folder.put("a.wav", [1, 2, 3])
    do {
      var writer = try WAVWriter(path: folder.path("a.wav"), sampleRate: 44_100)
      try writer.write(left: silence, right: silence, frameCount: silence.count)
      #expect(try folder.names() == ["a.wav", "a.wav.partial"])
      #expect(folder.bytes("a.wav") == [1, 2, 3])
      #expect(writer.summary.frameCount == 50_000)
    }
    #expect(try folder.names() == ["a.wav"])
    #expect(folder.bytes("a.wav") == [1, 2, 3])
  }

  @Test("A second writer of the same file is refused and does not affect the first")
  func second() throws {
    let path = folder.path("a.wav")
    var writer = try WAVWriter(path: path, sampleRate: 44_100)
    #expect(throws: FileAccessError(path: path + ".partial", operation: .create, reason: .inUse)) {
      _ = try WAVWriter(path: path, sampleRate: 44_100).finish()
    }
    try writer.write(left: silence, right: silence, frameCount: 10)
    #expect(try writer.finish().frameCount == 10)
    #expect(folder.bytes("a.wav")?.count == 80 + 40)
    #expect(try folder.names() == ["a.wav"])
  }

  @Test("A link at the temporary path is refused and not followed")
  func link() throws {
    try folder.put("other", [1, 2, 3])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a.wav.partial"), withDestinationPath: "other")
    #expect(
      throws: FileAccessError(
        path: folder.path("a.wav.partial"), operation: .create, reason: .system(code: ELOOP))
    ) { _ = try WAVWriter(path: folder.path("a.wav"), sampleRate: 44_100).finish() }
    #expect(folder.bytes("other") == [1, 2, 3])
  }

  #if os(Linux)
    @Test("A full disk is an error and leaves no file")
    func noRoom() async throws {
      let path = folder.path("a.wav")
      await #expect(processExitsWith: .success) { [path = path as String] in
        // A file size limit, instead of a full disk.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let values = [Float](repeating: 0.5, count: 100_000)
        #expect(
          throws: FileAccessError(
            path: path + ".partial", operation: .write, reason: .system(code: EFBIG))
        ) {
          var writer = try WAVWriter(path: path, sampleRate: 44_100)
          try writer.write(left: values, right: values, frameCount: values.count)
          _ = try writer.finish()
        }
      }
      #expect(try folder.names() == [])
    }
  #endif

  @Test("A killed program keeps the old file, and the next writer can continue")
  func killed() async throws {
    let path = folder.path("a.wav")
    try folder.put("a.wav", [1, 2, 3])
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let values = [Float](repeating: 0.5, count: 100_000)
      var writer = try WAVWriter(path: path, sampleRate: 44_100)
      try writer.write(left: values, right: values, frameCount: values.count)
      kill(getpid(), SIGKILL)
      _ = try writer.finish()
    }
    #expect(folder.bytes("a.wav") == [1, 2, 3])
    let left = try #require(folder.bytes("a.wav.partial"))
    #expect(left.count > 300_000)
    var writer = try WAVWriter(path: path, sampleRate: 44_100)
    try writer.write(left: silence, right: silence, frameCount: 5)
    _ = try writer.finish()
    #expect(folder.bytes("a.wav")?.count == 80 + 20)
    #expect(try folder.names() == ["a.wav"])
  }
}

import Foundation
import Peach
import Testing

@Suite("Programs at work")
struct ChildProcessTests {
  private func wait(_ process: inout ChildProcess) throws -> ChildProcess.Ending {
    for _ in 0..<2000 {
      if let ending = process.poll() { return ending }
      Pause.milliseconds(5)
    }
    throw CancellationError()
  }

  @Test("how a program ended: its status, or the signal")
  func endings() throws {
    for (script, expected): (String, ChildProcess.Ending) in [
      ("exit 0", .exited(0)), ("exit 22", .exited(22)), ("kill -9 $$", .killed(9)),
    ] {
      var process = try ChildProcess(program: "/bin/sh", arguments: ["-c", script])
      #expect(try wait(&process) == expected)
      #expect(process.poll() == expected)
    }
  }

  @Test("what does not end by itself ends when it is told to, and with its owner")
  func ended() throws {
    let begun = ContinuousClock.now
    var process = try ChildProcess(program: "/bin/sleep", arguments: ["60"])
    #expect(process.poll() == nil)
    process.end()
    #expect(process.poll() == .killed(SIGTERM))
    do { _ = try ChildProcess(program: "/bin/sleep", arguments: ["60"]) }
    #expect(ContinuousClock.now - begun < .seconds(10))
  }

  @Test("a program that is not there is an error with its path")
  func missing() {
    #expect(throws: ChildProcessError.self) {
      _ = try ChildProcess(program: "/no/such/program", arguments: [])
    }
  }

  @Test("arguments arrive as they are, and a descriptor is inherited where it is asked for")
  func arguments() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var process = try ChildProcess(
      program: "/bin/sh", arguments: ["-c", "printf '%s|' \"$@\" >&3", "x", "a b", "", "$c"],
      inheriting: descriptor)
    #expect(try wait(&process) == .exited(0))
    #expect(FileManager.default.contents(atPath: path) == Data("a b||$c|".utf8))
  }

  @Test("programs are found in the folders of PATH, absolute ones only")
  func found() {
    let none = InstalledPrograms.path(of: "sh", environment: ["PATH": "/nowhere:bin:."])
    #expect(none == nil)
    #expect(InstalledPrograms.path(of: "sh", environment: ["PATH": "/nowhere:/bin"]) == "/bin/sh")
    #expect(InstalledPrograms.path(of: "no-such-program", environment: [:]) == nil)
  }
}

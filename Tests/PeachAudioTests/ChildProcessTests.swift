import Foundation
import PeachServices
import Testing

@Suite("Child processes")
struct ChildProcessTests {
  private func wait(_ process: inout ChildProcess) throws -> ChildProcess.Ending {
    for _ in 0..<2000 {
      if let ending = process.poll() { return ending }
      Pause.milliseconds(5)
    }
    throw CancellationError()
  }

  @Test("The exit status is a code or a signal")
  func endings() throws {
    for (script, expected): (String, ChildProcess.Ending) in [
      ("exit 0", .exited(0)), ("exit 22", .exited(22)), ("kill -9 $$", .killed(9)),
    ] {
      var process = try ChildProcess(program: "/bin/sh", arguments: ["-c", script])
      #expect(try wait(&process) == expected)
      #expect(process.poll() == expected)
    }
  }

  @Test("A running process ends when terminated, and with its owner")
  func ended() throws {
    let begun = ContinuousClock.now
    var process = try ChildProcess(program: "/bin/sleep", arguments: ["60"])
    #expect(process.poll() == nil)
    process.end()
    #expect(process.poll() == .killed(SIGTERM))
    do { _ = try ChildProcess(program: "/bin/sleep", arguments: ["60"]) }
    #expect(ContinuousClock.now - begun < .seconds(10))
  }

  @Test("A missing program is an error with its path")
  func missing() {
    #expect(throws: ChildProcessError.self) {
      _ = try ChildProcess(program: "/no/such/program", arguments: [])
    }
  }

  @Test("Arguments are passed unchanged, and descriptors are inherited on request")
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

  @Test("Programs are found in the absolute folders of PATH")
  func found() {
    let none = InstalledPrograms.path(of: "sh", environment: ["PATH": "/nowhere:bin:."])
    #expect(none == nil)
    #expect(InstalledPrograms.path(of: "sh", environment: ["PATH": "/nowhere:/bin"]) == "/bin/sh")
    #expect(InstalledPrograms.path(of: "no-such-program", environment: [:]) == nil)
  }
}

import Foundation
import TestEnvironment
import Testing

@Suite("peach web", .serialized)
struct WebTests {
  private static let curl = "/usr/bin/curl"

  @Test(
    "The page is served on this computer until the process ends",
    .enabled(
      if: OtherProgram.succeeds(["python3", "--version"])
        && FileManager.default.isExecutableFile(atPath: curl), "needs python3 and curl"))
  func serving() throws {
    let peach = try Peach()
    try peach.put("index.html", Array("<title>Peach</title>".utf8))
    let port = "\(Int.random(in: 20_000...60_000))"
    let server = try peach.start(
      ["web", "--port", port],
      environment: ["PEACH_WEB": peach.path("work"), "PATH": "/usr/bin:/bin"])
    defer { server.terminate() }
    let client = try peach.end(
      peach.start(
        [
          "--silent", "--retry", "50", "--retry-connrefused", "--retry-delay", "1",
          "http://localhost:\(port)/",
        ],
        number: 1, by: Self.curl), number: 1)
    #expect(client.status == 0 && client.output == "<title>Peach</title>")
    // Other computers have no access: the server listens on 127.0.0.1 only.
    let other = try peach.end(
      peach.start(["--silent", "http://127.0.0.2:\(port)/"], number: 2, by: Self.curl), number: 2)
    #expect(other.status == 7)
  }

  @Test("Without its files, and with an invalid port, the page is not served")
  func missing() throws {
    let peach = try Peach()
    let missing = try peach.run("web")
    #expect(missing.status == 1 && missing.errors.contains("./peach web"))
    #expect(try peach.run("web", "--port", "0").status == 2)
  }
}

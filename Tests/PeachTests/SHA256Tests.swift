import Foundation
import Peach
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  // The examples of NIST's "SHA256.pdf" and FIPS 180-2, appendix B.
  @Test(
    "The digest matches the examples of FIPS 180-2",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func examples(text: String, repeated: Int, expected: String) {
    var hash = SHA256()
    for _ in 0..<repeated { hash.update(Array(text.utf8)) }
    #expect(hash.hexDigest == expected)
    #expect(hash.digest.map { String(format: "%02x", $0) }.joined() == expected)
  }

  @Test("The digest does not depend on chunk length")
  func chunks() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 3) }
    let expected = bytes.withUnsafeBytes { SHA256(of: $0).hexDigest }
    for length in [1, 3, 55, 56, 63, 64, 65, 127, 128, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: length) {
        hash.update(Array(bytes[start..<min(start + length, bytes.count)]))
      }
      #expect(hash.hexDigest == expected)
    }
  }

  @Test(
    "The digest matches sha256sum for every length up to three blocks",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum"),
      "sha256sum is not installed"))
  func lengths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var expected: [String] = []
    var paths: [String] = []
    for length in 0...192 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
      let url = folder.appending(path: "\(length)")
      try Data(bytes).write(to: url)
      paths.append(url.path)
      expected.append(bytes.withUnsafeBytes { SHA256(of: $0).hexDigest })
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = paths
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(output.split(separator: "\n").map { String($0.prefix(64)) } == expected)
  }
}

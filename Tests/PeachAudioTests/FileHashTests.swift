import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite("SHA-256 of files")
struct FileHashTests {
  let user: UserFolder

  init() throws { user = try UserFolder() }

  // The examples of FIPS 180-2, appendix B.
  @Test(
    "The hash matches the examples of FIPS 180-2, for any file name",
    arguments: [
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func examples(text: String, count: Int, expected: String) throws {
    let bytes = [UInt8](String(repeating: text, count: count).utf8)
    for name in ["plain", "-c", "back\\slash", "new\nline"] {
      let path = try user.put(name, bytes)
      #expect(try FileHash.sha256(ofFileAt: path, environment: user.environment) == expected)
    }
  }

  @Test("A missing file or program is an error, and progress can cancel")
  func errors() throws {
    let missing = user.path + "/missing"
    #expect(throws: BankFetchError.cannotHash(path: missing)) {
      try FileHash.sha256(ofFileAt: missing, environment: user.environment)
    }
    let path = try user.put("file", [1])
    #expect(throws: BankFetchError.cannotHash(path: path)) {
      try FileHash.sha256(ofFileAt: path, environment: ["PATH": "/nowhere"])
    }
    let large = try user.put("large", [UInt8](repeating: 0, count: 300_000_000))
    #expect(throws: CancellationError.self) {
      try FileHash.sha256(ofFileAt: large, environment: user.environment) {
        throw CancellationError()
      }
    }
  }
}

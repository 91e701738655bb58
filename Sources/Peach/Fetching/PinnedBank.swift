/// A bank that can be fetched: where from, and what must arrive (L6).
///
/// The address may serve anything; only a file with this very hash is ever taken.
public struct PinnedBank: Hashable, Sendable, Codable {
  /// What to call it: `peach fetch <name>`.
  public var name: String
  /// What its file is called in the library.
  public var file: String
  /// Where it is: `https://…`; unencrypted only on this machine itself.
  public var address: String
  /// The SHA-256 of the file, 64 hexadecimal digits.
  public var sha256: String
  /// How many bytes the file has.
  public var byteCount: Int
  /// The licence it is under, by its SPDX name where it has one.
  public var licence: String
  /// Who made it, as its licence wants it said.
  public var attribution: String

  /// A bank of these parts.
  public init(
    name: String, file: String, address: String, sha256: String, byteCount: Int, licence: String,
    attribution: String
  ) {
    self.name = name
    self.file = file
    self.address = address
    self.sha256 = sha256
    self.byteCount = byteCount
    self.licence = licence
    self.attribution = attribution
  }

  /// What is wrong with it; nil where it can be fetched.
  var problem: String? {
    if name.isEmpty || file.isEmpty || file.hasPrefix(".") || file.contains("/") {
      return "its name or file name cannot be"
    }
    let digits = sha256.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    if sha256.utf8.count != 64 || !digits {
      return "its SHA-256 is not 64 small hexadecimal digits"
    }
    if byteCount <= 0 { return "its size is \(byteCount)" }
    if !address.hasPrefix("https://") && !isOnThisMachine {
      return "its address is not https"
    }
    if !address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return "its address is none" }
    return nil
  }

  /// True for addresses that never leave this machine.
  var isOnThisMachine: Bool { address.hasPrefix("http://127.0.0.1:") }
}

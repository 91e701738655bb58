import PeachTrialRecords

/// A downloadable bank with its hash. The server is not trusted: only a file with this hash is
/// accepted.
public struct PinnedBank: Hashable, Sendable, Encodable {
  /// The bank's name in the list.
  public var name: String
  /// The bank's file name in the library.
  public var file: String
  /// The URL: `https://…`, or `http://127.0.0.1:…`.
  public var address: String
  /// The SHA-256 of the file, 64 hexadecimal digits.
  public var sha256: String
  /// The size of the file in bytes.
  public var byteCount: Int
  /// The license, as an SPDX identifier if possible.
  public var license: String
  /// The attribution that the license requires.
  public var attribution: String

  /// Creates an entry.
  public init(
    name: String, file: String, address: String, sha256: String, byteCount: Int, license: String,
    attribution: String
  ) {
    self.name = name
    self.file = file
    self.address = address
    self.sha256 = sha256
    self.byteCount = byteCount
    self.license = license
    self.attribution = attribution
  }

  /// Reads an entry, whose keys are the names of the properties.
  ///
  /// - Throws: ``BankFetchError/unusableList(reason:)`` with the name of a missing or invalid one.
  init(_ json: JSONValue, number: Int) throws(BankFetchError) {
    func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(BankFetchError) -> Value
    {
      guard let value = json.object?[name].flatMap(read) else {
        throw .unusableList(reason: "Entry \(number) has no valid \"\(name)\".")
      }
      return value
    }
    self.init(
      name: try value("name") { $0.text }, file: try value("file") { $0.text },
      address: try value("address") { $0.text }, sha256: try value("sha256") { $0.text },
      byteCount: try value("byteCount") { $0.number.flatMap { Int(exactly: $0) } },
      license: try value("license") { $0.text }, attribution: try value("attribution") { $0.text })
  }

  /// The reason why the entry is invalid; `nil` if it is valid.
  var problem: String? {
    if name.isEmpty || file.isEmpty || file.hasPrefix(".") || file.contains("/") {
      return "Its name or file name is invalid."
    }
    let digits = sha256.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    if sha256.utf8.count != 64 || !digits {
      return "Its SHA-256 does not have 64 lowercase hexadecimal digits."
    }
    if byteCount <= 0 { return "Its size of \(byteCount) bytes is invalid." }
    if !address.hasPrefix("https://") && !isOnThisMachine { return "Its address is not https." }
    if !address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return "Its address is invalid." }
    return nil
  }

  var isOnThisMachine: Bool { address.hasPrefix("http://127.0.0.1:") }
}

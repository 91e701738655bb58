import PeachFileBytes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's settings on disk: one JSON file in the folder that the system has for it.
///
/// Not for the audio thread.
public struct SettingsFile: Sendable {
  /// Where it is.
  public let path: String

  /// The settings at a path.
  public init(path: String) { self.path = path }

  /// The settings where the XDG base directory specification puts them: in `XDG_CONFIG_HOME`, where
  /// that is an absolute path, else in `.config` of `HOME`. Throws ``SettingsError/noFolder``.
  public init(environment: [String: String]) throws(SettingsError) {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      path = folder + "/peach/settings.json"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.config/peach/settings.json"
    } else {
      throw .noFolder
    }
  }

  /// What is stored; the defaults where nothing is.
  ///
  /// Throws `FileError`, and ``SettingsError/notReadable(path:reason:)`` with the place where the
  /// file is not what it should be; nothing is changed then.
  public func load() throws -> Settings {
    let bytes: [UInt8]
    do {
      bytes = try FileAccess.read(path: path, limit: 1 << 20)
    } catch {
      if error.reason == .missing { return Settings() }
      throw error
    }
    do {
      return try JSONDecoder().decode(Settings.self, from: Data(bytes))
    } catch {
      throw SettingsError.notReadable(path: path, reason: Self.reason(error))
    }
  }

  /// Stores settings, all or nothing; makes the folder where it is missing. Throws `FileError`, and
  /// ``SettingsError`` for values that cannot be.
  public func store(_ settings: Settings) throws {
    try settings.check()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try [UInt8](encoder.encode(settings)) + [UInt8(ascii: "\n")]
    if let slash = path.lastIndex(of: "/") {
      try FileAccess.makeFolder(String(path[..<slash]))
    }
    try FileAccess.write(bytes, to: path)
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as SettingsError: return error.description
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}

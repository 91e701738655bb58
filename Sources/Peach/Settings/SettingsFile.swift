import PeachBankFiles
import PeachFileIO

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's settings file, in JSON. Call on any thread but the audio thread.
public struct SettingsFile: Sendable {
  /// The path of the file.
  public let path: String

  /// Creates a reference to the settings file at `path`.
  public init(path: String) { self.path = path }

  /// Creates a reference to the file in the user's XDG configuration folder: `XDG_CONFIG_HOME`, or
  /// `.config` in `HOME`.
  public init(environment: [String: String]) throws(SettingsError) {
    guard let folder = UserFolders.configuration(environment: environment) else { throw .noFolder }
    path = folder + "/settings.json"
  }

  /// Reads the settings. Returns the defaults if the file does not exist.
  ///
  /// - Throws: `FileError`, or ``SettingsError/notReadable(path:reason:)``.
  public func load() throws -> Settings {
    do {
      let bytes = try FileAccess.read(path: path, limit: 1 << 20)
      return try JSONDecoder().decode(Settings.self, from: Data(bytes))
    } catch let error as FileError {
      if error.reason == .missing { return Settings() }
      throw error
    } catch { throw SettingsError.notReadable(path: path, reason: Self.reason(error)) }
  }

  /// Writes the settings atomically, and creates the folder if necessary.
  ///
  /// - Throws: `FileError`, or ``SettingsError`` for invalid values.
  public func store(_ settings: Settings) throws {
    try settings.check()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try [UInt8](encoder.encode(settings)) + [UInt8(ascii: "\n")]
    try FileAccess.makeFolder(ofFileAt: path)
    try FileAccess.write(bytes, to: path)
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as SettingsError: return error.description
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      let location = context.codingPath.map(\.stringValue).joined(separator: ".")
      return location.isEmpty
        ? context.debugDescription : "\(location): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}

import PeachFileIO
import PeachTrialRecords

/// The user's settings file, in JSON. Call on any thread but the audio thread.
public struct SettingsFile: Sendable {
  /// The path of the file.
  public let path: String

  /// Creates a reference to the settings file at `path`.
  public init(path: String) { self.path = path }

  /// Creates a reference to the file in the user's configuration folder: `XDG_CONFIG_HOME`, or
  /// `.config` in `HOME`; on Apple's systems `Library/Application Support`.
  ///
  /// - Throws: ``SettingsError/noFolder``.
  public init() throws(SettingsError) { try self.init(environment: UserFolders.environment) }

  package init(environment: [String: String]) throws(SettingsError) {
    guard let folder = UserFolders.configuration(environment: environment) else { throw .noFolder }
    path = folder + "/settings.json"
  }

  /// Reads the settings. Returns the defaults if the file does not exist.
  ///
  /// - Throws: `FileAccessError`, or ``SettingsError/notReadable(path:reason:)``.
  public func load() throws -> PeachSettings {
    let contents = try contents()
    do throws(SettingsError) { return try PeachSettings(contents) } catch {
      throw SettingsError.notReadable(path: path, reason: error.description)
    }
  }

  /// Writes the settings atomically, and creates the folder if necessary. Keeps unknown keys.
  ///
  /// - Throws: `FileAccessError`, or ``SettingsError`` for invalid values or a file that is not
  ///   JSON.
  public func store(_ settings: PeachSettings) throws {
    try settings.check()
    var contents = try contents()
    for key in PeachSettings.Key.allCases { contents[key.rawValue] = settings.json(key) }
    try write(contents)
  }

  /// Changes one setting atomically, and keeps all other keys. Use a string, or a number as text.
  /// Banks are separated by line feeds.
  ///
  /// - Throws: `FileAccessError`, or ``SettingsError`` for an invalid value or a file that is not
  ///   JSON.
  public func set(_ key: PeachSettings.Key, to text: String) throws {
    switch key {
    case .soundSource, .device, .tuning, .tuningRoot, .keyboardMapping, .adaptive,
      .stretch, .tone:
      try change(key, to: .text(text))
    case .banks:
      let texts = text.split(separator: "\n").map { JSONValue.text(String($0)) }
      try change(key, to: .array(texts))
    case .referencePitch:
      guard let number = Double(text), number.isFinite else {
        throw SettingsError.malformed(name: key.rawValue, text: text, expected: "a number")
      }
      try change(key, to: .number(number))
    case .periodFrames, .bufferFrames:
      guard let number = Int(text) else {
        throw SettingsError.malformed(name: key.rawValue, text: text, expected: "an integer")
      }
      try change(key, to: .integer(Int64(number)))
    }
  }

  /// Restores the default of one setting, and keeps all other keys.
  ///
  /// - Throws: As ``set(_:to:)``.
  public func reset(_ key: PeachSettings.Key) throws { try change(key, to: nil) }

  /// Returns whether the file has a value for a setting.
  package func stores(_ key: PeachSettings.Key) throws -> Bool {
    try contents()[key.rawValue].map { $0 != .null } ?? false
  }

  private func change(_ key: PeachSettings.Key, to value: JSONValue?) throws {
    var contents = try contents()
    contents[key.rawValue] = value
    _ = try PeachSettings(contents)
    try write(contents)
  }

  /// Reads all keys of the file. Returns none if it does not exist.
  private func contents() throws -> [String: JSONValue] {
    let bytes: [UInt8]
    do throws(FileAccessError) {
      bytes = try FileAccess.read(path: path, limit: 1 << 20)
    } catch {
      if error.reason == .missing { return [:] }
      throw error
    }
    do throws(JSONError) {
      if let members = try JSONReader.value(bytes).object { return members }
    } catch {
      throw SettingsError.notReadable(path: path, reason: "Not JSON: \(error).")
    }
    throw SettingsError.notReadable(path: path, reason: "Not a JSON object.")
  }

  private func write(_ contents: [String: JSONValue]) throws {
    try FileAccess.makeFolder(ofFileAt: path)
    try FileAccess.write(Array(JSONText.indented(.object(contents)).utf8), to: path)
  }
}

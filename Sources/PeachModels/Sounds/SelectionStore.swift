package import PeachServices

/// The storage of the selected sound. An app supplies two functions, for its own store.
///
/// ```swift
/// SelectionStore(
///   load: { UserDefaults.standard.string(forKey: "sound") },
///   save: { UserDefaults.standard.set($0, forKey: "sound") })
/// ```
public struct SelectionStore: Sendable {
  /// Returns the stored text of a ``SoundSource``; `nil` if none is stored.
  public var load: @Sendable () throws -> String?
  /// Stores the text of a source.
  public var save: @Sendable (String) throws -> Void

  /// Creates a store.
  public init(
    load: @escaping @Sendable () throws -> String?,
    save: @escaping @Sendable (String) throws -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// The setting `soundSource` of the user, which the program `peach` uses too.
  public static var settings: SelectionStore {
    SelectionStore(
      load: { try SettingsFile().load().soundSource },
      save: { try SettingsFile().set(.soundSource, to: $0) })
  }

  /// The setting `soundSource` in a file of settings.
  package static func settings(_ file: SettingsFile) -> SelectionStore {
    SelectionStore(
      load: { try file.load().soundSource }, save: { try file.set(.soundSource, to: $0) })
  }
}

import PeachAudio

/// The sounds of an app, with names for a picker.
public struct SourceList: Sendable {
  public struct Item: Identifiable, Hashable, Sendable {
    /// The text to store.
    public var id: String
    public var name: String
  }

  private let library: SoundFontLibrary

  public init(_ library: SoundFontLibrary) { self.library = library }

  /// The sine wave, and all presets with pitches.
  public var items: [Item] {
    [Item(id: "\(SoundSource.sine)", name: "Sine wave")]
      + library.entries.filter(\.isPitched).map { entry in
        let source = SoundSource.preset(file: entry.file, entry.preset.identifier)
        return Item(id: "\(source)", name: entry.preset.name)
      }
  }

  /// Returns the player of an item.
  public func player(_ id: String, on engine: PlaybackEngine) throws -> ChannelPlayer {
    guard let source = SoundSource(id), source != .sine else {
      return try SineWaveNotePlayer(on: engine)
    }
    return try SoundFontNotePlayer(playing: library.preset(for: source), on: engine)
  }
}

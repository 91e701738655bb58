public import Observation
public import Peach

/// The sounds of an app's settings picker: the list, the selection, which is stored, and a message
/// if another sound has to replace it. Free of user interface.
///
/// ```swift
/// let library = SoundFontLibrary(folders: BankFolder.standard(environment: environment))
/// let model = SoundSourceModel(library: library, store: .settings(file))
/// Picker("Sound", selection: $model.selection) {
///   ForEach(model.items) { Text($0.name).tag($0.id) }
/// }
/// if let message = model.message { Text(message) }
/// ```
@MainActor @Observable
public final class SoundSourceModel {
  /// A sound that can be selected.
  public struct Item: Identifiable, Hashable, Sendable {
    /// The text of the ``SoundSource``, which is stored.
    public let id: String
    /// The name of the preset; "Sine wave" for the sine.
    public let name: String
    /// The file name of the bank; empty for the sine.
    public let bank: String
    /// Whether the keys play pitches, unlike those of percussion and effects.
    public let isPitched: Bool
  }

  /// The sine wave, then the presets of all banks.
  public private(set) var items: [Item] = []
  /// The source that plays: the selected one, or the sine if that is unavailable.
  public private(set) var source = SoundSource.sine
  /// Why another sound plays than the selected one, or why the selection is not stored; `nil` if
  /// neither is the case.
  public private(set) var message: String?
  private var stored = "\(SoundSource.sine)"
  @ObservationIgnored private var library: SoundFontLibrary
  @ObservationIgnored private let store: SelectionStore

  /// Creates a model that continues with the stored selection; the sine if none is stored.
  public init(library: SoundFontLibrary, store: SelectionStore) {
    self.library = library
    self.store = store
    listItems()
    do {
      stored = try store.load() ?? stored
      resolve()
    } catch {
      message = "The selected sound cannot be read. \(error)"
    }
  }

  /// The ``Item/id`` of the selected sound. Setting it stores it. A selection whose bank is missing
  /// is kept, so that it plays again once the bank is there.
  public var selection: String {
    get { stored }
    set {
      guard newValue != stored else { return }
      stored = newValue
      resolve()
      do { try store.save(newValue) } catch {
        message = "The selected sound cannot be stored. \(error)"
      }
    }
  }

  /// The selected item; `nil` if its bank is missing.
  public var selectedItem: Item? { items.first { $0.id == stored } }

  /// Lists the sounds of another library, such as after the import of a bank.
  public func reload(_ library: SoundFontLibrary) {
    self.library = library
    listItems()
    resolve()
  }

  /// Loads the sound for the players of a factory, so that the next note plays it. If that fails, a
  /// sine plays, and ``message`` is the reason.
  ///
  /// - Returns: Whether the selected sound plays.
  @discardableResult
  public func prepare(_ factory: NotePlayerFactory) async -> Bool {
    let requested = source
    factory.choose(requested)
    let isLoaded = await factory.prepare()
    // The user may have selected another sound while it was loaded.
    guard requested == source else { return isLoaded }
    if !isLoaded {
      source = .sine
      message = factory.problems.last { $0.source == requested }.map { "\($0)" }
    }
    return isLoaded && "\(source)" == stored
  }

  private func listItems() {
    var known: Set<String> = []
    let presets = library.entries.map { entry in
      Item(
        id: "\(SoundSource.preset(file: entry.file, entry.preset.identifier))",
        name: entry.preset.name, bank: entry.file, isPitched: entry.isPitched)
    }
    let sine = Item(id: "\(SoundSource.sine)", name: "Sine wave", bank: "", isPitched: true)
    // If two files share a name, the text refers to the first one.
    items = ([sine] + presets).filter { known.insert($0.id).inserted }
  }

  /// Finds the source that plays. A name, such as "cello", becomes the preset that it refers to.
  private func resolve() {
    message = nil
    source = .sine
    guard let selected = SoundSource(stored) else {
      message = "\(SettingsError.noSuchSource(stored)) Playing a sine wave instead."
      return
    }
    if selected == .sine { return }
    do {
      let preset = try library.preset(for: selected)
      let bank = library.banks.first { $0.bank.storage === preset.bank.storage }
      source = .preset(file: bank?.file.name, preset.preset.identifier)
      if case .named = selected { stored = "\(source)" }
    } catch {
      message = "\(error) Playing a sine wave instead."
    }
  }
}

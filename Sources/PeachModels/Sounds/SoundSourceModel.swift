public import Observation
public import PeachServices

/// The sounds of an app's settings picker: the list, the selection, which is stored, and a message
/// if another sound has to replace it. Free of user interface.
///
/// ```swift
/// let library = SoundFontLibrary(folders: BankFolder.standard())
/// let model = SoundSourceModel(library: library, store: .settings(file))
/// Picker("Sound", selection: $model.selection) {
///   ForEach(model.items) { Text($0.name).tag($0.id) }
/// }
/// if let message = model.message { Text(message) }
/// if let progress = model.progress { ProgressView(value: progress) }
/// ```
@MainActor @Observable
public final class SoundSourceModel {
  /// A sound that can be selected.
  public struct Item: Identifiable, Hashable, Sendable {
    /// The text of the ``SoundSource``, which is stored.
    public let id: String
    /// The name of the preset; that of the sine is in the model's language.
    public let name: String
    /// The file name of the bank; empty for the sine.
    public let bank: String
    /// The origin of the bank; `nil` for the sine.
    public let origin: BankFolder.Origin?
    /// Whether the keys play pitches, unlike those of percussion and effects.
    public let isPitched: Bool
  }

  /// The reason for ``message``.
  private enum Problem {
    case notRead(any Error)
    case notStored(any Error)
    case noSource(any Error)
  }

  /// The sine wave, then the presets of all banks.
  public private(set) var items: [Item] = []
  /// The source that plays: the selected one, or the sine if that is unavailable.
  public private(set) var source = SoundSource.sine
  /// The completed fraction of the preparation of the selected sound, 0…1; `nil` if none is in
  /// progress.
  public private(set) var progress: Double?
  /// Whether ``prepare(_:keys:)`` has prepared the selected sound, or the sine that replaces it.
  public private(set) var isReady = false
  /// The language of names and messages.
  public var language: ModelLanguage { didSet { listItems() } }
  private var problem: Problem?
  private var stored = "\(SoundSource.sine)"
  /// The keys of the source; `nil` for all keys.
  @ObservationIgnored private(set) var compass: ClosedRange<UInt8>?
  /// Called if the source that plays may have changed.
  @ObservationIgnored var sourceDidChange: [@MainActor () -> Void] = []
  @ObservationIgnored private var library: SoundFontLibrary
  @ObservationIgnored private let store: SelectionStore
  /// The number of preparations; only the last one reports its progress.
  @ObservationIgnored private var preparationCount = 0

  /// Creates a model that continues with the stored selection; the sine if none is stored.
  public init(
    library: SoundFontLibrary, store: SelectionStore, language: ModelLanguage = .english
  ) {
    self.library = library
    self.store = store
    self.language = language
    listItems()
    do {
      stored = try store.load() ?? stored
      resolve()
    } catch {
      problem = .notRead(error)
    }
  }

  /// Why another sound plays than the selected one, or why the selection is not stored; `nil` if
  /// neither is the case.
  public var message: String? {
    let texts = ModelTexts(language)
    return switch problem {
    case nil: nil
    case .notRead(let error): texts[.selectionNotRead, texts.message(error)]
    case .notStored(let error): texts[.selectionNotStored, texts.message(error)]
    case .noSource(let error): "\(texts.message(error)) \(texts[.playingSineInstead])"
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
      do { try store.save(newValue) } catch { problem = .notStored(error) }
    }
  }

  /// The selected item; `nil` if its bank is missing.
  public var selectedItem: Item? { items.first { $0.id == stored } }

  /// The name of the sound that plays.
  public var sourceName: String { items.first { $0.id == "\(source)" }?.name ?? "\(source)" }

  /// Lists the sounds of another library, such as after the import of a bank. The next
  /// ``prepare(_:keys:)`` passes it to the factory.
  public func reload(_ library: SoundFontLibrary) {
    self.library = library
    listItems()
    resolve()
  }

  /// Loads the sound for the players of a factory, so that the next note plays it. If that fails, a
  /// sine plays, and ``message`` is the reason. A sound that could not be loaded before is tried
  /// again.
  ///
  /// - Parameter keys: The keys whose notes are prepared before all others, such as
  ///   ``TrainerModel/keys``: they then start without a delay. `nil` for none.
  /// - Returns: Whether the selected sound plays.
  @discardableResult
  public func prepare(_ factory: NotePlayerFactory, keys: ClosedRange<UInt8>? = nil) async -> Bool {
    preparationCount += 1
    let number = preparationCount
    // A failed source is tried again.
    if case .noSource? = problem { resolve() }
    let requested = source
    factory.use(library)
    factory.choose(requested)
    notify()
    (isReady, progress) = (false, 0)
    let isLoaded: Bool
    if let keys {
      isLoaded = await factory.prepare(keys: keys) { fraction in
        Task { @MainActor [weak self] in self?.report(fraction, of: number) }
      }
    } else {
      isLoaded = await factory.prepare()
    }
    // The user may have selected another sound while it was loaded.
    guard number == preparationCount else { return isLoaded }
    (isReady, progress) = (!Task.isCancelled, nil)
    guard requested == source, !Task.isCancelled else { return isLoaded }
    if !isLoaded {
      (source, compass) = (.sine, nil)
      problem = factory.problems.last { $0.source == requested }.map { .noSource($0.error) }
      notify()
    }
    return isLoaded && "\(source)" == stored
  }

  private func report(_ fraction: Double, of number: Int) {
    if number == preparationCount, let progress { self.progress = max(progress, fraction) }
  }

  private func notify() { for body in sourceDidChange { body() } }

  private func listItems() {
    var known: Set<String> = []
    let presets = library.entries.map { entry in
      Item(
        id: "\(SoundSource.preset(file: entry.file, entry.preset.identifier))",
        name: entry.preset.name, bank: entry.file, origin: entry.origin,
        isPitched: entry.isPitched)
    }
    let sine = Item(
      id: "\(SoundSource.sine)", name: ModelTexts(language)[.sine], bank: "", origin: nil,
      isPitched: true)
    // If two files share a name, the text refers to the first one.
    items = ([sine] + presets).filter { known.insert($0.id).inserted }
  }

  /// Finds the source that plays. A name, such as "cello", becomes the preset that it refers to.
  private func resolve() {
    (problem, isReady) = (nil, false)
    (source, compass) = (.sine, nil)
    guard let selected = SoundSource(stored) else {
      problem = .noSource(SettingsError.noSuchSource(stored))
      return
    }
    if selected == .sine { return }
    do {
      let preset = try library.preset(for: selected)
      source =
        library.source(of: preset) ?? .preset(file: nil, preset.preset.identifier)
      compass = preset.compass
      if case .named = selected { stored = "\(source)" }
    } catch {
      problem = .noSource(error)
    }
  }
}

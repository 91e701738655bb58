public import Observation
public import PeachServices

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The sound banks of an app: a list with origins, import, removal, banks whose loading crashed the
/// app, and credits. Sounds of a ``SoundSourceModel`` follow each change. Free of user interface.
///
/// ```swift
/// let banks = BankLibraryModel(bundled: Bundle.main.resourcePath)
/// let sounds = SoundSourceModel(library: banks.library, store: store)
/// banks.sounds = sounds
/// await banks.importBank(at: url)                    // from the share sheet or Files
/// if let suspect = banks.suspects.first { … }        // ask: remove, or keep
/// ```
@MainActor @Observable
public final class BankLibraryModel {
  /// A bank in the list.
  public struct Bank: Identifiable, Hashable, Sendable {
    /// The path of the file.
    public let id: String
    /// The file name; of an imported instrument with separate samples, that of its folder.
    public let file: String
    /// The bank's own name, or the file name if it has none.
    public let name: String
    /// The origin.
    public let origin: BankFolder.Origin
    /// The number of presets.
    public let presetCount: Int
    /// Whether ``BankLibraryModel/remove(_:)`` can remove it: imported banks.
    public var isRemovable: Bool { origin == .user }
  }

  /// A bank whose loading crashed the app. It is skipped until the user answers.
  public struct Suspect: Identifiable, Hashable, Sendable {
    let load: InterruptedLoad
    /// The path of the file.
    public var id: String { load.path }
    /// The file name.
    public var file: String { load.file }
  }

  /// The state of an import.
  public enum ImportState: Hashable, Sendable {
    /// None was started.
    case idle
    /// In progress: the completed fraction, 0…1.
    case importing(file: String, fraction: Double)
    /// Imported, or already available if `isNew` is `false`.
    case imported(file: String, isNew: Bool, presetCount: Int)
    /// Not imported.
    case refused(BankImportRefusal)
    /// Canceled by the user. The library is unchanged.
    case canceled
  }

  /// The banks that can be played, in order of precedence.
  public private(set) var banks: [Bank] = []
  /// The banks whose loading crashed the app, for a dialog at the start.
  public private(set) var suspects: [Suspect] = []
  /// The state of the last import.
  public private(set) var importState = ImportState.idle
  /// A failure of a removal, or banks that cannot be read; `nil` if there is none.
  public private(set) var message: String?
  /// The language of messages.
  public var language: ModelLanguage
  /// The library, which is read again after each change.
  public private(set) var library: SoundFontLibrary
  /// The sounds that follow the library.
  @ObservationIgnored public weak var sounds: SoundSourceModel? {
    didSet { sounds?.reload(library) }
  }
  @ObservationIgnored private let environment: [String: String]
  @ObservationIgnored private let folders: [BankFolder]
  @ObservationIgnored private let sentinel: LoadSentinel
  @ObservationIgnored private var importing: Task<Bool, Never>?

  /// Creates a model of the banks of the app, those that the user has imported, and those of the
  /// system.
  ///
  /// - Parameter bundled: The folder of the app's own banks, such as `Bundle.main.resourcePath`.
  public convenience init(bundled: String? = nil, language: ModelLanguage = .english) {
    self.init(
      environment: ProcessInfo.processInfo.environment, bundled: bundled, language: language)
  }

  package convenience init(
    environment: [String: String], bundled: String? = nil, language: ModelLanguage = .english
  ) {
    self.init(
      environment: environment,
      folders: BankFolder.standard(environment: environment, bundled: bundled), language: language)
  }

  package init(
    environment: [String: String], folders: [BankFolder], language: ModelLanguage = .english
  ) {
    (self.environment, self.folders, self.language) = (environment, folders, language)
    sentinel = LoadSentinel(environment: environment)
    library = SoundFontLibrary(folders: folders, sentinel: sentinel)
    list()
  }

  /// Reads the library again, such as after the user has moved files.
  public func reload() {
    library = SoundFontLibrary(folders: folders, sentinel: sentinel)
    list()
    sounds?.reload(library)
  }

  private func list() {
    suspects = sentinel.interruptedLoads.map { Suspect(load: $0) }
    banks = library.banks.map { found in
      let name = found.bank.information.name
      return Bank(
        id: found.file.path, file: found.file.name, name: name.isEmpty ? found.file.name : name,
        origin: found.origin, presetCount: found.bank.presets.count)
    }
    let problem = library.problems.first { !($0.error is SuspectBankError) }
    message = problem.map { ModelTexts(language).message($0.error) }
  }

  // MARK: Import

  /// Checks a file and copies it into the user's library, with its samples if it refers to any, or
  /// the audio files of a folder. ``importState`` has progress and result. Uses the access that the
  /// system has granted to a URL of Files or the share sheet.
  ///
  /// - Parameter replacing: Whether to replace another bank of the same name.
  /// - Returns: Whether the bank is available now.
  @discardableResult
  public func importBank(at url: URL, replacing: Bool = false) async -> Bool {
    _ = await importing?.value
    let (path, environment) = (url.path, environment)
    let file = BankImportRefusal.name(path)
    importState = .importing(file: file, fraction: 0)
    let task = Task.detached { [weak self] in
      #if canImport(Darwin)
        let isScoped = url.startAccessingSecurityScopedResource()
        defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
      #endif
      do {
        let result = try UserLibrary(environment: environment).importBank(
          at: path, replacing: replacing
        ) { fraction in
          try Task.checkCancellation()
          Task { @MainActor in self?.report(fraction, of: file) }
        }
        await self?.finish(
          .imported(file: file, isNew: result.isNew, presetCount: result.presets.count))
        return true
      } catch is CancellationError {
        await self?.finish(.canceled)
      } catch {
        await self?.finish(.refused(BankImportRefusal(error, path: path)))
      }
      return false
    }
    importing = task
    return await task.value
  }

  /// Cancels the import in progress, which leaves the library unchanged.
  public func cancelImport() { importing?.cancel() }

  /// The message of ``importState``; `nil` if no import was started.
  public var importMessage: String? {
    let texts = ModelTexts(language)
    return switch importState {
    case .idle, .canceled: nil
    case .importing(let file, _): texts[.importing, file]
    case .imported(let file, let isNew, _): texts[isNew ? .imported : .alreadyImported, file]
    case .refused(let refusal): texts.message(refusal)
    }
  }

  private func report(_ fraction: Double, of file: String) {
    guard case .importing(file, let before) = importState, fraction > before else { return }
    importState = .importing(file: file, fraction: min(fraction, 1))
  }

  private func finish(_ state: ImportState) {
    importState = state
    if case .imported = state { reload() }
  }

  // MARK: Removal

  /// Removes an imported bank. A sound of it that plays is replaced by a sine wave.
  ///
  /// - Returns: Whether it was removed. If not, ``message`` is the reason.
  @discardableResult
  public func remove(_ bank: Bank) -> Bool {
    guard bank.isRemovable else { return false }
    // The instrument "Cello/Cello.sfz" has the folder "Cello".
    let name = bank.file.split(separator: "/").first.map { String($0) } ?? bank.file
    return change(named: bank.file) { try UserLibrary(environment: environment).remove(name) }
  }

  /// Removes the file of a bank whose loading crashed the app.
  ///
  /// - Returns: Whether it was removed. If not, ``message`` is the reason.
  @discardableResult
  public func remove(_ suspect: Suspect) -> Bool {
    change(named: suspect.file) { try suspect.load.removeBank() }
  }

  /// Loads a bank again whose loading crashed the app.
  public func keep(_ suspect: Suspect) {
    suspect.load.keepBank()
    reload()
  }

  private func change(named name: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      reload()
      return true
    } catch {
      let texts = ModelTexts(language)
      message = texts[.cannotRemove, name, texts.message(error)]
      return false
    }
  }

  // MARK: Credits

  /// The credits of all banks, for an Info screen.
  public var credits: [BankCredit] { library.banks.map { BankCredit($0) } }
}

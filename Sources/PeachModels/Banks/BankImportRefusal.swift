import PeachServices

/// The reason why a file was not imported.
public enum BankImportRefusal: Error, Hashable, Sendable {
  /// The file has none of the supported formats.
  case notBank(file: String)
  /// The file is damaged; `details` are the first findings, in English.
  case damaged(file: String, details: [String])
  /// None of the samples can be read.
  case noSamples(file: String)
  /// The instrument refers to files that cannot be imported with it.
  case needsOtherFiles(file: String)
  /// Another bank has this name. The import can replace it.
  case nameTaken(file: String)
  /// The storage is full.
  case noSpace(file: String)
  /// The file cannot be read, for example because access was not granted.
  case notReadable(file: String, details: String)
  /// The user has no folder for banks.
  case noFolder

  init(_ error: any Error, path: String) {
    let file = Self.name(path)
    switch error {
    case UserLibraryError.noFolder: self = .noFolder
    case UserLibraryError.needsOtherFiles: self = .needsOtherFiles(file: file)
    case UserLibraryError.nameTaken: self = .nameTaken(file: file)
    case UserLibraryError.refused(_, let findings):
      let errors = findings.filter { $0.severity == .error }
      self =
        errors.isEmpty
        ? .noSamples(file: file)
        : Self.isUnknownFormat(path)
          ? .notBank(file: file) : .damaged(file: file, details: errors.prefix(3).map { "\($0)" })
    case let error as BankFileError where error.reason.reason == .unknownFormat:
      self = .notBank(file: file)
    case let error as BankFileError: self = .damaged(file: file, details: ["\(error.reason)"])
    case let error as FileAccessError where error.reason == .full: self = .noSpace(file: file)
    default: self = .notReadable(file: file, details: "\(error)")
    }
  }

  private static func isUnknownFormat(_ path: String) -> Bool {
    do {
      _ = try SoundBank(contentsOf: path)
      return false
    } catch let error as BankFileError {
      return error.reason.reason == .unknownFormat
    } catch {
      return false
    }
  }

  /// Returns the last component of a path.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }
}

extension ModelTexts {
  /// Returns the message of a refusal.
  public func message(_ refusal: BankImportRefusal) -> String {
    switch refusal {
    case .notBank(let file): self[.refusedNotBank, file]
    case .damaged(let file, _): self[.refusedDamaged, file]
    case .noSamples(let file): self[.refusedNoSamples, file]
    case .needsOtherFiles(let file): self[.refusedOtherFiles, file]
    case .nameTaken(let file): self[.refusedNameTaken, file]
    case .noSpace(let file): self[.refusedNoSpace, file]
    case .notReadable(let file, _): self[.refusedNotReadable, file]
    case .noFolder: self[.refusedNoFolder]
    }
  }
}

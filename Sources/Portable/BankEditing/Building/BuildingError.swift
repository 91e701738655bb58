/// Why a bank cannot be built as asked, or a recording not be used.
public enum BuildingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A recording that has to be left out.
  case unusable(file: String, reason: String)
  /// A preset whose folders have no file that its patterns match.
  case noFiles(preset: String, folders: [String])
  /// A preset of whose recordings none can be used.
  case nothingLeft(preset: String)
  /// A preset with layers of which some are numbers and some are words.
  case mixedLayers(preset: String, first: String, second: String)

  /// What is wrong, without the file's name where it is about a file.
  public var reason: String {
    if case .unusable(_, let reason) = self { return reason }
    return description
  }

  /// A sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .unusable(let file, let reason): "\(file): \(reason)"
    case .noFiles(let preset, let folders):
      "preset ‘\(preset)’ has no recordings: no file in \(folders.joined(separator: ", ")) "
        + "is meant by its lines"
    case .nothingLeft(let preset): "of the recordings of preset ‘\(preset)’ none can be used"
    case .mixedLayers(let preset, let first, let second):
      "preset ‘\(preset)’ has layers by words and by numbers: \(first) and \(second)"
    }
  }
}

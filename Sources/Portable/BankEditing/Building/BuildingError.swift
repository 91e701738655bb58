/// An error of ``BuiltBank`` or ``RecordingPreparation``.
package enum BuildingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A recording that cannot be used.
  case unusable(file: String, reason: String)
  /// A preset whose folders contain no matching file.
  case noFiles(preset: String, folders: [String])
  /// A preset without a usable recording.
  case nothingLeft(preset: String)
  /// A preset with both numbered layers and dynamics such as `mf`.
  case mixedLayers(preset: String, first: String, second: String)

  /// The message, without the name of an unusable file.
  package var reason: String {
    if case .unusable(_, let reason) = self { return reason }
    return description
  }

  /// A user-facing message without a full stop.
  package var description: String {
    switch self {
    case .unusable(let file, let reason): "\(file): \(reason)"
    case .noFiles(let preset, let folders):
      "Preset \"\(preset)\" has no recordings: no file in \(folders.joined(separator: ", ")) "
        + "matches its patterns"
    case .nothingLeft(let preset): "Preset \"\(preset)\" has no usable recordings"
    case .mixedLayers(let preset, let first, let second):
      "Preset \"\(preset)\" mixes numbered layers and dynamics: \(first) and \(second)"
    }
  }
}

import PeachInstrumentModel

/// The result of a search for a file.
package enum SampleSearchResult: Hashable, Sendable {
  case found(path: String)
  /// The file does not exist at any of these paths.
  case missing(tried: [String])
  /// The path is outside the folders that may be read.
  case refused(path: String)
  /// The path is outside the folders, and the file there is neither audio nor SFZ text.
  case unsuitable(path: String)

  /// Returns a user-facing message about an unavailable file; `nil` if the file was found.
  package func problem(with reference: String) -> String? {
    switch self {
    case .found: nil
    case .missing(let tried):
      "\(quoted: reference) was not found at "
        + tried.map { String(shortening: $0) }.joined(separator: ", ") + "."
    case .refused(let path):
      "\(quoted: reference) is at \(shortened: path), outside the folders for samples."
    case .unsuitable(let path):
      "\(quoted: reference) is at \(shortened: path), outside the folders for samples, and is not "
        + "an audio file or SFZ text."
    }
  }
}

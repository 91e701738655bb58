/// What became of the search for a file that an instrument names.
public enum SampleSearchResult: Hashable, Sendable {
  /// It is here.
  case found(path: String)
  /// It is in none of these places.
  case missing(tried: [String])
  /// The only place for it is outside the folders that may be read.
  case refused(path: String)

  /// A sentence for people about a file that cannot be had; nil where it was found.
  public func complaint(about reference: String) -> String? {
    switch self {
    case .found: nil
    case .missing(let tried):
      "‘\(reference)’ is not there; tried \(tried.joined(separator: ", "))."
    case .refused(let path):
      "‘\(reference)’ would be \(path), outside the instrument's folder and those added to it."
    }
  }
}

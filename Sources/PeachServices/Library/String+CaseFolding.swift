extension String {
  /// The text for comparison without case: Unicode's full case folding, by the mappings to upper
  /// and then to lower case. "Große Flöte" and "GROSSE FLÖTE" are equal.
  package var caseFolded: String { uppercased().lowercased() }
}

/// A key of a dictionary, hashed once. The entries of many dictionaries may share one long key, so
/// that hashing it for each of them would take time in proportion to their product.
package struct PropertyListKey: Hashable, Sendable {
  package let text: String
  private let digest: Int

  package init(_ text: String) {
    self.text = text
    var hasher = Hasher()
    hasher.combine(text)
    digest = hasher.finalize()
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  package static func == (left: PropertyListKey, right: PropertyListKey) -> Bool {
    // Strings that share storage compare in constant time.
    left.digest == right.digest && left.text == right.text
  }
}

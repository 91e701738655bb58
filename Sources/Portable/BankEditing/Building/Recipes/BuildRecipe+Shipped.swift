extension BuildRecipe {
  /// The recipes in Peach, by name.
  package static var shipped: [(name: String, text: String)] {
    [
      ("peach-orchestra", peachOrchestra), ("salamander", salamander), ("iowa", iowa),
      ("sonatina", sonatina),
    ]
  }

  /// Returns the text of a recipe in Peach.
  package static func shipped(_ name: String) -> String? {
    shipped.first { $0.name == name }?.text
  }
}

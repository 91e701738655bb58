extension Float {
  /// The value brought within a range; what is not a number becomes the least.
  func within(_ least: Float, _ most: Float) -> Float {
    self >= least ? (self <= most ? self : most) : least
  }
}

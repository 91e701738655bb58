extension Float {
  /// Returns the value clamped to a range; NaN becomes the minimum.
  func clamped(_ minimum: Float, _ maximum: Float) -> Float {
    self >= minimum ? (self <= maximum ? self : maximum) : minimum
  }
}

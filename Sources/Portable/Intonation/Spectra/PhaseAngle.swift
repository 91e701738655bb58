/// The phases of complex values, bit-identical on every platform.
enum PhaseAngle {
  /// Returns the phases in cycles, −0.5…0.5, accurate to 2·10⁻¹¹; 0 for a value of 0.
  @inline(__always)
  static func cycles(_ real: SIMD4<Double>, _ imaginary: SIMD4<Double>) -> SIMD4<Double> {
    let zero = SIMD4<Double>.zero
    let across = real.replacing(with: zero - real, where: real .< zero)
    let up = imaginary.replacing(with: zero - imaginary, where: imaginary .< zero)
    let isSteep = up .> across
    let low = up.replacing(with: across, where: isSteep)
    let high = across.replacing(with: up, where: isSteep)
    // Reduces the argument to ±tan(π/8): atan(q) = π/4 + atan((q − 1) / (q + 1)).
    let isLarge = low .> high * 0.41421356237309503
    let top = low.replacing(with: low - high, where: isLarge)
    let bottom = high.replacing(with: low + high, where: isLarge)
    let tangent = top / bottom.replacing(with: SIMD4(repeating: 1), where: bottom .== zero)
    let square = tangent * tangent
    // The series of the arc tangent; the first omitted term is below 10⁻¹⁰ radians.
    var sum = SIMD4<Double>(repeating: 1.0 / 21)
    sum = 1.0 / 19 - sum * square
    sum = 1.0 / 17 - sum * square
    sum = 1.0 / 15 - sum * square
    sum = 1.0 / 13 - sum * square
    sum = 1.0 / 11 - sum * square
    sum = 1.0 / 9 - sum * square
    sum = 1.0 / 7 - sum * square
    sum = 1.0 / 5 - sum * square
    sum = 1.0 / 3 - sum * square
    sum = 1.0 - sum * square
    var angle = sum * tangent * 0.15915494309189535
    angle.replace(with: angle + 0.125, where: isLarge)
    angle.replace(with: 0.25 - angle, where: isSteep)
    angle.replace(with: 0.5 - angle, where: real .< zero)
    angle.replace(with: zero - angle, where: imaginary .< zero)
    return angle
  }
}

/// Prime numbers, as delay lengths whose echoes do not coincide.
enum PrimeNumber {
  /// Returns the first prime from `number` on, which must be below 4 · 10⁹.
  static func first(from number: Int) -> Int {
    var candidate = UInt32(max(number, 3)) | 1
    while !isPrime(candidate) { candidate &+= 2 }
    return Int(candidate)
  }

  /// For odd numbers from 3 on.
  private static func isPrime(_ number: UInt32) -> Bool {
    var divisor: UInt32 = 3
    while divisor &* divisor <= number {
      if number % divisor == 0 { return false }
      divisor &+= 2
    }
    return true
  }
}

/// Prime numbers, as lengths of delay lines whose echoes shall not fall together.
enum PrimeNumber {
  /// The least prime that is not below `number`, which must be below four thousand million.
  static func least(from number: Int) -> Int {
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

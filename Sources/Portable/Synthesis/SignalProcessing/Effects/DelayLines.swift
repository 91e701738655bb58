internal import CDSPKernels

/// Delay lines of equal length, contiguous each, so that a run of frames is read as one buffer.
struct DelayLines: BitwiseCopyable {
  /// The gap between lines, so that equal indices do not fall into the same set of the cache.
  private static var gap: Int { Int(peach_line_gap) }

  private let memory: UnsafeMutablePointer<Float>
  /// The length of a line, in frames: a power of two.
  let capacity: Int
  private(set) var writeIndex = 0

  init(_ memory: inout EffectArena, count: Int, capacity: Int) {
    self.capacity = capacity
    self.memory = memory.allocateFrames(count * (capacity + Self.gap))
  }

  /// Returns the memory needed, in vectors of four floats.
  static func vectors(count: Int, capacity: Int) -> Int { count * (capacity + gap) / 4 }

  /// The distance between two lines, in floats.
  var stride: Int { capacity &+ Self.gap }

  @inline(__always) func line(_ line: Int) -> UnsafeMutablePointer<Float> {
    memory + line &* stride
  }

  /// Returns the index of the frame `delay` frames before the one written `ahead` frames from now.
  @inline(__always) func index(delay: Int, ahead: Int = 0) -> Int {
    (writeIndex &+ ahead &- delay) & (capacity &- 1)
  }

  mutating func advance(_ count: Int) { writeIndex = (writeIndex &+ count) & (capacity &- 1) }
}

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

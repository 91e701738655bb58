import Synchronization
import Testing

@testable import PeachAudioOutput

@Suite("Audio thread")
struct AudioThreadTests {
  /// Denormals passed at run time, so that the compiler cannot fold them.
  private final class Numbers: Sendable {
    private let smallBits = Atomic<UInt32>(Float.leastNormalMagnitude.bitPattern)
    private let tinyBits = Atomic<UInt32>(Float.leastNonzeroMagnitude.bitPattern)
    let product = Atomic<UInt32>(1)
    let sum = Atomic<UInt32>(1)

    var small: Float { Float(bitPattern: smallBits.load(ordering: .relaxed)) }
    var tiny: Float { Float(bitPattern: tinyBits.load(ordering: .relaxed)) }
  }

  @Test("Denormals are flushed to zero on the audio thread only")
  func flushToZero() throws {
    let numbers = Numbers()
    let thread = try AudioThread {
      AudioThread.flushToZero()
      numbers.product.store((numbers.small * 0.25).bitPattern, ordering: .relaxed)
      numbers.sum.store((numbers.tiny * 1e30).bitPattern, ordering: .relaxed)
    }
    thread.join()
    #expect(numbers.product.load(ordering: .relaxed) == 0)
    #expect(numbers.sum.load(ordering: .relaxed) == 0)
    #expect(numbers.small * 0.25 > 0 && numbers.tiny * 1e30 > 0)
  }
}

import Foundation
import PeachMusicUnits
import Testing

@Suite("Elementary functions")
struct ExponentialTests {
  @Test("exp2 is within 2 ulp of the C library for all normal numbers")
  func exponential() {
    for step in -102_200...102_399 {
      let x = Double(step) / 100 + 0.003_1
      let expected = Foundation.exp2(x)
      #expect(abs(Exponential.exp2(x) - expected) <= 2 * expected.ulp, "at \(x)")
    }
    #expect(Exponential.exp2(10) == 1024)
    #expect(Exponential.exp2(-1023) == 0)
    #expect(Exponential.exp2(1024) == .infinity)
    #expect(Exponential.exp2(.nan).isNaN)
  }

  @Test("log2 is within 2 ulp of the C library, including denormals")
  func logarithm() {
    for step in -107_300...102_399 {
      let x = Foundation.exp2(Double(step) / 100) * 1.000_7
      let expected = Foundation.log2(x)
      // Near 1 the logarithm is near zero; the error is relative to the argument there.
      let tolerance = max(2 * expected.ulp, 2 * Double.ulpOfOne * abs(x - 1))
      #expect(abs(Exponential.log2(x) - expected) <= tolerance, "at \(x)")
    }
    #expect(Exponential.log2(880.0 / 440.0) == 1)
    #expect(Exponential.log2(0) == -.infinity)
    #expect(Exponential.log2(-1) == -.infinity)
    #expect(Exponential.log2(.infinity) == .infinity)
    #expect(Exponential.log2(.nan).isNaN)
  }

  @Test("Sine and cosine are exact at quarter cycles, and accurate in between")
  func circle() {
    for (quarter, expected) in [(0.0, 1.0), (1, 0), (0, -1), (-1, 0)].enumerated() {
      for turn in [-1_000_000.0, -1, 0, 3, 4096] {
        let (sine, cosine) = Exponential.sineAndCosine(cycles: turn + Double(quarter) / 4)
        #expect(sine == expected.0 && cosine == expected.1)
      }
    }
    for step in 0..<10_000 {
      let turns = Double(step) / 10_000
      let (sine, cosine) = Exponential.sineAndCosine(cycles: turns)
      // The C library takes radians, whose rounding error is up to 4.5e-16 near a full cycle.
      #expect(abs(sine - Foundation.sin(2 * Double.pi * turns)) < 1e-15)
      #expect(abs(cosine - Foundation.cos(2 * Double.pi * turns)) < 1e-15)
    }
    #expect(Exponential.sineAndCosine(cycles: .nan) == (0, 1))
    #expect(Exponential.sineAndCosine(cycles: 1e300) == (0, 1))
  }

  @Test("The tangent of an eighth of a cycle is 1, and finite next to a quarter cycle")
  func tangent() {
    #expect(abs(Exponential.tangent(cycles: 0.125) - 1) < 1e-15)
    #expect(Exponential.tangent(cycles: 0.25).isFinite)
  }
}

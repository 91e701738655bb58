import PeachEarTraining
import Testing

@Suite("Random numbers")
struct RandomSourceTests {
  @Test("they are SplitMix64's, as its authors' program gives them for the seed 0")
  func published() {
    var random = RandomSource(seed: 0)
    #expect(random.next() == 0xE220_A839_7B1D_CDAF)
    #expect(random.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(random.next() == 0x06C4_5D18_8009_454F)
  }

  @Test("fractions are even, normal numbers have mean 0 and variance 1; streams differ")
  func moments() {
    var random = RandomSource(seed: 5)
    let count = 20_000
    let fractions = (0..<count).map { _ in random.fraction() }
    #expect(fractions.allSatisfy { $0 >= 0 && $0 < 1 })
    #expect(abs(fractions.reduce(0, +) / Double(count) - 0.5) < 0.01)
    let normals = (0..<count).map { _ in random.normal() }
    #expect(abs(normals.reduce(0, +) / Double(count)) < 0.03)
    #expect(abs(normals.reduce(0) { $0 + $1 * $1 } / Double(count) - 1) < 0.05)
    #expect(abs(Double((0..<count).count { _ in random.coin() }) / Double(count) - 0.5) < 0.02)
    var one = RandomSource(seed: 5, stream: 1)
    var other = RandomSource(seed: 5, stream: 2)
    #expect(one.next() != other.next())
    #expect(Set((0..<200).map { _ in random.index(below: 3) }) == [0, 1, 2])
  }
}

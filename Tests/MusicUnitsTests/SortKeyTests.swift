import PeachMusicUnits
import Testing

@Suite("Sort keys")
struct SortKeyTests {
  /// Elements with equal first values, whose order shows what decided it.
  private static let elements: [(number: Double, rank: Int, position: Int)] = {
    var random = SplitMix64(seed: 1)
    let numbers = [
      -.infinity, -1e300, -2.5, -1, -Double.leastNonzeroMagnitude, -0.0, 0, 1e-300, 1, 2.5, 1e300,
      .infinity,
    ]
    return (0..<2000).map { position in
      let bits = random.next()
      return (numbers[Int(bits % UInt64(numbers.count))], Int(bits >> 32 % 3) - 1, position)
    }
  }()

  @Test("Numbers are sorted as by comparison; equal ones, zeros too, keep their order")
  func numbers() {
    let sorted = Self.elements.sorted(byKey: { SortKey($0.number) })
    for (former, next) in zip(sorted, sorted.dropFirst()) {
      #expect(former.number <= next.number)
      if former.number == next.number { #expect(former.position < next.position) }
    }
    #expect(sorted.map(\.position).sorted() == Array(Self.elements.indices))
  }

  @Test("The second integer decides between equal first ones")
  func pairs() {
    let keys = Self.elements.map { (first: Int64($0.rank) << 40, second: -$0.position / 7) }
    let sorted = keys.indices.sorted(byKey: { SortKey(keys[$0].first, keys[$0].second) })
    for (former, next) in zip(sorted, sorted.dropFirst()) {
      let (left, right) = (keys[former], keys[next])
      #expect((left.first, left.second, former) < (right.first, right.second, next))
    }
  }

  @Test("Texts and numbers are in the order of the standard library, whatever their number")
  func textsAndNumbers() {
    var random = SplitMix64(seed: 1)
    for count in 0..<64 {
      // Few letters: prefixes and equal texts are frequent.
      let texts = (0..<count).map { _ in
        (0..<random.next() % 4).map { _ in ["a", "b", "é", "𝄞"][Int(random.next() % 4)] }.joined()
      }
      #expect(texts.sortedTexts() == texts.sorted())
      let numbers = (0..<count).map { _ in Int(truncatingIfNeeded: random.next()) >> 58 }
      #expect(numbers.sortedNumbers() == numbers.sorted())
    }
  }

  @Test("A key is inserted once")
  func insertion() {
    var keys = KeyedArray<String, Bool>()
    #expect(keys.insert("a") && keys.insert("b") && !keys.insert("a") && keys.keys == ["a", "b"])
  }
}

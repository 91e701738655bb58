import PeachMusicUnits
import Testing

@Suite struct KeyedArrayTests {
  /// Keys with few hash values, so that many share one.
  private struct Key: Hashable {
    var number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
  }

  @Test func behavesLikeADictionary() {
    var array = KeyedArray<Key, Int>()
    var dictionary: [Key: Int] = [:]
    var random = SplitMix64(seed: 1)
    for step in 0..<2000 {
      let key = Key(number: Int(random.next() % 97))
      switch random.next() % 3 {
      case 0:
        array.setValue(step, for: key)
        dictionary[key] = step
      case 1:
        array[key, default: -1] += step
        dictionary[key, default: -1] += step
      default: #expect(array[key, default: 7] == dictionary[key, default: 7])
      }
      #expect(array[key] == dictionary[key])
      #expect(array.count == dictionary.count && array.isEmpty == dictionary.isEmpty)
    }
    #expect(Dictionary(uniqueKeysWithValues: zip(array.keys, array.values)) == dictionary)
    #expect(
      array.pairs.map { $0.key } == array.keys && array.pairs.map { $0.value } == array.values)
  }

  @Test func keepsTheOrderOfKeys() {
    var counts = KeyedArray<String, Int>()
    for name in ["oboe", "tuba", "oboe", "flute"] { counts[name, default: 0] += 1 }
    counts.setValue(5, for: "tuba")
    #expect(counts.keys == ["oboe", "tuba", "flute"])
    #expect(counts.values == [2, 5, 1])
    #expect(counts["harp"] == nil)
  }

  @Test func equalsInAnyOrder() {
    func array(_ pairs: [(String, Int)]) -> KeyedArray<String, Int> {
      var array = KeyedArray<String, Int>()
      for (key, value) in pairs { array.setValue(value, for: key) }
      return array
    }
    let (first, second) = (array([("a", 1), ("b", 2)]), array([("b", 2), ("a", 1)]))
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(first != array([("a", 1)]))
    #expect(first != array([("a", 1), ("b", 3)]))
    #expect(first != array([("a", 1), ("c", 2)]))
  }

  @Test func hasANilValueThatIsKnown() {
    var known = KeyedArray<String, Int?>()
    known.setValue(nil, for: "missing")
    #expect(known["missing"] == .some(nil))
    #expect(known["other"] == nil)
  }
}

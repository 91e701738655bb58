/// Values in the order in which their keys were added, found by key like those of a dictionary.
///
/// The hash table of the standard library's dictionary is compiled for each type of key and value.
/// Keyed arrays share that of `[Int: Int]`, which keeps programs for browsers small. No key can be
/// removed.
///
/// ```swift
/// var counts = KeyedArray<String, Int>()
/// for name in ["oboe", "tuba", "oboe"] { counts[name, default: 0] += 1 }
/// counts["oboe"]  // 2
/// counts.keys     // ["oboe", "tuba"]
/// ```
package struct KeyedArray<Key: Hashable, Value> {
  package private(set) var keys: [Key] = []
  package private(set) var values: [Value] = []
  private var chains = HashChains()

  /// Creates an empty array.
  package init() {}

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }
  package var pairs: [(key: Key, value: Value)] {
    keys.indices.map { (keys[$0], values[$0]) }
  }

  /// The value of a key; `nil` if the key has not been added.
  package subscript(key: Key) -> Value? {
    index(of: key, hash: key.hashValue).map { values[$0] }
  }

  /// The value of a key, which is added with `defaultValue` if it is changed.
  package subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value {
    get { self[key] ?? defaultValue() }
    _modify {
      let hash = key.hashValue
      let known = index(of: key, hash: hash)
      if known == nil { append(key, defaultValue(), hash: hash) }
      yield &values[known ?? values.count - 1]
    }
  }

  /// Adds a key, or changes its value.
  package mutating func setValue(_ value: Value, for key: Key) {
    let hash = key.hashValue
    if let index = index(of: key, hash: hash) {
      values[index] = value
    } else {
      append(key, value, hash: hash)
    }
  }

  private func index(of key: Key, hash: Int) -> Int? {
    var next = chains.last(withHash: hash)
    while let index = next, keys[index] != key { next = chains.index(before: index) }
    return next
  }

  private mutating func append(_ key: Key, _ value: Value, hash: Int) {
    chains.append(hash: hash)
    keys.append(key)
    values.append(value)
  }
}

/// The indices of keys by their hash values.
private struct HashChains: Sendable {
  /// The last index with a hash value.
  private var last: [Int: Int] = [:]
  /// For each index the one before it with the same hash value, or −1.
  private var previous: [Int] = []

  @inline(never)
  func last(withHash hash: Int) -> Int? { last[hash] }

  @inline(never)
  func index(before index: Int) -> Int? { previous[index] < 0 ? nil : previous[index] }

  @inline(never)
  mutating func append(hash: Int) {
    let count = previous.count
    previous.append(last.updateValue(count, forKey: hash) ?? -1)
  }
}

/// A set, as an array whose values say that their keys are in it.
extension KeyedArray where Value == Bool {
  /// Adds a key. Returns whether it is new.
  package mutating func insert(_ key: Key) -> Bool {
    if self[key] != nil { return false }
    setValue(true, for: key)
    return true
  }
}

extension KeyedArray: Sendable where Key: Sendable, Value: Sendable {}

/// Arrays are equal if they have the same keys and values, in any order.
extension KeyedArray: Equatable where Value: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.keys.allSatisfy { right[$0] == left[$0] }
  }
}

extension KeyedArray: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) {
    // The same in any order.
    hasher.combine(
      keys.indices.reduce(0) { $0 ^ keys[$1].hashValue ^ (values[$1].hashValue &* 31) })
  }
}

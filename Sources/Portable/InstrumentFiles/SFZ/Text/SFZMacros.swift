import PeachMusicUnits

/// The macros of an SFZ file (`#define $KEY 36`), expanded wherever their names occur.
struct SFZMacros {
  private var values = KeyedArray<[UInt8], [UInt8]>()
  private var names = NameTree()
  /// The total size of all expansions, in bytes, and its limit.
  private(set) var expandedBytes = 0
  var expansionLimit = 0

  /// Whether the expansions exceed the limit.
  var isExhausted: Bool { expandedBytes > expansionLimit }

  /// Defines or redefines a macro. Macros in its value are expanded now, so none can contain
  /// itself. Values beyond the limit are truncated.
  mutating func define(_ name: [UInt8], as value: [UInt8]) {
    guard name.count > 1, name[0] == 0x24, name.count <= 128 else { return }
    if values[name] == nil {
      guard values.count < SFZLimits.macroCount else { return }
      names.insert(name)
    }
    values.setValue(Array(expand(value).prefix(SFZLimits.macroBytes)), for: name)
  }

  /// Returns the text with its macros expanded; at each `$` the longest matching name applies.
  mutating func expand(_ text: [UInt8]) -> [UInt8] {
    guard !values.isEmpty, text.contains(0x24) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == 0x24, !isExhausted, let length = names.longestName(at: index, in: text),
        let value = values[Array(text[index..<index + length])]
      else {
        result.append(text[index])
        index += 1
        continue
      }
      expandedBytes += value.count + 1
      result += value
      index += length
    }
    return result
  }
}

/// The names of macros by their bytes. A search reads each byte of the text once, without hashing.
private struct NameTree {
  private struct Node {
    var byte: UInt8
    var isName = false
    /// The first node of the following byte, and the next alternative to this one; 0 for none.
    var child: Int32 = 0
    var sibling: Int32 = 0
  }

  private var nodes = [Node(byte: 0)]

  mutating func insert(_ name: [UInt8]) {
    var node = 0
    for byte in name {
      if let next = child(of: node, byte) {
        node = next
        continue
      }
      nodes.append(Node(byte: byte, sibling: nodes[node].child))
      nodes[node].child = Int32(nodes.count - 1)
      node = nodes.count - 1
    }
    nodes[node].isName = true
  }

  /// Returns the length of the longest name at an index of a text; `nil` without one.
  func longestName(at start: Int, in text: [UInt8]) -> Int? {
    var node = 0
    var length: Int?
    for index in start..<text.count {
      guard let next = child(of: node, text[index]) else { break }
      node = next
      if nodes[node].isName { length = index + 1 - start }
    }
    return length
  }

  private func child(of node: Int, _ byte: UInt8) -> Int? {
    var next = Int(nodes[node].child)
    while next > 0 && nodes[next].byte != byte { next = Int(nodes[next].sibling) }
    return next > 0 ? next : nil
  }
}

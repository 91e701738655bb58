/// The elements of a list that many lists begin with, in shared storage, and those that follow.
struct InheritedList<Element: Hashable & Sendable>: Sendable {
  private let inherited: [Element]
  private var own: [Element] = []

  init(_ elements: [Element] = []) { inherited = elements }

  var isEmpty: Bool { inherited.isEmpty && own.isEmpty }
  var count: Int { inherited.count + own.count }
  /// A copy of all elements.
  var all: [Element] { inherited + own }
  /// A list that inherits the elements of this one.
  var heir: InheritedList { InheritedList(all) }

  mutating func append(_ element: Element) { own.append(element) }

  mutating func append(contentsOf elements: [Element]) { own += elements }

  /// Returns the first matching element; `nil` without one.
  func first(where matches: (Element) -> Bool) -> Element? {
    inherited.first(where: matches) ?? own.first(where: matches)
  }
}

extension InheritedList: Hashable {
  static func == (a: InheritedList, b: InheritedList) -> Bool {
    a.count == b.count && a.all == b.all
  }

  func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

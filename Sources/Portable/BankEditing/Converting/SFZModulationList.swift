/// The modulations of a region's opcodes by controllers, one for each opcode and controller.
struct SFZModulationList {
  struct Entry {
    let name: String
    let controller: Int
    /// The amount in the opcode's unit.
    fileprivate(set) var amount: Double
    /// The amounts relative to `amount` for 128 positions; empty for proportional ones.
    fileprivate(set) var curve: [Float]

    fileprivate var table: [Double] {
      curve.isEmpty
        ? (0..<128).map { amount * Double($0) / 127 } : curve.map { amount * Double($0) }
    }
  }

  private(set) var entries: [Entry] = []

  /// Adds a modulation. The amounts of the same opcode and controller are summed.
  mutating func add(_ name: String, _ controller: Int, _ amount: Double, curve: [Float] = []) {
    let curve = curve.count == 128 ? curve : []
    guard let index = index(name, controller) else {
      entries.append(Entry(name: name, controller: controller, amount: amount, curve: curve))
      return
    }
    let other = Entry(name: name, controller: controller, amount: amount, curve: curve)
    set(index, to: zip(entries[index].table, other.table).map { $0 + $1 })
  }

  /// Adds the amounts for 128 positions.
  mutating func add(_ name: String, _ controller: Int, table: [Double]) {
    if let index = index(name, controller) {
      return set(index, to: zip(entries[index].table, table).map { $0 + $1 })
    }
    entries.append(Entry(name: name, controller: controller, amount: 0, curve: []))
    set(entries.count - 1, to: table)
  }

  func uses(_ controller: Int) -> Bool { entries.contains { $0.controller == controller } }

  private func index(_ name: String, _ controller: Int) -> Int? {
    entries.firstIndex { $0.name == name && $0.controller == controller }
  }

  private mutating func set(_ index: Int, to table: [Double]) {
    let peak = table.reduce(0) { max($0, abs($1)) }
    let last = table.last ?? 0
    let isProportional = table.enumerated().allSatisfy {
      abs($1 - last * Double($0) / 127) <= 1e-6 * peak
    }
    entries[index].amount = isProportional ? last : peak
    entries[index].curve = isProportional ? [] : table.map { Float($0 / peak) }
  }
}

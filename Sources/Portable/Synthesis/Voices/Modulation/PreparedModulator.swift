import PeachInstrumentModel

/// A modulator ready to be evaluated: its numbers decoded, and known to be valid.
struct PreparedModulator: BitwiseCopyable {
  private let source: ModulationSource
  private let amountSource: ModulationSource
  private let amount: Float
  private let isAbsolute: Bool
  /// The generator moved; of no meaning where it feeds another modulator.
  let destination: UInt8
  /// True for the one that registered parameter 5 rescales: the wheel to the vibrato (§8.4.4).
  private let followsModulationDepth: Bool
  /// Where in its region's modulators those lie that feed it, and how many: none unless its source
  /// is a link.
  fileprivate(set) var firstFeeder: UInt16 = 0
  fileprivate(set) var feederCount: UInt16 = 0

  /// Nil for a modulator that the specification says to ignore (SoundFont 2.04 §8.2, §8.3).
  init?(_ modulator: Modulator) {
    let isFeeder = modulator.destination & 0x8000 != 0
    let generator = UInt8(exactly: modulator.destination).flatMap(Generator.init(rawValue:))
    guard isFeeder || generator != nil,
      let source = ModulationSource(modulator.source),
      let amountSource = ModulationSource(modulator.amountSource), !amountSource.isLink,
      modulator.transform == 0 || modulator.transform == 2
    else { return nil }
    self.source = source
    self.amountSource = amountSource
    amount = Float(modulator.amount)
    isAbsolute = modulator.transform == 2
    destination = generator?.rawValue ?? 0
    followsModulationDepth =
      modulator.source == 0x0081 && modulator.amountSource == 0
      && generator == .vibratoLFOToPitch
  }

  /// What it adds to its generator now, in the generator's unit.
  ///
  /// `all` are its region's modulators. One that is fed by links takes the sum of what feeds it as
  /// the value of its source, without a curve: what a modulator gives out has no known range
  /// (§8.2.1, §9.5.4).
  func value(_ inputs: ModulationInputs, all: UnsafePointer<PreparedModulator>) -> Float {
    var moved: Float = 0
    if source.isLink {
      let first = Int(firstFeeder)
      for index in first..<(first &+ Int(feederCount)) {
        moved += all[index].value(inputs, all: all)
      }
    } else {
      moved = source.value(inputs)
    }
    var value = amount * moved * amountSource.value(inputs)
    if followsModulationDepth { value *= inputs.modulationDepth }
    // A chain multiplies its amounts. What lies beyond all ranges stays finite, for of two
    // infinities there may be a difference, which is no number.
    value = min(max(value, -Self.largest), Self.largest)
    return isAbsolute && value < 0 ? -value : value
  }

  /// More than any generator's range, and so little that sums and products of it are finite.
  private static var largest: Float { 1_048_576 }

  /// True where it listens to a MIDI controller, or is scaled by it.
  func listens(to controller: UInt8) -> Bool {
    source.controller == controller || amountSource.controller == controller
  }
}

/// A region's modulators in the order in which they are evaluated: first those that move
/// generators, then those that feed others, each one's feeders side by side.
struct ModulatorOrder {
  private(set) var modulators: [PreparedModulator] = []
  /// How many of them move generators.
  private(set) var movingCount = 0
  /// More modulators than this in one region are left out; files have their own, lower limit.
  private static let limit = 4096

  /// Orders a region's modulators and leaves out those that cannot be used: a link to nothing, from
  /// nothing or in a circle.
  init(_ all: [Modulator]) {
    let list = Array(all.prefix(Self.limit))
    var feeders = [[Int]](repeating: [], count: list.count)
    var moving: [Int] = []
    for (index, modulator) in list.enumerated() {
      let target = Int(modulator.destination & 0x7FFF)
      if modulator.destination & 0x8000 == 0 {
        moving.append(index)
      } else if list.indices.contains(target) {
        feeders[target].append(index)
      }
    }
    // Breadth first from what moves generators: a circle is never reached.
    var waiting: [Int] = []
    for index in moving {
      guard let modulator = PreparedModulator(list[index]) else { continue }
      modulators.append(modulator)
      waiting.append(index)
    }
    movingCount = modulators.count
    var place = 0
    while place < waiting.count {
      modulators[place].firstFeeder = UInt16(modulators.count)
      for index in feeders[waiting[place]] {
        guard let modulator = PreparedModulator(list[index]) else { continue }
        modulators.append(modulator)
        waiting.append(index)
      }
      modulators[place].feederCount = UInt16(modulators.count) - modulators[place].firstFeeder
      place += 1
    }
  }
}

import PeachInstrumentModel

/// A valid modulator, decoded for evaluation.
struct PreparedModulator: BitwiseCopyable {
  private let source: ModulationSource
  private let amountSource: ModulationSource
  private let amount: Float
  private let isAbsolute: Bool
  /// The modulated generator; unused if the modulator is linked to another.
  let destination: UInt8
  /// Whether RPN 5 scales the modulator: modulation wheel to vibrato (§8.4.4).
  private let followsModulationDepth: Bool
  /// The range of linked modulators among the region's; empty unless the source is a link.
  fileprivate(set) var firstLinked: UInt16 = 0
  fileprivate(set) var linkedCount: UInt16 = 0

  /// Returns `nil` for a modulator that must be ignored (SoundFont 2.04 §8.2, §8.3).
  init?(_ modulator: Modulator) {
    let isLinked = modulator.destination & 0x8000 != 0
    let generator = UInt8(exactly: modulator.destination).flatMap(Generator.init(rawValue:))
    guard isLinked || generator != nil, let source = ModulationSource(modulator.source),
      let amountSource = ModulationSource(modulator.amountSource), !amountSource.isLink,
      modulator.transform == 0 || modulator.transform == 2
    else { return nil }
    self.source = source
    self.amountSource = amountSource
    amount = Float(modulator.amount)
    isAbsolute = modulator.transform == 2
    destination = generator?.rawValue ?? 0
    followsModulationDepth =
      modulator.source == 0x0081 && modulator.amountSource == 0 && generator == .vibratoLFOToPitch
  }

  /// Returns the offset of the generator, in its unit. The sum of linked modulators is the input of
  /// the source they are linked to (§8.2.1, §9.5.4); its full scale is 128.
  func value(_ inputs: ModulationInputs, all: UnsafePointer<PreparedModulator>) -> Float {
    var sourceValue: Float = 0
    if source.isLink {
      let first = Int(firstLinked)
      for index in first..<(first &+ Int(linkedCount)) {
        sourceValue += all[index].value(inputs, all: all)
      }
      sourceValue = source.value(ofLinked: sourceValue)
    } else {
      sourceValue = source.value(inputs)
    }
    var value = amount * sourceValue * amountSource.value(inputs)
    if followsModulationDepth { value *= inputs.modulationDepth }
    // A chain multiplies its amounts. The difference of two infinities would be NaN.
    value = min(max(value, -Self.maxMagnitude), Self.maxMagnitude)
    return isAbsolute && value < 0 ? -value : value
  }

  /// The maximum output: beyond any generator's range, with finite sums and products.
  private static var maxMagnitude: Float { 1_048_576 }

  /// Whether a MIDI controller is the source or amount source.
  func listens(to controller: UInt8) -> Bool {
    source.controller == controller || amountSource.controller == controller
  }
}

/// A region's modulators in the order of evaluation: those of generators, then the linked ones.
/// Modulators linked to the same one are adjacent.
struct ModulatorOrder {
  private(set) var modulators: [PreparedModulator] = []
  private(set) var generatorModulatorCount = 0
  /// The maximum number of modulators; others are ignored. Files have a lower limit.
  private static let maxCount = 4096

  /// Orders a region's modulators and ignores links that are cyclic or lead nowhere.
  init(_ all: [Modulator]) {
    let list = Array(all.prefix(Self.maxCount))
    var linked = [[Int]](repeating: [], count: list.count)
    var ofGenerators: [Int] = []
    for (index, modulator) in list.enumerated() {
      let target = Int(modulator.destination & 0x7FFF)
      if modulator.destination & 0x8000 == 0 {
        ofGenerators.append(index)
      } else if list.indices.contains(target) {
        linked[target].append(index)
      }
    }
    // Breadth first from the modulators of generators, which never reaches a cycle.
    var queue: [Int] = []
    for index in ofGenerators {
      guard let modulator = PreparedModulator(list[index]) else { continue }
      modulators.append(modulator)
      queue.append(index)
    }
    generatorModulatorCount = modulators.count
    var position = 0
    while position < queue.count {
      modulators[position].firstLinked = UInt16(modulators.count)
      for index in linked[queue[position]] {
        guard let modulator = PreparedModulator(list[index]) else { continue }
        modulators.append(modulator)
        queue.append(index)
      }
      modulators[position].linkedCount = UInt16(modulators.count) - modulators[position].firstLinked
      position += 1
    }
  }
}

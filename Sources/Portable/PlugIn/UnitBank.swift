import PeachInstrumentModel
import PeachSequencing
import PeachStraightPresets
import PeachSynthesis
import PeachTuning

/// A loaded bank, or a stack of banks, with all its presets prepared, sorted by bank and program.
/// It must live until the audio thread has retired it. Created and used on a control thread.
final class UnitBank {
  let path: String
  /// The texts of a stack; empty for a single bank.
  let texts: [String]
  let name: String
  /// The presets, with the numbers that select them.
  let presets: [Preset]
  private let stack: BankStack
  private let loaders: [InstrumentLoader]
  /// The place of each preset in the banks.
  private let order: [BankStack.Entry]
  private let prepared: [PreparedPreset]
  let entries: UnsafeMutablePointer<ProgramTable.Entry>

  /// The presets prepared for straight tones, by index. Notes may play them until the bank is
  /// freed.
  private var straight: [Int: PreparedPreset] = [:]
  /// Those with smooth levels, by index. Notes may play them until the bank is freed.
  private var smooth: [Int: PreparedPreset] = [:]
  /// The presets with corrected pitch, by index. Notes may play them until the bank is freed.
  private var inTune: [Int: PreparedPreset] = [:]
  /// The way presets are played, once they are prepared.
  var intonation = UnitIntonation.recorded
  /// The stretch of the octaves of presets with stiff strings, once they are prepared; `nil` for
  /// none.
  var stretch: OctaveStretch?
  /// The inharmonicity of each key of presets, by index; empty for those without stiff strings.
  private var inharmonicities: [Int: [Double?]] = [:]
  #if !hasFeature(Embedded)
    /// The presets with stretched octaves. Notes may play them until the bank is freed.
    private var stretched: [StretchedPreset: PreparedPreset] = [:]
  #endif
  /// The warnings about the banks, and messages about samples that are missing or cannot be
  /// decoded.
  var warnings: [String] {
    stack.layers.flatMap { $0.bank.warnings }
      + SilentRegion.warnings(prepared.flatMap { $0.silentRegions })
  }
  /// The presets that differ from ``entries`` on the audio thread, by index.
  private var sentPresets: [Int: PresetHandle] = [:]

  /// Prepares all presets of banks, which reads the entire files. Of presets that the same numbers
  /// select, those of the bank that is searched first precede; in a stack, only they are prepared.
  init(
    _ stack: BankStack, path: String, texts: [String] = [], decoder: SampleDecoder?,
    interpolation: InterpolationQuality
  ) throws(UnitLoadError) {
    self.stack = stack
    self.path = path
    self.texts = texts
    name = stack.layers.map { $0.bank.information.name }.joined(separator: ", ")
    let all = stack.entries
    // A stable order: of two presets with equal numbers, the first in the file precedes.
    let sorted = all.indices.sorted { left, right in
      let (first, second) = (all[left].identifier, all[right].identifier)
      return first == second ? left < right : first < second
    }
    var order: [BankStack.Entry] = []
    for index in sorted {
      let isHidden = stack.layers.count > 1 && order.last?.identifier == all[index].identifier
      if !isHidden, order.count < ProgramTable.capacity { order.append(all[index]) }
    }
    self.order = order
    loaders = stack.layers.map {
      InstrumentLoader(bank: $0.bank, decoder: decoder, interpolation: interpolation)
    }
    var prepared: [PreparedPreset] = []
    for entry in order {
      do throws(SampleCodecError) {
        try prepared.append(loaders[entry.layer].prepare(presetAt: entry.preset))
      } catch {
        throw .undecodable(path: path, reason: error)
      }
    }
    self.prepared = prepared
    presets = order.map { entry in
      var preset = stack[entry]
      preset.identifier = entry.identifier
      return preset
    }
    entries = .allocate(capacity: max(prepared.count, 1))
    let table = ProgramTable(
      prepared, identifiers: order.map { $0.identifier }, isSingle: prepared.count == 1)
    for (index, entry) in table.entries.enumerated() { (entries + index).initialize(to: entry) }
  }

  deinit { entries.deallocate() }

  func entry(at index: Int) -> ProgramTable.Entry? {
    guard presets.indices.contains(index) else { return nil }
    var entry = entries[index]
    entry.preset = handle(at: index)
    return entry
  }

  /// Returns the index of the preset with the address that the audio thread published.
  func index(ofAddress address: UInt) -> Int? {
    presets.indices.first {
      prepared[$0].handle.address == address || straight[$0]?.handle.address == address
        || inTune[$0]?.handle.address == address || smooth[$0]?.handle.address == address
    }
  }

  /// Returns the index of the preset that a bank and program select, or of its substitute.
  func index(bank: UInt16, program: UInt8) -> Int? {
    var match = PresetMatch(bank: bank, program: program, isSingle: presets.count == 1)
    for (index, preset) in presets.enumerated() {
      match.consider(bank: preset.bank, program: preset.program, at: index)
    }
    return match.index
  }

  // MARK: Intonation

  /// Whether a preset has not been prepared for ``intonation`` and ``stretch``.
  func needsPreparation(_ index: Int) -> Bool { needsRegions(index) || needsStretch(index) }

  /// Whether a preset has not been prepared for ``intonation``.
  func needsRegions(_ index: Int) -> Bool {
    switch intonation {
    case .recorded: false
    case .inTune: inTune[index] == nil
    case .straight: straight[index] == nil
    case .smooth: smooth[index] == nil
    }
  }

  /// Whether the inharmonicity of a preset that ``stretch`` needs is unknown.
  func needsStretch(_ index: Int) -> Bool { stretch != nil && inharmonicities[index] == nil }

  /// Sets the inharmonicity of each key of a preset; empty if it has no stiff strings.
  func setInharmonicities(_ values: [Double?], at index: Int) { inharmonicities[index] = values }

  /// Returns the bank of a preset, and its index there.
  func source(ofPreset index: Int) -> (bank: SoundBank, index: Int) {
    (stack.layers[order[index].layer].bank, order[index].preset)
  }

  private func prepare(
    _ index: Int, as regions: StraightRegions
  ) throws(SampleCodecError) -> PreparedPreset {
    try loaders[order[index].layer].prepare(presetAt: order[index].preset, as: regions)
  }

  /// Prepares a preset for straight tones. If its samples cannot be decoded, it stays as recorded.
  func straighten(
    _ index: Int, as result: Result<StraightRegions, SampleCodecError>
  ) throws(SampleCodecError) -> AppliedTone {
    set(prepared[index], at: index)
    let regions = try result.get()
    if regions.tone != .recorded {
      set(try prepare(index, as: regions), at: index)
    }
    return regions.tone
  }

  private func set(_ preset: PreparedPreset, at index: Int) {
    if intonation == .smooth { smooth[index] = preset } else { straight[index] = preset }
  }

  /// Prepares a preset in tune. If its samples cannot be decoded, it stays uncorrected.
  func correct(
    _ index: Int, as result: Result<StraightRegions, SampleCodecError>
  ) throws(SampleCodecError) {
    inTune[index] = prepared[index]
    let regions = try result.get()
    if regions.corrections.contains(where: { $0 != 0 }) {
      inTune[index] = try prepare(index, as: regions)
    }
  }

  private func handle(at index: Int) -> PresetHandle {
    let changed =
      switch intonation {
      case .recorded: nil as PreparedPreset?
      case .inTune: inTune[index]
      // Until straight tones are ready, those in tune.
      case .straight: straight[index] ?? inTune[index]
      case .smooth: smooth[index] ?? straight[index] ?? inTune[index]
      }
    return stretched(changed ?? prepared[index], at: index).handle
  }

  /// Returns a preset with stretched octaves, if it has stiff strings and there is a stretch.
  private func stretched(_ preset: PreparedPreset, at index: Int) -> PreparedPreset {
    #if hasFeature(Embedded)
      return preset
    #else
      guard let stretch, let values = inharmonicities[index], !values.isEmpty else { return preset }
      let key = StretchedPreset(address: preset.handle.address, stretch: stretch)
      if let known = stretched[key] { return known }
      let result = preset.withKeyCents(StretchCurve.cents(stretch, inharmonicities: values))
      stretched[key] = result
      return result
    #endif
  }

  /// The presets that the audio thread does not play as ``intonation`` and ``stretch`` require, by
  /// index.
  var unsentPresets: [(index: Int, preset: PresetHandle)] {
    Set(straight.keys).union(inTune.keys).union(smooth.keys).sorted().compactMap { index in
      let preset = handle(at: index)
      let sent = sentPresets[index] ?? prepared[index].handle
      return preset.soundsLike(sent) ? nil : (index, preset)
    }
  }

  func setSent(_ preset: PresetHandle, at index: Int) { sentPresets[index] = preset }

  /// Notes that the audio thread plays ``entries``.
  func forgetSentPresets() { sentPresets = [:] }
}

/// A prepared preset, by its address, and the stretch of its octaves.
private struct StretchedPreset: Hashable {
  var address: UInt
  var stretch: OctaveStretch
}

import PeachInstrumentModel
import PeachStraightPresets
import PeachSynthesis

/// A loaded bank with all its presets prepared, sorted by bank and program. It must live until the
/// audio thread has retired it. Created and used on a control thread.
final class UnitBank {
  let path: String
  let name: String
  let presets: [Preset]
  let bank: SoundBank
  private let loader: InstrumentLoader
  /// The index of each preset in ``SoundBank/presets``.
  private let order: [Int]
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
  /// Messages about samples that are missing or cannot be decoded.
  var missingSamples: [String] { SilentRegion.warnings(prepared.flatMap { $0.silentRegions }) }
  /// The addresses of the presets that differ from ``entries`` on the audio thread, by index.
  private var sentAddresses: [Int: UInt] = [:]

  /// Prepares all presets of a bank, which reads the entire file.
  init(_ bank: SoundBank, path: String, decoder: SampleDecoder?) throws(UnitLoadError) {
    self.bank = bank
    self.path = path
    name = bank.information.name
    // A stable order: of two presets with equal numbers, the first in the file precedes.
    let sorted = bank.presets.indices.sorted { left, right in
      let (first, second) = (bank.presets[left].identifier, bank.presets[right].identifier)
      return first == second ? left < right : first < second
    }
    order = Array(sorted.prefix(ProgramTable.capacity))
    loader = InstrumentLoader(bank: bank, decoder: decoder)
    var prepared: [PreparedPreset] = []
    for index in order {
      do throws(SampleCodecError) {
        try prepared.append(loader.prepare(presetAt: index))
      } catch {
        throw .undecodable(path: path, reason: error)
      }
    }
    self.prepared = prepared
    presets = prepared.map { $0.preset }
    entries = .allocate(capacity: max(prepared.count, 1))
    for (index, entry) in ProgramTable(prepared).entries.enumerated() {
      (entries + index).initialize(to: entry)
    }
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

  /// Whether a preset has not been prepared for ``intonation``.
  func needsPreparation(_ index: Int) -> Bool {
    switch intonation {
    case .recorded: false
    case .inTune: inTune[index] == nil
    case .straight: straight[index] == nil
    case .smooth: smooth[index] == nil
    }
  }

  /// Returns the index of a preset in ``SoundBank/presets``.
  func bankIndex(ofPreset index: Int) -> Int { order[index] }

  /// Prepares a preset for straight tones. If its samples cannot be decoded, it stays as recorded.
  func straighten(
    _ index: Int, as result: Result<StraightRegions, SampleCodecError>
  ) throws(SampleCodecError) -> AppliedTone {
    set(prepared[index], at: index)
    let regions = try result.get()
    if regions.tone != .recorded {
      set(try loader.prepare(presetAt: order[index], as: regions), at: index)
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
      inTune[index] = try loader.prepare(presetAt: order[index], as: regions)
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
    return (changed ?? prepared[index]).handle
  }

  /// The presets that the audio thread does not play as ``intonation`` requires, by index.
  var unsentPresets: [(index: Int, preset: PresetHandle)] {
    Set(straight.keys).union(inTune.keys).union(smooth.keys).sorted().compactMap { index in
      let preset = handle(at: index)
      let sent = sentAddresses[index] ?? prepared[index].handle.address
      return preset.address == sent ? nil : (index, preset)
    }
  }

  func setSent(_ preset: PresetHandle, at index: Int) { sentAddresses[index] = preset.address }

  /// Notes that the audio thread plays ``entries``.
  func forgetSentPresets() { sentAddresses = [:] }
}

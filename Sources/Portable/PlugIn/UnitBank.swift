import PeachInstrumentModel
import PeachSynthesis

/// A loaded bank with all its presets prepared, sorted by bank and program. It must live until the
/// audio thread has retired it. Created on a control thread.
final class UnitBank {
  let path: String
  let name: String
  let presets: [Preset]
  private let prepared: [PreparedPreset]
  let entries: UnsafeMutablePointer<ProgramTable.Entry>

  /// Prepares all presets of a bank, which reads the entire file.
  init(_ bank: SoundBank, path: String, decoder: SampleDecoder?) throws(UnitLoadError) {
    self.path = path
    name = bank.information.name
    // A stable order: of two presets with equal numbers, the first in the file precedes.
    let order = bank.presets.indices.sorted { left, right in
      let (first, second) = (bank.presets[left].identifier, bank.presets[right].identifier)
      return first == second ? left < right : first < second
    }
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    var prepared: [PreparedPreset] = []
    for index in order.prefix(ProgramTable.capacity) {
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
    presets.indices.contains(index) ? entries[index] : nil
  }

  /// Returns the index of the preset with the address that the audio thread published.
  func index(ofAddress address: UInt) -> Int? {
    presets.indices.first { prepared[$0].handle.address == address }
  }
}

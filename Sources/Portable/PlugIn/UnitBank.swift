import PeachInstrumentModel
import PeachSynthesis

/// A bank with all its presets ready to sound, in the order of their banks and programs.
///
/// It must live until the audio side is done with it. Made on a control thread.
final class UnitBank {
  /// The path that it was asked for by.
  let path: String
  let name: String
  let byteCount: Int
  let presets: [Preset]
  private let prepared: [PreparedPreset]
  /// What the audio side is given.
  let entries: UnsafeMutablePointer<ProgramTable.Entry>

  /// Makes all presets of a bank ready. Takes as long as reading the whole file does.
  init(_ bank: SoundBank, path: String, decoder: SampleDecoder?) throws(UnitLoadError) {
    self.path = path
    name = bank.information.name
    byteCount = bank.storage.bytes.count
    // Of two with the same numbers the first in the file comes first.
    let order = bank.presets.indices.sorted { left, right in
      let (first, second) = (bank.presets[left].identifier, bank.presets[right].identifier)
      return first == second ? left < right : first < second
    }
    let loader = InstrumentLoader(bank: bank, decoder: decoder)
    var prepared: [PreparedPreset] = []
    for index in order.prefix(ProgramTable.capacity) {
      do throws(SampleDecodingError) {
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

  /// The preset at an index; nil where there is none.
  func entry(at index: Int) -> ProgramTable.Entry? {
    presets.indices.contains(index) ? entries[index] : nil
  }

  /// The place of what the audio side says that it plays; nil where it is none of these.
  func index(ofAddress address: UInt) -> Int? {
    presets.indices.first { prepared[$0].handle.address == address }
  }
}

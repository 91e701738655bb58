import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// Which presets a song plays: what its notes find on their channels.
struct SongPresets {
  private var used: [PresetIdentifier] = []

  /// Follows bank select and program changes through the file, up to each note.
  init(_ file: MIDIFile) {
    var banks = [UInt16](repeating: 0, count: 16)
    // What a channel plays changes with the program, not with the bank alone.
    var chosen = (0..<16).map { channel in
      PresetIdentifier(bank: channel == 9 ? 128 : 0, program: 0)
    }
    var sequencer = Sequencer(file, sampleRate: 48_000)
    while let event = sequencer.next(atOrBefore: Int64.max >> 2) {
      guard case .message(let message) = event.content, let number = message.channel else {
        continue
      }
      let channel = Int(number)
      switch message.kind {
      case .controlChange(let controller, let value) where controller == 0:
        banks[channel] = UInt16(value)
      case .programChange(let program):
        chosen[channel] = PresetIdentifier(
          bank: channel == 9 ? 128 : banks[channel], program: program)
      default:
        if message.startsNote && !used.contains(chosen[channel]) {
          used.append(chosen[channel])
        }
      }
    }
  }

  /// The places in the bank of what it has, and of what stands in for what it has not.
  func indices(in bank: SoundBank) -> [Int] {
    var indices: [Int] = []
    for identifier in used {
      guard let index = bank.index(of: identifier) ?? Self.standIn(for: identifier, in: bank)
      else { continue }
      if !indices.contains(index) { indices.append(index) }
    }
    return indices
  }

  /// What the song asks for and the bank does not have.
  func missing(in bank: SoundBank) -> [PresetIdentifier] {
    used.filter { bank.index(of: $0) == nil }
  }

  private static func standIn(for identifier: PresetIdentifier, in bank: SoundBank) -> Int? {
    if identifier.bank >= 128 { return bank.presets.firstIndex { $0.bank == identifier.bank } }
    return bank.index(of: PresetIdentifier(bank: 0, program: identifier.program))
  }
}

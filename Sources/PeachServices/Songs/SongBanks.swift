import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
package import PeachSequencing
package import PeachSynthesis

/// The banks of songs and their instruments, which share samples in memory.
package struct SongBanks: Sendable {
  package private(set) var stack: BankStack
  private(set) var instruments: [SharedInstruments]
  /// The warnings about the bank that a song brings.
  private(set) var warnings: [String] = []
  private let readsOnDemand: Bool
  private let interpolation: InterpolationQuality

  /// - Parameters:
  ///   - interpolation: That of the songs.
  ///   - readsOnDemand: Whether the banks are used for one song, so that samples are in memory from
  ///     their first note to their last.
  package init(
    _ stack: BankStack, interpolation: InterpolationQuality, readsOnDemand: Bool = false
  ) {
    self.stack = stack
    self.readsOnDemand = readsOnDemand
    self.interpolation = interpolation
    instruments = []
    instruments = stack.layers.map { instruments(of: $0.bank) }
  }

  private func instruments(of bank: SoundBank) -> SharedInstruments {
    readsOnDemand
      ? SharedInstruments(readingOnDemand: bank, interpolation: interpolation)
      : SharedInstruments(bank, interpolation: interpolation)
  }

  /// Returns the banks for a song: its own, if it is an RMID file with a bank, is searched first.
  func adding(_ song: MIDIFile) -> SongBanks {
    var banks = self
    do throws(InstrumentFileError) {
      let own = try song.embeddedLayer { (storage) throws(InstrumentFileError) in
        try InstrumentFile.read(storage)
      }
      guard let own else { return self }
      banks.stack.layers.insert(own, at: 0)
      banks.instruments.insert(instruments(of: own.bank), at: 0)
    } catch {
      banks.warnings.append("The sound bank in the song is not used: \(error.description)")
    }
    return banks
  }

  /// Replaces instruments by those of other banks that are the same, if they were prepared for the
  /// same interpolation.
  package mutating func share(_ others: SongBanks) {
    for index in stack.layers.indices {
      let bank = stack.layers[index].bank
      if let same = others.instruments.first(where: {
        $0.matches(bank) && $0.interpolation == interpolation
      }) {
        instruments[index] = same
      }
    }
  }

  /// The path of the file of the bank that is searched first, if it has one.
  var path: String? { stack.layers.first?.bank.storage.path }
}

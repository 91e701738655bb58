import PeachBankEditing
public import PeachBankTuning
package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation

extension RetunedBank {
  /// Measures and corrects presets. Percussion is not corrected, except for zones that it shares
  /// with a corrected preset. A preset that the cache does not contain takes up to a third of a
  /// second. Call on any thread but the audio thread.
  ///
  /// - Parameters:
  ///   - resamples: Whether to resample samples whose header is too coarse for 0.01 cent.
  ///   - evaluatesAllKeys: Whether the intonation includes keys beyond the instrument's compass.
  ///   - isIncluded: Selects the presets.
  ///   - progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  /// - Throws: `SampleCodecError`, and the errors of ``bytes()``.
  package init(
    _ font: SoundFont, intonation: IntonationCache = IntonationCache(), resamples: Bool = false,
    evaluatesAllKeys: Bool = false,
    isIncluded: (Preset) -> Bool = { _ in true }, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let bank = font.soundBank()
    let included = bank.presets.indices.map { BankPreset(bank: bank, index: $0) }
      .filter { !$0.isPercussion && isIncluded($0.preset) }
    var measured: [(index: Int, preset: MeasuredPreset)] = []
    for (done, chosen) in included.enumerated() {
      try progress(Double(done) / Double(included.count))
      if let preset = try intonation.measured(chosen) { measured.append((chosen.index, preset)) }
    }
    try self.init(
      font, bank, measured: measured, resamples: resamples, evaluatesAllKeys: evaluatesAllKeys)
    try progress(1)
  }

  /// Returns the corrected file. With resampled samples, it takes three times the memory of the
  /// file. Call on any thread but the audio thread.
  ///
  /// - Throws: `InstrumentFileError`, or `SoundFontWritingError` if resampled samples make the file
  ///   too large.
  public func bytes() throws -> [UInt8] {
    guard let resampling, !resampling.plans.isEmpty else { return try retuning.bytes() }
    var contents = try Self.contents(retuning)
    resampling.apply(to: &contents)
    return try SoundFontWriter(contents).bytes
  }
}

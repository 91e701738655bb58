import PeachInstrumentModel
import PeachStraightPresets
import PeachSynthesis

/// A bank in the engine.
final class EngineBank {
  let name: String
  /// The files that were added, and the index of the instrument among those of the files.
  let files: [AddedFile]
  let instrument: Int
  /// The name in the tags of its sounds.
  let tagName: String
  let bank: SoundBank
  let loader: InstrumentLoader
  /// Whether its recordings are straight and in tune, so that they are played as they are.
  let isStraight: Bool

  init(
    name: String, files: [AddedFile], instrument: Int, tagName: String, bank: SoundBank,
    loader: InstrumentLoader, isStraight: Bool
  ) {
    (self.name, self.files, self.instrument, self.tagName) = (name, files, instrument, tagName)
    (self.bank, self.loader, self.isStraight) = (bank, loader, isStraight)
  }

  /// Returns the tag of a preset (`TrainerSound`).
  func tag(ofPresetAt index: Int) -> String {
    OpenedInstrument.tag(of: bank.presets[index], in: tagName)
  }

  /// Prepares a preset whose regions are straightened.
  func prepare(
    _ index: Int, as straight: StraightRegions
  ) throws(StraighteningError) -> PreparedPreset {
    do throws(SampleCodecError) {
      return try loader.prepare(presetAt: index, as: straight)
    } catch { throw .samples(error) }
  }
}

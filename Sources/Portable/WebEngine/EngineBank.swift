import PeachInstrumentModel
import PeachSynthesis

/// A bank in the engine.
struct EngineBank {
  let name: String
  let bank: SoundBank
  let loader: InstrumentLoader
  /// Whether its recordings are straight and in tune, so that they are played as they are.
  let isStraight: Bool

  /// Returns the tag of a preset (`TrainerSound`).
  func tag(ofPresetAt index: Int) -> String {
    let identifier = bank.presets[index].identifier
    return "sf2:\(name):\(identifier.bank):\(identifier.program)"
  }
}

import PeachInstrumentModel
import PeachStraightPresets

/// The straightening of a preset of a unit's bank, which takes up to a second.
public final class StraightTask: @unchecked Sendable {
  // Sound: the control thread reads the result after `run()` has returned.

  let bankID: Int
  /// The index of the preset in the unit's bank.
  let preset: Int
  private let bank: SoundBank
  private let bankIndex: Int
  private let access: BankAccess
  private(set) var result: Result<StraightRegions, SampleCodecError>?

  init(_ preset: Int, of bank: UnitBank, id: Int, access: BankAccess) {
    bankID = id
    self.preset = preset
    self.bank = bank.bank
    bankIndex = bank.bankIndex(ofPreset: preset)
    self.access = access
  }

  /// Straightens the recordings of the preset. Call once, on any thread but the audio thread.
  public func run() {
    do throws(SampleCodecError) {
      result = .success(try access.straightRegions(ofPresetAt: bankIndex, of: bank))
    } catch {
      result = .failure(error)
    }
  }
}

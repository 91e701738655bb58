import PeachInstrumentModel
import PeachStraightPresets

/// The preparation of a preset of a unit's bank, in tune or with straight tones, which takes up to
/// a few seconds.
public final class PresetTask: @unchecked Sendable {
  // Safe: the control thread reads the result after `run()` has returned.

  let bankID: Int
  /// The index of the preset in the unit's bank.
  let preset: Int
  let intonation: UnitIntonation
  private let needsRegions: Bool
  private let needsStretch: Bool
  private let bank: SoundBank
  /// The index of the preset in the bank.
  private let bankIndex: Int
  private let access: BankAccess
  /// The way the regions are played; `nil` if it is known, or if the task has not run.
  private(set) var regions: Result<StraightRegions, SampleCodecError>?
  /// The inharmonicity of each key, empty without stiff strings; `nil` as for ``regions``.
  private(set) var inharmonicities: [Double?]?

  init(_ preset: Int, of bank: UnitBank, id: Int, access: BankAccess) {
    bankID = id
    self.preset = preset
    (self.bank, bankIndex) = bank.source(ofPreset: preset)
    intonation = bank.intonation
    (needsRegions, needsStretch) = (bank.needsRegions(preset), bank.needsStretch(preset))
    self.access = access
  }

  /// Measures the recordings of the preset. Call once, on any thread but the audio thread.
  public func run() {
    if needsRegions {
      do throws(SampleCodecError) {
        regions = .success(try access.regions(ofPresetAt: bankIndex, of: bank, as: intonation))
      } catch {
        regions = .failure(error)
      }
    }
    if needsStretch {
      // A preset whose samples cannot be decoded has no strings; its regions have the error.
      inharmonicities = (try? access.inharmonicities(ofPresetAt: bankIndex, of: bank)) ?? []
    }
  }
}

/// The way a unit plays the recordings of presets, once they are prepared.
enum UnitIntonation: Sendable {
  /// As the bank has them.
  case recorded
  /// With corrected mean pitch.
  case inTune
  /// With straight tones.
  case straight
  /// With straight tones, the levels of whose partials are smoothed.
  case smooth

  var isStraight: Bool {
    switch self {
    case .recorded, .inTune: false
    case .straight, .smooth: true
    }
  }
}

import PeachInstrumentModel
import PeachSynthesis

/// The saved settings of a unit: the bank's path, presets and controllers of all channels,
/// parameters, tunings, effects, master volume and master tuning; without active notes, keys that
/// are down and per-note pitch bends.
public struct UnitState: Hashable, Sendable {
  /// A value at an address.
  public struct Setting: Hashable, Sendable {
    /// The parameter's address; for offsets, the generator's number.
    public var address: UInt64
    /// The value.
    public var value: Float

    /// Creates a setting.
    public init(address: UInt64, value: Float) {
      self.address = address
      self.value = value
    }
  }

  /// The path of the bank; `nil` for none. That of a stack is its first bank's.
  public var bankPath: String?
  /// The banks of a stack, as in `peach play --bank`; later ones have precedence. Empty for a
  /// single bank.
  public var bankStack: [String] = []
  /// The parameters that differ from the file and from the defaults.
  public var parameters: [Setting] = []
  /// The generator offsets that are not 0.
  public var offsets: [Setting] = []
  /// The encoded ``ChannelState`` of each channel.
  var channels: [Int32] = []
  /// The encoded system settings: see ``SystemState``.
  var system: [Int32] = []
  /// The encoded ``TuningState`` of each tuning.
  var tunings: [Int32] = []

  /// Selects a bank and program on all channels except drum channels, and clears all overrides.
  package mutating func selectPreset(bank: Int, program: Int) {
    parameters.removeAll {
      $0.address < 1000 || $0.address == UnitMode.presetBank.rawValue
        || $0.address == UnitMode.presetProgram.rawValue
    }
    parameters += [
      Setting(address: UnitMode.presetBank.rawValue, value: Float(bank)),
      Setting(address: UnitMode.presetProgram.rawValue, value: Float(program)),
    ]
    setChannels(bank: bank, program: program)
  }

  /// Selects a bank and program on all channels except drum channels.
  mutating func setChannels(bank: Int, program: Int) {
    updateChannels { _, channel in
      if channel.settings.isDrumChannel { return }
      channel.settings.bank = UInt16(clamping: bank)
      channel.settings.program = UInt8(min(max(program, 0), 127))
      channel.settings.isPercussion = bank == 128
    }
  }

  /// Creates the default settings.
  public init() {}
}

/// An error in the bytes of a state.
public enum UnitStateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes do not begin with the magic number of a state.
  case notAState
  /// The state has a later version than this reads.
  case laterVersion(Int)
  /// The bytes are truncated or invalid at an offset.
  case damaged(at: Int)

  /// The message.
  public var description: String {
    switch self {
    case .notAState: "The saved state is not one of Peach."
    case .laterVersion(let version):
      "The saved state has version \(version), of a later Peach. Update Peach."
    case .damaged(let offset): "The saved state is damaged at byte \(offset)."
    }
  }
}

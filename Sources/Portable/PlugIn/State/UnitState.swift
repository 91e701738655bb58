import PeachInstrumentModel
import PeachSynthesis

/// All that a unit is set to, to be kept and put back: the bank by its path, what each channel plays
/// and where its controllers stand, the parameters; and what messages have set besides: tunings of
/// keys, reverb and chorus, the master's level and tuning.
///
/// What sounds is not kept, nor are keys and the bends of single keys.
public struct UnitState: Hashable, Sendable {
  /// A value at an address.
  public struct Setting: Hashable, Sendable {
    /// The parameter's address, or the generator's number.
    public var address: UInt64
    /// Its value.
    public var value: Float

    /// A value at an address.
    public init(address: UInt64, value: Float) {
      self.address = address
      self.value = value
    }
  }

  /// Where the bank is; nil where there is none.
  public var bankPath: String?
  /// The parameters that were set; all others are the file's, or as a unit begins.
  public var parameters: [Setting] = []
  /// What is added to generators, where anything is.
  public var offsets: [Setting] = []
  /// The settings of the channels, one after the other.
  var channels: [Int32] = []
  /// The settings of the whole, of reverb, chorus and parts.
  var system: [Int32] = []
  /// The tunings that were made, one after the other.
  var tunings: [Int32] = []

  /// How a unit begins.
  public init() {}
}

/// Why bytes are no state.
public enum UnitStateError: Error, Hashable, Sendable {
  /// They do not begin as a state does.
  case notAState
  /// They are of a later version than this reads.
  case laterVersion(Int)
  /// They end, or make no sense, at a place.
  case damaged(at: Int)
}

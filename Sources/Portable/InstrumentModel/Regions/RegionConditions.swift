/// The conditions, in addition to key and velocity, under which a region plays, and its groups.
///
/// SFZ's `trigger`, `seq_position`, `lorand`, `sw_last`, `locc1`, `group`, `off_by` and others.
/// Conditions are evaluated at the start of a note.
public struct RegionConditions: Hashable, Sendable {
  /// The event that triggers a region.
  public enum Trigger: UInt8, BitwiseCopyable, Sendable {
    /// Note-on.
    case attack
    /// Key-up, or the release of the pedal that holds the key.
    case release
    /// Key-up, regardless of pedals.
    case releaseKey
    /// Note-on while no other key is down.
    case first
    /// Note-on while another key is down.
    case legato
    /// Only ``RegionConditions/starts``, and no key.
    case movement
  }

  /// A controller trigger: a new value within the range triggers the region.
  public struct Start: Hashable, BitwiseCopyable, Sendable {
    /// The source of the values.
    public enum Source: Hashable, BitwiseCopyable, Sendable {
      /// A controller, 0 through 127.
      case controller(UInt8)
      /// Channel pressure.
      case channelPressure
      /// The key pressure of one of the region's keys.
      case keyPressure
    }

    /// The source of the values.
    public var source: Source
    /// The minimum value, 0 through 127.
    public var lowest: UInt8
    /// The maximum value; below the minimum for an empty range.
    public var highest: UInt8

    /// Creates a trigger.
    public init(_ source: Source, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.source = source
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// The way in which the off-by group ends a note.
  public enum Ending: Hashable, BitwiseCopyable, Sendable {
    /// A fade-out. With a shape s it is (e^(s·x) − e^s) / (1 − e^s) for x from 0 to 1: linear for 0,
    /// and faster at first for negative values. Without a shape it is a raised cosine.
    case fade(seconds: Float, shape: Float? = nil)
    /// The release stage.
    case release
  }

  /// The range in which a controller's value must be.
  public struct ControllerRange: Hashable, BitwiseCopyable, Sendable {
    /// The controller, 0 through 127.
    public var controller: UInt8
    /// The minimum value, 0 through 127.
    public var lowest: UInt8
    /// The maximum value; below the minimum for an empty range.
    public var highest: UInt8

    /// Creates a condition.
    public init(controller: UInt8, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.controller = min(controller, 127)
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// Conditions on other keys.
  public struct Keyswitch: Hashable, Sendable {
    /// The key switches; the last one pressed is active.
    public var keys: ClosedRange<UInt8>
    /// The initially active key switch; `nil` for none.
    public var initial: UInt8?
    /// The key switches one of which must be active; `nil` for no condition.
    public var last: ClosedRange<UInt8>?
    /// A key that must be down.
    public var down: UInt8?
    /// A key that must be up.
    public var up: UInt8?
    /// The required key of the previous note.
    public var previous: UInt8?

    /// Creates key switches without a condition.
    public init(keys: ClosedRange<UInt8> = 0...127) { self.keys = keys }
  }

  /// The event that triggers the region.
  public var trigger = Trigger.attack
  /// Controller triggers. Notes triggered by them ignore note-off.
  public var starts: [Start] = []
  /// The number of notes in a round robin; at least 1.
  public var sequenceLength: UInt16 = 1
  /// The position in the round robin, from 1. A position beyond the length never plays.
  public var sequencePosition: UInt16 = 1
  /// The range of the note's random value, within 0..<1.
  public var random: Range<Float> = 0..<1
  /// Conditions on other keys; `nil` for none.
  public var keyswitch: Keyswitch?
  /// Conditions on controllers.
  public var controllers: [ControllerRange] = []
  /// The range of the pitch bend, within −8192…8191.
  public var bend: ClosedRange<Int16> = -8192...8191
  /// The range of the channel pressure.
  public var pressure: ClosedRange<UInt8> = 0...127

  /// The group of the region; 0 for none.
  public var group: UInt32 = 0
  /// The group whose notes end this region's notes; 0 for none.
  public var offBy: UInt32 = 0
  /// The way in which that group ends them.
  public var ending = Ending.fade(seconds: 0.006)
  /// The polyphony limit of the group, or of the region if it has no group.
  public var polyphony: UInt16?
  /// The polyphony limit on one key.
  public var keyPolyphony: UInt16?
  /// Whether only softer notes are ended at the polyphony limit of a key (`note_selfmask`).
  public var selfMasks = false
  /// Whether a note ignores note-off and plays to the end of the sample.
  public var isOneShot = false
  /// Whether the sustain pedal holds notes.
  public var isSustained = true
  /// Whether a release region plays even if the note has ended already (`rt_dead`).
  public var ignoresDeadNotes = false

  /// Creates default conditions, which are always true.
  public init() {}
}

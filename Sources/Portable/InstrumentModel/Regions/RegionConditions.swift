/// When a region sounds, beyond keys and velocities, and which other notes it ends.
///
/// What formats with files of their own say (SFZ's `trigger`, `seq_position`, `lorand`, `sw_last`,
/// `locc1`, `group`, `off_by` and so on). Everything is looked at when a note begins.
public struct RegionConditions: Hashable, Sendable {
  /// What makes it sound.
  public enum Trigger: UInt8, BitwiseCopyable, Sendable {
    /// A key goes down.
    case attack
    /// A key goes up, or the pedal that held it.
    case release
    /// A key goes up, whatever pedal is down.
    case releaseKey
    /// A key goes down while no other is.
    case first
    /// A key goes down while another is.
    case legato
    /// No key does, and only what ``RegionConditions/starts`` says.
    case movement
  }

  /// A movement that makes a region sound: whenever the value told is in the range.
  public struct Start: Hashable, BitwiseCopyable, Sendable {
    /// What moves.
    public enum Source: Hashable, BitwiseCopyable, Sendable {
      /// A controller, 0 through 127.
      case controller(UInt8)
      /// The pressure on the channel.
      case channelPressure
      /// The pressure on one of the region's keys.
      case keyPressure
    }

    /// What moves.
    public var source: Source
    /// The lowest value, 0 through 127.
    public var lowest: UInt8
    /// The highest value; below the lowest for a range that nothing is in.
    public var highest: UInt8

    /// A movement into a range.
    public init(_ source: Source, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.source = source
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// What happens to a sounding region that another group ends.
  public enum Ending: Hashable, BitwiseCopyable, Sendable {
    /// It fades out within so many seconds: with a shape s by (e^(s·x) − e^s) / (1 − e^s), where x goes
    /// from 0 to 1 (a straight line for 0, fast at first below it), without one by a raised cosine.
    case fade(seconds: Float, shape: Float? = nil)
    /// It goes into its own release.
    case release
  }

  /// A controller and the values, 0 through 127, between which it must stand.
  public struct ControllerRange: Hashable, BitwiseCopyable, Sendable {
    /// Which controller, 0 through 127.
    public var controller: UInt8
    /// The lowest value allowed.
    public var lowest: UInt8
    /// The highest value allowed; below the lowest for a range that nothing is in.
    public var highest: UInt8

    /// A range of a controller.
    public init(controller: UInt8, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.controller = min(controller, 127)
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// What keys struck or held before decide.
  public struct Keyswitch: Hashable, Sendable {
    /// The keys that switch: of them the one struck last counts.
    public var keys: ClosedRange<UInt8>
    /// The one of them that counts as struck before any was; nil for none.
    public var initial: UInt8?
    /// Sounds if the key of ``keys`` struck last is one of these; nil where it does not matter.
    public var last: ClosedRange<UInt8>?
    /// Sounds while this key is down.
    public var down: UInt8?
    /// Sounds while this key is up.
    public var up: UInt8?
    /// Sounds if the key struck before this note is this one.
    public var previous: UInt8?

    /// Nothing decides yet.
    public init(keys: ClosedRange<UInt8> = 0...127) { self.keys = keys }
  }

  /// What makes it sound.
  public var trigger = Trigger.attack
  /// The movements that make it sound as well; it plays on then, whatever keys do.
  public var starts: [Start] = []
  /// Of so many notes in turn it answers one; at least 1.
  public var sequenceLength: UInt16 = 1
  /// Which one, from 1 on; beyond the length it answers none.
  public var sequencePosition: UInt16 = 1
  /// It answers where the note's random number, 0 up to 1, is in here.
  public var random: Range<Float> = 0..<1
  /// What keys decide; nil for nothing.
  public var keyswitch: Keyswitch?
  /// Where controllers must stand.
  public var controllers: [ControllerRange] = []
  /// Where the pitch wheel must stand, −8192 through 8191.
  public var bend: ClosedRange<Int16> = -8192...8191
  /// How hard the channel must be pressed.
  public var pressure: ClosedRange<UInt8> = 0...127

  /// The group its notes belong to; 0 for none.
  public var group: UInt32 = 0
  /// Notes of this group end it; 0 for none.
  public var endedBy: UInt32 = 0
  /// How they end it.
  public var ending = Ending.fade(seconds: 0.006)
  /// How many notes of its group, or without a group of this region, may sound at once.
  public var polyphony: UInt16?
  /// How many of them on the same key.
  public var keyPolyphony: UInt16?
  /// Whether louder notes are left alone where those of a key become too many.
  public var selfMasks = false
  /// Whether it plays to its end once begun, whether its key is held or not.
  public var playsThrough = false
  /// Whether the sustain pedal holds it.
  public var isSustained = true
  /// Whether, sounding when a key goes up, it does so although nothing sounds there any more.
  public var ignoresDeadNotes = false

  /// No conditions.
  public init() {}
}

/// The conditions, in addition to key and velocity, under which a region plays, and its groups.
///
/// SFZ's `trigger`, `seq_position`, `lorand`, `sw_last`, `locc1`, `group`, `off_by` and others.
/// Conditions are evaluated at the start of a note.
package struct RegionConditions: Hashable, Sendable {
  /// The event that triggers a region.
  package enum Trigger: UInt8, BitwiseCopyable, Sendable {
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
  package struct Start: Hashable, BitwiseCopyable, Sendable {
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
    package var source: Source
    /// The minimum value, 0 through 127.
    package var lowest: UInt8
    /// The maximum value; below the minimum for an empty range.
    package var highest: UInt8

    /// Creates a trigger.
    package init(_ source: Source, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.source = source
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// The way in which the off-by group ends a note.
  package enum Ending: Hashable, BitwiseCopyable, Sendable {
    /// A fade-out. With a shape s it is (e^(s·x) − e^s) / (1 − e^s) for x from 0 to 1: linear for 0,
    /// and faster at first for negative values. Without a shape it is a raised cosine.
    case fade(seconds: Float, shape: Float? = nil)
    /// The release stage.
    case release
  }

  /// The range in which a controller's value must be.
  package struct ControllerRange: Hashable, BitwiseCopyable, Sendable {
    /// The controller, 0 through 127.
    package var controller: UInt8
    /// The minimum value, 0 through 127.
    package var lowest: UInt8
    /// The maximum value; below the minimum for an empty range.
    package var highest: UInt8

    /// Creates a condition.
    package init(controller: UInt8, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.controller = min(controller, 127)
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// Conditions on other keys.
  package struct Keyswitch: Hashable, Sendable {
    /// The key switches; the last one pressed is active.
    package var keys: ClosedRange<UInt8>
    /// The initially active key switch; `nil` for none.
    package var initial: UInt8?
    /// The key switches one of which must be active; `nil` for no condition.
    package var last: ClosedRange<UInt8>?
    /// A key that must be down.
    package var down: UInt8?
    /// A key that must be up.
    package var up: UInt8?
    /// The required key of the previous note.
    package var previous: UInt8?

    /// Creates key switches without a condition.
    package init(keys: ClosedRange<UInt8> = 0...127) { self.keys = keys }
  }

  /// The event that triggers the region.
  package var trigger = Trigger.attack
  /// Controller triggers. Notes triggered by them ignore note-off.
  package var starts: [Start] = []
  /// The number of notes in a round robin; at least 1.
  package var sequenceLength: UInt16 = 1
  /// The position in the round robin, from 1. A position beyond the length never plays.
  package var sequencePosition: UInt16 = 1
  /// The range of the note's random value, within 0..<1.
  package var random: Range<Float> = 0..<1
  /// Conditions on other keys; `nil` for none.
  package var keyswitch: Keyswitch?
  /// Conditions on controllers.
  package var controllers: [ControllerRange] = []
  /// The range of the pitch bend, within −8192…8191.
  package var bend: ClosedRange<Int16> = -8192...8191
  /// The range of the channel pressure.
  package var pressure: ClosedRange<UInt8> = 0...127

  /// The group of the region; 0 for none.
  package var group: UInt32 = 0
  /// The group whose notes end this region's notes; 0 for none.
  package var offBy: UInt32 = 0
  /// The way in which that group ends them.
  package var ending = Ending.fade(seconds: 0.006)
  /// The polyphony limit of the group, or of the region if it has no group.
  package var polyphony: UInt16?
  /// The polyphony limit on one key.
  package var keyPolyphony: UInt16?
  /// Whether only softer notes are ended at the polyphony limit of a key (`note_selfmask`).
  package var selfMasks = false
  /// Whether a note ignores note-off and plays to the end of the sample.
  package var isOneShot = false
  /// Whether the sustain pedal holds notes.
  package var isSustained = true
  /// Whether a release region plays even if the note has ended already (`rt_dead`).
  package var ignoresDeadNotes = false

  /// Creates default conditions, which are always true.
  package init() {}
}

/// The conditions, in addition to key and velocity, under which a region plays, and its groups:
/// SFZ's `trigger`, `seq_position`, `lorand`, `sw_last`, `locc1`, `group`, `off_by` and others.
/// Conditions are evaluated at the start of a note.
package struct RegionConditions: Hashable, Sendable {
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

  /// A controller trigger: a new value within the range, 0 through 127, triggers the region.
  package struct Start: Hashable, BitwiseCopyable, Sendable {
    /// The source of the values.
    public enum Source: Hashable, BitwiseCopyable, Sendable {
      case controller(UInt8)
      case channelPressure
      /// The key pressure of one of the region's keys.
      case keyPressure
    }

    package var source: Source
    package var lowest: UInt8
    /// The maximum value; below the minimum for an empty range.
    package var highest: UInt8

    package init(_ source: Source, lowest: UInt8 = 0, highest: UInt8 = 127) {
      self.source = source
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// The way the off-by group ends a note.
  package enum Ending: Hashable, BitwiseCopyable, Sendable {
    /// A fade-out. With a shape s it is (e^(s·x) − e^s) / (1 − e^s) for x from 0 to 1: linear for
    /// 0, and faster at first for negative values. Without a shape it is a raised cosine.
    case fade(seconds: Float, shape: Float? = nil)
    case release
  }

  /// The required range of a controller's value, 0 through 127.
  package struct ControllerRange: Hashable, BitwiseCopyable, Sendable {
    package var controller: UInt8
    package var lowest: UInt8
    /// The maximum value; below the minimum for an empty range.
    package var highest: UInt8

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
    /// The key switches. One of them must be active; `nil` for no condition.
    package var last: ClosedRange<UInt8>?
    /// A key that must be down, and one that must be up.
    package var down: UInt8?
    package var up: UInt8?
    /// The required key of the previous note.
    package var previous: UInt8?

    package init(keys: ClosedRange<UInt8> = 0...127) { self.keys = keys }
  }

  package var trigger = Trigger.attack
  /// Controller triggers. Notes triggered by them ignore note-off, and play the sample once.
  package var starts: [Start] = []
  /// The number of notes in a round robin; at least 1.
  package var sequenceLength: UInt16 = 1
  /// The position in the round robin, from 1. A position beyond the length never plays.
  package var sequencePosition: UInt16 = 1
  /// The range of the note's random value, within 0..<1.
  package var random: Range<Float> = 0..<1
  package var keyswitch: Keyswitch?
  package var controllers: [ControllerRange] = []
  package var bend: ClosedRange<Int16> = -8192...8191
  /// The range of the channel pressure.
  package var pressure: ClosedRange<UInt8> = 0...127

  /// The group of the region; 0 for none.
  package var group: UInt32 = 0
  /// The group whose notes end this region's notes; 0 for none.
  package var offBy: UInt32 = 0
  /// The way that group ends them.
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

  /// Creates conditions that are always true.
  package init() {}
}

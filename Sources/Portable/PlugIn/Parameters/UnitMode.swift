import PeachSynthesis
import PeachTuning

/// The modes of a unit: the parameters from address 1000. Those up to 1005 are SF2LibAU's.
public enum UnitMode: UInt64, CaseIterable, BitwiseCopyable, Sendable {
  /// Portamento on or off: controller 65 of all channels.
  case portamento = 1000
  /// The portamento time; overrides controllers 5 and 37 until one of them is received.
  case portamentoRate = 1001
  /// Whether a note-on ends the active notes of the same key.
  case oneVoicePerKey = 1002
  /// Polyphonic or monophonic: controllers 127 and 126 of all channels.
  case polyphonic = 1003
  /// The number of active voices. Read-only.
  case activeVoiceCount = 1004
  /// Whether legato notes of a monophonic channel retrigger their envelopes.
  case retrigger = 1005
  /// The interpretation of bank select: an index into `bankModeNames`.
  case bankMode = 1006
  /// Whether presets are played with straight tones, once they are prepared.
  case straightTone = 1007
  /// The recorded vibrato of straight tones in percent; overrides controller 77 until it is
  /// received.
  case vibratoAmount = 1008
  /// Whether presets are played with corrected mean pitch, once they are prepared.
  case inTune = 1009
  /// The output gain in decibels, in addition to the master volume of messages.
  case gain = 1010
  /// The level of the reverb in percent of that of messages.
  case reverbLevel = 1011
  /// The level of the chorus in percent of that of messages.
  case chorusLevel = 1012
  /// The frequency of A4 in hertz, in addition to the tunings of messages.
  case concertPitch = 1013
  /// The scale, in addition to the tunings of messages: an index into the scales of the plug-ins.
  case scale = 1014
  /// The root of the scale: 0 for C.
  case scaleRoot = 1015
  /// The bank of the preset that ``presetProgram`` selects; 128 for percussion.
  case presetBank = 1016
  /// Selects a preset on all channels except drum channels when it or ``presetBank`` changes.
  case presetProgram = 1017
  /// Whether chords are tuned to pure intervals: 0 is off, 1 is on, and 2 with sevenths of 7:4.
  case adaptive = 1018
  /// The amount of the correction of chords in percent.
  case purity = 1019
  /// The rate at which held notes follow the chords, in cents per second; 0 to keep their pitch.
  case glide = 1020
  /// Whether the levels of the partials of straight tones are smoothed, once they are prepared.
  case smoothTone = 1021
  /// The octaves to which those of pianos and other strings are stretched, once presets are
  /// prepared: an index into `stretchNames`. Presets are then in tune, too.
  case octaveStretch = 1022
  /// The amount of the stretch in percent, rounded to 1.
  case stretchAmount = 1023

  /// The names of the values of ``adaptive``.
  static let adaptiveNames = ["Off", "On", "On, sevenths 7:4"]
  /// The names of the values of ``octaveStretch``.
  static let stretchNames = ["Off"] + OctaveStretch.Octave.unitValues.map { $0.unitName }
  /// The names of the bank modes. The first follows resets; the last is a 14-bit bank.
  static let bankModeNames = ["Automatic", "GS", "GM", "GM2", "XG", "14-bit (MMA)"]

  /// Returns the parameter's value for a bank mode; `nil` follows resets. Wait-free.
  static func value(of mode: BankMode?) -> Float {
    switch mode {
    case nil: 0
    case .gs: 1
    case .generalMIDI: 2
    case .generalMIDI2: 3
    case .xg: 4
    case .plain: 5
    }
  }

  /// Returns the bank mode for a value of the parameter; `nil` follows resets. Wait-free.
  static func bankMode(_ value: Float) -> BankMode? {
    switch Int(min(max(value, 0), 5) + 0.5) {
    case 1: .gs
    case 2: .generalMIDI
    case 3: .generalMIDI2
    case 4: .xg
    case 5: .plain
    default: nil
    }
  }
}

extension OctaveStretch.Octave {
  /// The octaves in the order of the values of ``UnitMode/octaveStretch``, of which 0 is off.
  static var unitValues: [OctaveStretch.Octave] { [.mixed, .twoToOne, .fourToTwo, .sixToThree] }

  fileprivate var unitName: String { self == .mixed ? "Mixed" : rawValue }
}

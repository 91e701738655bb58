/// The MIDI controllers with a fixed meaning (MIDI 1.0, table III; General MIDI 2 for 71 to 78).
/// Others may modulate a preset through the file's modulators.
enum Controller {
  static var bankSelect: UInt8 { 0 }
  static var modulationWheel: UInt8 { 1 }
  static var portamentoTime: UInt8 { 5 }
  static var dataEntry: UInt8 { 6 }
  static var volume: UInt8 { 7 }
  static var balance: UInt8 { 8 }
  static var pan: UInt8 { 10 }
  static var expression: UInt8 { 11 }
  static var bankSelectLSB: UInt8 { 32 }
  static var portamentoTimeLSB: UInt8 { 37 }
  static var dataEntryLSB: UInt8 { 38 }
  static var sustain: UInt8 { 64 }
  static var portamento: UInt8 { 65 }
  static var sostenuto: UInt8 { 66 }
  /// The first of 71 through 78: resonance, release, attack, cutoff, decay, vibrato rate, depth and
  /// delay.
  static var firstSoundController: UInt8 { 71 }
  static var vibratoDepth: UInt8 { 77 }
  static var portamentoControl: UInt8 { 84 }
  static var velocityPrefix: UInt8 { 88 }
  static var reverbSend: UInt8 { 91 }
  static var dataIncrement: UInt8 { 96 }
  static var dataDecrement: UInt8 { 97 }
  static var nrpnLSB: UInt8 { 98 }
  static var nrpnMSB: UInt8 { 99 }
  static var rpnLSB: UInt8 { 100 }
  static var rpnMSB: UInt8 { 101 }
  static var allSoundOff: UInt8 { 120 }
  static var resetAll: UInt8 { 121 }
  static var allNotesOff: UInt8 { 123 }
  static var omniOff: UInt8 { 124 }
  static var omniOn: UInt8 { 125 }
  static var monophonic: UInt8 { 126 }
  static var polyphonic: UInt8 { 127 }
}

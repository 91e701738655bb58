/// The sounding pitch ranges of General MIDI's instruments.
///
/// Sources: the standard orchestral ranges, as in *Ranges of Orchestral Instruments*
/// (orchestralibrary.com) with its transpositions; *Saxophone ranges* (johndcook.com); *Pitch
/// Ranges of Tuned Percussion Instruments* (trpercussion.com); the makers' compasses of keyboards:
/// five octaves of a harpsichord, 73 keys of a Rhodes piano, 60 of a clavinet. Players exceed the
/// upper ends. Ensembles have the range of all their members. The outer strings of a harp have the
/// range of their pedals, C♭1 to G♯7. A contrabass has four strings without an extension.
package enum GeneralMIDICompass {
  /// Returns the keys of a program, 0 to 127; `nil` for instruments without a standard range, such
  /// as synthesizers, organs and effects.
  package static func keys(ofProgram program: UInt8) -> ClosedRange<UInt8>? {
    switch program {
    case 0, 1, 3: 21...108  // pianos
    case 4: 28...100  // electric piano
    case 6: 29...89  // harpsichord
    case 7: 29...88  // clavinet
    case 8: 60...108  // celesta
    case 9: 79...108  // glockenspiel
    case 11: 53...89  // vibraphone
    case 12: 36...96  // marimba
    case 13: 65...108  // xylophone
    case 14: 60...77  // tubular bells
    case 24...30: 40...88  // guitars
    case 32...37: 28...67  // contrabass, bass guitars
    case 40, 110: 55...103  // violin, fiddle
    case 41: 48...91  // viola
    case 42: 36...84  // cello
    case 43: 28...67  // contrabass
    case 44, 45, 48, 49: 28...103  // string sections
    case 46: 23...104  // harp
    case 56, 59: 54...86  // trumpets
    case 57: 40...77  // trombone
    case 58: 26...65  // tuba
    case 60: 34...77  // horn
    case 61: 26...86  // brass section
    case 64: 56...87  // soprano saxophone
    case 65: 49...80  // alto saxophone
    case 66: 44...75  // tenor saxophone
    case 67: 37...68  // baritone saxophone
    case 68: 58...91  // oboe
    case 69: 52...84  // English horn
    case 70: 34...75  // bassoon
    case 71: 50...94  // clarinet
    case 72: 74...108  // piccolo
    case 73: 60...96  // flute
    default: nil
    }
  }
}

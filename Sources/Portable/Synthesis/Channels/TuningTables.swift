import PeachMusicUnits

/// The pitches that keys have in the tunings a song or a user has made (MIDI Tuning Standard).
///
/// A tuning is told by its bank and program. The first that is set takes the first place; when all
/// places are taken, further ones are ignored.
struct TuningTables: BitwiseCopyable {
  /// How many tunings there can be.
  static var capacity: Int { 128 }

  /// For each tuning, by how many semitones each key departs from equal temperament.
  private let offsets: UnsafeMutablePointer<Float>
  /// For each tuning in use, its bank and program.
  private let names: UnsafeMutablePointer<UInt16>
  private(set) var count = 0
  /// By how many semitones each key departs from equal temperament in any tuning that was never
  /// set; not a number for keys that play nothing.
  private let base: UnsafeMutablePointer<Float>

  /// No tunings but the one that keys have where nothing else is said.
  init(base tuning: KeyboardTuning?) {
    base = .allocate(capacity: 128)
    base.initialize(repeating: 0, count: 128)
    if let tuning {
      for key in 0..<128 {
        let noteNumber = tuning[MIDINote(clamping: key)]
        base[key] = noteNumber.map { Float($0 - Double(key)) } ?? .nan
      }
    }

    offsets = .allocate(capacity: Self.capacity * 128)
    offsets.initialize(repeating: 0, count: Self.capacity * 128)
    names = .allocate(capacity: Self.capacity)
    names.initialize(repeating: 0, count: Self.capacity)
  }

  func deallocate() {
    base.deallocate()
    offsets.deallocate()
    names.deallocate()
  }

  /// Forgets all tunings.
  mutating func removeAll() {
    for index in 0..<(count &* 128) { offsets[index] = 0 }
    count = 0
  }

  /// Gives a key of a tuning its pitch, as a place on the keyboard.
  mutating func set(bank: UInt8, program: UInt8, key: UInt8, noteNumber: Double) {
    set(
      bank: bank, program: program, key: key,
      offset: Float(noteNumber - Double(key & 127)))
  }

  /// Moves a key of a tuning by so many semitones away from equal temperament.
  mutating func set(bank: UInt8, program: UInt8, key: UInt8, offset: Float) {
    let name = UInt16(bank) &<< 8 | UInt16(program)
    var place = 0
    while place < count && names[place] != name { place &+= 1 }
    if place == count {
      guard count < Self.capacity else { return }
      names[place] = name
      count &+= 1
    }
    offsets[place &* 128 &+ Int(key & 127)] = offset
  }

  /// The bank, times 256, and program of the tuning at an index.
  func name(at index: Int) -> UInt16 { names[index] }

  /// Semitones by which a key of the tuning at an index departs from equal temperament.
  func offset(at index: Int, key: Int) -> Float { offsets[index &* 128 &+ key] }

  /// Semitones by which a key departs from equal temperament; not a number where it plays nothing.
  func offset(bank: UInt8, program: UInt8, key: UInt8) -> Float {
    let name = UInt16(bank) &<< 8 | UInt16(program)
    for place in 0..<count where names[place] == name {
      return offsets[place &* 128 &+ Int(key)]
    }
    return base[Int(key)]
  }
}

import PeachMusicUnits

/// The tunings of keys set by System Exclusive (MIDI Tuning Standard), and the base tuning. A
/// tuning is identified by its bank and program. When all slots are in use, new ones are ignored.
struct TuningTables: BitwiseCopyable {
  static var capacity: Int { 128 }

  /// The deviation of each key from equal temperament, in semitones: 128 for each tuning.
  private let offsets: UnsafeMutablePointer<Float>
  /// The bank, times 256, plus the program of each tuning.
  private let names: UnsafeMutablePointer<UInt16>
  private(set) var count = 0
  /// The deviation of each key that no tuning has set; NaN for keys without a pitch.
  private let base: UnsafeMutablePointer<Float>
  #if !hasFeature(Embedded)
    /// The base tuning of the configuration.
    private let configuredBase: UnsafeMutablePointer<Float>
  #endif

  init(base tuning: KeyboardTuning?) {
    base = .allocate(repeating: 0, count: 128)
    if let tuning {
      for key in 0..<128 {
        base[key] = tuning[MIDINote(clamping: key)].map { Float($0 - Double(key)) } ?? .nan
      }
    }
    #if !hasFeature(Embedded)
      configuredBase = .allocate(capacity: 128)
      configuredBase.initialize(from: base, count: 128)
    #endif
    offsets = .allocate(repeating: 0, count: Self.capacity * 128)
    names = .allocate(repeating: 0, count: Self.capacity)
  }

  func deallocate() {
    base.deallocate()
    #if !hasFeature(Embedded)
      configuredBase.deallocate()
    #endif
    offsets.deallocate()
    names.deallocate()
  }

  mutating func removeAll() { count = 0 }

  /// Sets the tuning of a key. The other keys of a new tuning have the base tuning.
  @_noLocks @_noAllocation
  mutating func set(bank: UInt8, program: UInt8, key: UInt8, offset: Float) {
    let name = UInt16(bank) &<< 8 | UInt16(program)
    var index = 0
    while index < count && names[index] != name { index &+= 1 }
    if index == count {
      guard count < Self.capacity else { return }
      names[index] = name
      count &+= 1
      for key in 0..<128 { offsets[index &* 128 &+ key] = base[key] }
    }
    offsets[index &* 128 &+ Int(key & 127)] = offset
  }

  #if !hasFeature(Embedded)
    /// Sets the deviation of a key in the base tuning, in semitones; NaN for none.
    @_noLocks @_noAllocation
    func setBase(_ offset: Float, ofKey key: Int) { base[key] = offset }

    /// Restores the base tuning of the configuration.
    @_noLocks @_noAllocation
    func restoreBase() { for key in 0..<128 { base[key] = configuredBase[key] } }

    /// Whether messages have set a tuning.
    @_noLocks @_noAllocation
    func contains(bank: UInt8, program: UInt8) -> Bool {
      let name = UInt16(bank) &<< 8 | UInt16(program)
      for index in 0..<count where names[index] == name { return true }
      return false
    }
  #endif

  /// Returns the deviation of a key in the base tuning, in semitones; NaN without a pitch.
  @_noLocks @_noAllocation func baseOffset(ofKey key: Int) -> Float { base[key] }
  @_noLocks @_noAllocation func name(at index: Int) -> UInt16 { names[index] }
  @_noLocks @_noAllocation
  func offset(at index: Int, key: Int) -> Float { offsets[index &* 128 &+ key] }

  /// Returns the deviation of a key in a tuning, or in the base tuning if it was never set, in
  /// semitones; NaN if the key has no pitch.
  func offset(bank: UInt8, program: UInt8, key: UInt8) -> Float {
    let name = UInt16(bank) &<< 8 | UInt16(program)
    for index in 0..<count where names[index] == name { return offset(at: index, key: Int(key)) }
    return base[Int(key)]
  }
}

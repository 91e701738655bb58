// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
public import CPeach
import PeachBankTuning
import PeachFileIO
import PeachInstrumentFiles
import PeachIntonation
import PeachPOSIX
import PeachServices

/// Measures a preset.
@c @implementation
public func peach_bank_measure(
  _ bank: OpaquePointer?, _ preset: Int32, _ summary: UnsafeMutablePointer<peach_intonation>?,
  _ keys: UnsafeMutablePointer<peach_key_intonation>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      _ = try bank.sampledStack()
      guard let preset = try bank.preset(at: preset),
        let intonation = try IntonationCache().intonation(of: preset)
      else { throw LibraryError(.unsupported, "Percussion has no pitch.") }
      if let summary {
        try VersionedStructure.write(peach_intonation(intonation), to: summary)
      }
      if capacity != 0 {
        try write(intonation.notes, to: try require(keys, "keys"), capacity: capacity)
      }
      count?.pointee = intonation.notes.count
    }
  }
}

/// Writes notes to an array whose elements have the size of the first.
private func write(
  _ notes: [PresetIntonation.Note], to keys: UnsafeMutablePointer<peach_key_intonation>,
  capacity: Int
) throws(LibraryError) {
  try require(capacity > 0, "The capacity is \(capacity). It must be positive.")
  let size = keys.pointee.size
  for (index, note) in notes.prefix(capacity).enumerated() {
    let element = UnsafeMutableRawPointer(keys) + index * Int(size)
    element.storeBytes(of: size, as: UInt32.self)
    try VersionedStructure.write(
      peach_key_intonation(note), to: element.assumingMemoryBound(to: peach_key_intonation.self))
  }
}

extension peach_intonation {
  fileprivate init(_ intonation: PresetIntonation) {
    self.init()
    unpitched_count = Int32(clamping: intonation.unpitchedCount)
    median_before = intonation.medianCents(after: false)
    median_after = intonation.medianCents(after: true)
    worst_before = intonation.worstCents(after: false)
    worst_after = intonation.worstCents(after: true)
    worst_jump_before = intonation.jumpCents(after: false)
    worst_jump_after = intonation.jumpCents(after: true)
    worst_remainder = intonation.worstRemainderCents
  }
}

extension peach_key_intonation {
  fileprivate init(_ note: PresetIntonation.Note) {
    self.init()
    key = note.key
    velocity = note.velocity
    is_periodic = note.isPeriodic ? 1 : 0
    before = note.beforeCents
    after = note.afterCents
    uncertainty = note.uncertaintyCents
  }
}

/// Writes a corrected SoundFont.
@c @implementation
public func peach_bank_write_tuned(
  _ bank: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let path = PathBytes.string(try require(path, "path"))
      let storage = try bank.sampledBank().storage
      guard InstrumentFormat(recognizing: storage) == .soundFont else {
        throw LibraryError(.unsupported, "Only SoundFonts can be written, and this is not one.")
      }
      let tuned = try RetunedBank(try SoundFont.read(storage))
      try FileAccess.write(try tuned.bytes(), to: path)
    }
  }
}

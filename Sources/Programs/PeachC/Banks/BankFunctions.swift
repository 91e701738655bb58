// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
public import CPeach
import PeachBankFiles
import PeachFileIO
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachPOSIX
import PeachSequencing
import PeachServices

/// Opens a bank file.
@c @implementation
public func peach_bank_open(
  _ path: UnsafePointer<CChar>?, _ bank: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let bank = try require(bank, "bank")
    let path = PathBytes.string(try require(path, "path"))
    bank.pointee = try HandleTable.open(BankObject(try SoundBank(contentsOf: path)))
  }
}

/// Opens a bank in memory.
@c @implementation
public func peach_bank_open_memory(
  _ bytes: UnsafeRawPointer?, _ byteCount: Int, _ bank: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let bank = try require(bank, "bank")
    let storage = ByteStorage(copying: try copy(bytes, byteCount))
    bank.pointee = try HandleTable.open(BankObject(try InstrumentFile.read(storage)))
  }
}

/// Returns the bytes of a caller.
func copy(_ bytes: UnsafeRawPointer?, _ count: Int) throws(LibraryError) -> [UInt8] {
  let bytes = try require(bytes, "bytes")
  try require(count >= 0, "\(UInt(bitPattern: count)) bytes do not fit into memory.")
  return Array(UnsafeRawBufferPointer(start: bytes, count: count))
}

/// Opens a stack of banks.
@c @implementation
public func peach_bank_open_stack(
  _ banks: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ bank: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let bank = try require(bank, "bank")
    let banks = try require(banks, "banks")
    try require(0 < count && count <= 1024, "A stack has 1 to 1024 banks, not \(count).")
    var texts: [String] = []
    for index in 0..<count { texts.append(PathBytes.string(try require(banks[index], "banks"))) }
    let stack = try BankStack(texts: texts) { try SoundBank(contentsOf: $0) }
    bank.pointee = try HandleTable.open(BankObject(stack))
  }
}

/// Opens the sine wave.
@c @implementation
public func peach_bank_open_sine(_ bank: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
  result {
    let bank = try require(bank, "bank")
    bank.pointee = try HandleTable.open(BankObject(nil as BankStack?))
  }
}

/// Opens the installed bank with a sound.
@c @implementation
public func peach_sound_open(
  _ sound: UnsafePointer<CChar>?, _ bank: UnsafeMutablePointer<OpaquePointer?>?,
  _ preset: UnsafeMutablePointer<Int32>?
) -> Int32 {
  result {
    let bank = try require(bank, "bank")
    let preset = try require(preset, "preset")
    let source = try soundSource(sound)
    if source == .sine {
      bank.pointee = try HandleTable.open(BankObject(nil as BankStack?))
      preset.pointee = 0
      return
    }
    let library = SoundFontLibrary(
      folders: BankFolder.standard(environment: UserFolders.environment))
    let found = try library.preset(for: source)
    bank.pointee = try HandleTable.open(BankObject(found.bank))
    preset.pointee = Int32(found.index)
  }
}

private func soundSource(_ sound: UnsafePointer<CChar>?) throws(LibraryError) -> SoundSource {
  let text = String(cString: try require(sound, "sound"))
  guard let source = SoundSource(text) else {
    throw LibraryError(
      .argument, "Invalid sound \"\(text)\". Pass a name, \"sine\", or sf2:BANK:PROGRAM.")
  }
  return source
}

/// Closes a bank.
@c @implementation
public func peach_bank_close(_ bank: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(bank, .bank) }
}

/// Writes the name of a bank.
@c @implementation
public func peach_bank_name(
  _ bank: OpaquePointer?, _ name: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let name = try require(name, "name")
      try require(capacity > 0, "The capacity is \(capacity). It must be positive.")
      CText.write(bank.name, to: UnsafeMutableBufferPointer(start: name, count: capacity))
    }
  }
}

/// Counts the warnings about a bank.
@c @implementation
public func peach_bank_warning_count(
  _ bank: OpaquePointer?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      try require(count, "count").pointee = Int32(clamping: bank.warnings.count)
    }
  }
}

/// Writes a warning about a bank.
@c @implementation
public func peach_bank_warning(
  _ bank: OpaquePointer?, _ index: Int32, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let text = try require(text, "text")
      try require(capacity > 0, "The capacity is \(capacity). It must be positive.")
      let warnings = bank.warnings
      try require(warnings.indices.contains(Int(index)), "The bank has no warning \(index).")
      CText.write(
        warnings[Int(index)], to: UnsafeMutableBufferPointer(start: text, count: capacity))
    }
  }
}

/// Counts the presets of a bank.
@c @implementation
public func peach_bank_preset_count(
  _ bank: OpaquePointer?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      try require(count, "count").pointee = Int32(clamping: bank.presets.count)
    }
  }
}

/// Describes a preset.
@c @implementation
public func peach_bank_preset(
  _ bank: OpaquePointer?, _ index: Int32, _ preset: UnsafeMutablePointer<peach_preset>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let destination = try require(preset, "preset")
      _ = try bank.preset(at: index)
      let preset = bank.presets[Int(index)]
      var description = peach_preset()
      description.bank = Int32(preset.bank)
      description.program = Int32(preset.program)
      description.is_percussion = preset.bank == 128 ? 1 : 0
      withUnsafeMutableBytes(of: &description.name) { bytes in
        CText.write(preset.name, to: bytes.bindMemory(to: CChar.self))
      }
      try VersionedStructure.write(description, to: destination)
    }
  }
}

/// Finds a preset by its numbers.
@c @implementation
public func peach_bank_find_preset(
  _ bank: OpaquePointer?, _ number: Int32, _ program: Int32, _ index: UnsafeMutablePointer<Int32>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let index = try require(index, "index")
      let found = bank.presets.firstIndex {
        Int32($0.bank) == number && Int32($0.program) == program
      }
      guard let found else {
        throw LibraryError(.notFound, "The bank has no preset \(number):\(program).")
      }
      index.pointee = Int32(found)
    }
  }
}

/// Finds a preset by its name.
@c @implementation
public func peach_bank_find_sound(
  _ bank: OpaquePointer?, _ sound: UnsafePointer<CChar>?, _ index: UnsafeMutablePointer<Int32>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let index = try require(index, "index")
      let source = try soundSource(sound)
      index.pointee = Int32(try bank.index(of: source))
    }
  }
}

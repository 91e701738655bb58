// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
import CPeach
import PeachMusicUnits
import PeachPOSIX
import PeachServices

/// Creates the tuning of a temperament.
@c @implementation
public func peach_tuning_open_name(
  _ name: UnsafePointer<CChar>?, _ root: UnsafePointer<CChar>?,
  _ tuning: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let tuning = try require(tuning, "tuning")
    let name = String(cString: try require(name, "name"))
    guard let temperament = Temperament(rawValue: name.lowercased()) else {
      throw LibraryError(
        .notFound, "Unknown temperament \"\(name)\". `peach tuning --list` lists them.")
    }
    let rootName = root.map { String(cString: $0) } ?? "C"
    guard let root = Temperament.root(named: rootName) else {
      throw LibraryError(
        .argument, "Invalid root \"\(rootName)\". Use a note without octave, such as D or Bb.")
    }
    tuning.pointee = try HandleTable.open(TuningObject(KeyboardTuning(temperament, root: root)))
  }
}

/// Reads a tuning file.
@c @implementation
public func peach_tuning_open_file(
  _ path: UnsafePointer<CChar>?, _ tuning: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let tuning = try require(tuning, "tuning")
    let path = PathBytes.string(try require(path, "path"))
    tuning.pointee = try HandleTable.open(TuningObject(try KeyboardTuning(tuningAt: path)))
  }
}

/// Reads the bytes of a tuning file.
@c @implementation
public func peach_tuning_open_memory(
  _ bytes: UnsafeRawPointer?, _ byteCount: Int, _ tuning: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let tuning = try require(tuning, "tuning")
    let bytes = try copy(bytes, byteCount)
    tuning.pointee = try HandleTable.open(TuningObject(try KeyboardTuning(ofAnyFormat: bytes)))
  }
}

/// Reads the files of a scale and of its keyboard mapping.
@c @implementation
public func peach_tuning_open_mapped_file(
  _ scale: UnsafePointer<CChar>?, _ mapping: UnsafePointer<CChar>?,
  _ tuning: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let tuning = try require(tuning, "tuning")
    let scale = PathBytes.string(try require(scale, "scale"))
    let mapping = PathBytes.string(try require(mapping, "mapping"))
    tuning.pointee = try HandleTable.open(
      TuningObject(try KeyboardTuning(scaleAt: scale, mappingAt: mapping)))
  }
}

/// Reads the bytes of a scale and of its keyboard mapping.
@c @implementation
public func peach_tuning_open_mapped_memory(
  _ scale: UnsafeRawPointer?, _ scaleByteCount: Int, _ mapping: UnsafeRawPointer?,
  _ mappingByteCount: Int, _ tuning: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    let tuning = try require(tuning, "tuning")
    let scale = try ScalaScale(scl: try copy(scale, scaleByteCount))
    let mapping = try ScalaKeyboardMapping(kbm: try copy(mapping, mappingByteCount))
    tuning.pointee = try HandleTable.open(
      TuningObject(KeyboardTuning(scale: scale, mapping: mapping)))
  }
}

/// Closes a tuning.
@c @implementation
public func peach_tuning_close(_ tuning: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(tuning, .tuning) }
}

/// Returns the deviation of a key.
@c @implementation
public func peach_tuning_cents(
  _ tuning: OpaquePointer?, _ key: Int32, _ cents: UnsafeMutablePointer<Double>?
) -> Int32 {
  result {
    try HandleTable.use(tuning, as: TuningObject.self) { tuning in
      let cents = try require(cents, "cents")
      try require(0...127 ~= key, "The key is \(key). Use 0 to 127.")
      let number = tuning.tuning[MIDINote(clamping: Int(key))]
      cents.pointee = number.map { ($0 - Double(key)) * 100 } ?? .nan
    }
  }
}

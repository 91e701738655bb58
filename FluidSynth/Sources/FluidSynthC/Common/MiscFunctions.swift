// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of misc.h and version.h.
import FluidSynthPOSIX
import PeachLive

private enum Version {
  // Safe: written once, then only read.
  nonisolated(unsafe) static let text = CString("2.3.1")
}

/// Returns the version of FluidSynth whose interface this is: 2.3.1.
@c public func fluid_version(
  _ major: UnsafeMutablePointer<Int32>?, _ minor: UnsafeMutablePointer<Int32>?,
  _ micro: UnsafeMutablePointer<Int32>?
) {
  major?.pointee = 2
  minor?.pointee = 3
  micro?.pointee = 1
}

/// Returns the version of FluidSynth whose interface this is.
@c public func fluid_version_str() -> UnsafeMutablePointer<CChar>? { Version.text.pointer }

/// Returns the first bytes of a file.
private func prefix(_ path: UnsafePointer<CChar>?) -> [UInt8] {
  guard let path, let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 12)
  let count = fread(&bytes, 1, 12, file)
  return Array(bytes.prefix(count))
}

/// Returns whether a file is a SoundFont or a DLS collection.
@c public func fluid_is_soundfont(_ path: UnsafePointer<CChar>?) -> Int32 {
  let bytes = prefix(path)
  guard bytes.starts(with: Array("RIFF".utf8)), bytes.count == 12 else { return 0 }
  let form = Array(bytes[8...])
  return form == Array("sfbk".utf8) || form == Array("DLS ".utf8) ? 1 : 0
}

/// Returns whether a file is a Standard MIDI File.
@c public func fluid_is_midifile(_ path: UnsafePointer<CChar>?) -> Int32 {
  prefix(path).starts(with: Array("MThd".utf8)) ? 1 : 0
}

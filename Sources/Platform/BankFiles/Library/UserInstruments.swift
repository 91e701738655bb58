import PeachFileIO

/// The layout of the user's folder: banks and audio files, and a folder per instrument with
/// separate samples. The folder of an imported instrument has the name of the instrument file. A
/// folder without an instrument file is an instrument of its audio files.
package enum UserInstruments {
  static let bankExtensions = ["sf2", "sf3", "dls"]
  package static let audioExtensions = [
    "wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "wv",
  ]
  private static let instrumentExtensions = ["sfz", "exs", "aupreset", "dspreset", "plist"]
  private static let nameLimit = 1 << 16

  /// Returns the banks and instruments in the user's folder; `nil` if the folder does not exist.
  static func files(in folder: String) throws(FileAccessError) -> [SoundFontLibrary.File]? {
    guard let banks = try SoundFontLibrary.files(in: folder) else { return nil }
    var files = banks.filter {
      hasExtension($0.name, in: bankExtensions + audioExtensions + ["pat"])
    }
    for entry in FileAccess.names(in: folder, limit: nameLimit) ?? []
    where entry.isFolder && !entry.name.hasSuffix(".partial") {
      files += instruments(in: entry.name, of: folder)
    }
    return files
  }

  private static func instruments(
    in name: String, of parent: String
  ) -> [SoundFontLibrary.File] {
    let folder = "\(parent)/\(name)"
    let names = (FileAccess.names(in: folder, limit: nameLimit) ?? []).filter { !$0.isFolder }
      .map(\.name)
    let instruments = names.filter { hasExtension($0, in: instrumentExtensions) }
    if instruments.contains(name) { return [file("\(folder)/\(name)", named: name)] }
    if !instruments.isEmpty {
      return instruments.map { file("\(folder)/\($0)", named: "\(name)/\($0)") }
    }
    let hasAudio = names.contains { hasExtension($0, in: audioExtensions) }
    return hasAudio ? [file(folder, named: name)] : []
  }

  private static func file(_ path: String, named name: String) -> SoundFontLibrary.File {
    .init(path: path, name: name, identity: FileAccess.resolved(path) ?? path)
  }

  package static func hasExtension(_ name: String, in extensions: [String]) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}

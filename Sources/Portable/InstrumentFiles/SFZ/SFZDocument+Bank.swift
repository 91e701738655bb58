package import PeachInstrumentModel

extension SFZDocument {
  /// Returns a sound bank with the document as its only preset, named after the file.
  ///
  /// The bank's warnings list each unknown or unsupported opcode once.
  ///
  /// - Parameter folders: The folders of the samples; see ``SampleResolver``.
  /// - Throws: An error if the document has no playable region.
  package func soundBank(
    of storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    var interpreter = SFZInterpreter()
    for section in sections { interpreter.read(section) }
    var builder = SFZRegionBuilder(interpreter.curves, folders: folders)
    for (name, bytes) in interpreter.embeddedSamples { builder.embed(bytes, as: name) }
    let regions = interpreter.regions.flatMap { builder.regions($0) }
    let warnings = warnings + interpreter.warnings
    guard !regions.isEmpty else {
      throw InstrumentFileError(
        chunk: "sfz ", offset: 0, reason: .nothingToPlay(firstWarning: warnings.first))
    }
    let name = SFZDocument.name(ofFileAt: storage.path ?? "")
    return SoundBank(
      information: .init(name: name),
      presets: [
        Preset(
          identifier: PresetIdentifier(bank: 0, program: 0), name: name,
          controllers: interpreter.controllers)
      ], samples: builder.collection.samples, sampleFiles: builder.collection.files,
      includedFiles: includedFiles, warnings: warnings + builder.warnings, storage: storage,
      regionSource: { _, limit in
        limit >= regions.count ? regions : Array(regions.prefix(max(limit, 0)))
      })
  }

  /// Returns a file's name without folder and extension.
  private static func name(ofFileAt path: String) -> String {
    let name = FilePath.parts(path).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

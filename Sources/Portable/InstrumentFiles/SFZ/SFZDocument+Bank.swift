public import PeachInstrumentModel

extension SFZDocument {
  /// The document as a sound bank of one preset, named like its file.
  ///
  /// Samples are looked for in `folders`, see ``SampleResolver``. Throws where nothing is there to
  /// play. Opcodes that are not known, or not done, are in the bank's warnings, each once.
  public func soundBank(
    of storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    var interpreter = SFZInterpreter()
    for section in sections { interpreter.read(section) }
    var builder = SFZRegionBuilder(
      interpreter.curves, constants: interpreter.constants, folders: folders)
    for embedded in interpreter.embedded { builder.embed(embedded) }
    var regions: [Region] = []
    for settings in interpreter.regions { regions += builder.regions(settings) }
    guard !regions.isEmpty else {
      throw InstrumentFileError(
        chunk: "sfz ", offset: 0,
        reason: .nothingToPlay(firstWarning: (warnings + interpreter.complaints).first))
    }
    let name = SFZDocument.name(ofFileAt: storage.path ?? "")
    let all = regions
    return SoundBank(
      information: .init(name: name),
      presets: [
        Preset(
          identifier: PresetIdentifier(bank: 0, program: 0), name: name,
          controllers: interpreter.controllers)
      ], samples: builder.collection.samples, sampleFiles: builder.collection.files,
      includedFiles: includedFiles,
      warnings: warnings + interpreter.complaints + builder.complaints, storage: storage,
      regionSource: { _, limit in limit >= all.count ? all : Array(all.prefix(max(limit, 0))) })
  }

  /// A file's name without its folder and its ending.
  private static func name(ofFileAt path: String) -> String {
    let name = FilePath.parts(path).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

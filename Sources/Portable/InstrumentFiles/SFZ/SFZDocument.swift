package import PeachInstrumentModel

/// The structure of an SFZ file: headers and opcodes, with includes and macros expanded.
package struct SFZDocument: Sendable {
  /// A header and the opcodes that follow it, in the file's order.
  package struct Section: Hashable, Sendable {
    package var header: SFZHeader
    package var opcodes: [SFZOpcode]
  }

  /// The headers in the file's order.
  package internal(set) var sections: [Section] = []
  /// The included files, each once, sorted by path.
  package internal(set) var includedFiles: [ByteStorage] = []
  /// Messages about defects that were tolerated.
  package internal(set) var warnings: [String] = []

  /// Reads a file and its includes. Any bytes yield a document: other content leaves no sections.
  /// Recursive includes are ignored; `SFZLimits` bounds includes and macros. Do not call on the
  /// audio thread.
  ///
  /// - Parameter folders: The folders of included files; `nil` to ignore includes.
  package static func read(_ storage: ByteStorage, folders: SampleFolders? = nil) -> SFZDocument {
    var reader = SFZReader(folders)
    reader.read(storage, path: storage.path ?? "", depth: 0)
    return reader.finish()
  }

  /// Returns a sound bank with the document as its only preset, with the numbers and names of
  /// ``SFZInformation``. The bank's warnings list each unknown or unsupported opcode once.
  ///
  /// - Parameter folders: The folders of the samples; see ``SampleResolver``.
  /// - Throws: An error if the document has no playable region.
  package func soundBank(
    of storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    var interpreter = SFZInterpreter()
    // Regions may use curves and samples that follow them.
    for section in sections where section.header == .curve || section.header == .sample {
      interpreter.read(section)
    }
    var builder = SFZRegionBuilder(interpreter.curves, folders: folders)
    for (name, bytes) in interpreter.embeddedSamples { builder.embed(bytes, as: name) }
    // Settings are as large as regions: only one is in memory at a time.
    var regions = sections.flatMap { section in
      let isRead = section.header == .curve || section.header == .sample
      return (isRead ? nil : interpreter.read(section)).map { builder.regions($0) } ?? []
    }
    SFZKeyswitches.share(initial: interpreter.initialKeyswitch, among: &regions)
    let finalRegions = regions
    let warnings = warnings + interpreter.warnings
    guard !regions.isEmpty else {
      throw InstrumentFileError(
        chunk: "sfz ", offset: 0, reason: .nothingToPlay(firstWarning: warnings.first))
    }
    let information = SFZInformation(
      storage.bytes, name: SamplerInstrument.stem(storage.path))
    var preset = information.preset
    preset.controllers = interpreter.controllers
    return SoundBank(
      information: information.bank, presets: [preset],
      samples: builder.collection.samples, sampleFiles: builder.collection.files,
      includedFiles: includedFiles,
      warnings: information.warnings + warnings + builder.warnings, storage: storage,
      regionSource: { _, limit in
        limit >= finalRegions.count ? finalRegions : Array(finalRegions.prefix(max(limit, 0)))
      })
  }
}

/// A header of an SFZ file, which groups the opcodes that follow it.
package enum SFZHeader: String, Hashable, Sendable, CaseIterable {
  /// Settings of the file, such as sample folder and initial controller values.
  case control
  /// Opcodes inherited by all regions that follow.
  case global
  /// Opcodes inherited by the groups up to the next master.
  case master
  /// Opcodes inherited by the regions up to the next group.
  case group
  /// A sample and its parameters.
  case region
  /// A curve for controllers.
  case curve
  /// An embedded sample.
  case sample
  /// Unsupported.
  case effect, midi
}

/// An opcode and its value in an SFZ file, with macros expanded.
package struct SFZOpcode: Hashable, Sendable {
  /// The name in lower case.
  package var name: String
  /// The value without surrounding spaces.
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

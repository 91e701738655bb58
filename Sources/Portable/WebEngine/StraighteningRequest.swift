package import PeachInstrumentModel
package import PeachStraightPresets

/// A preset to be straightened before it is played.
package struct StraighteningRequest {
  package let bank: SoundBank
  /// The index of the preset in ``bank``.
  package let preset: Int
  /// The files of the bank, and the index of the instrument among those that
  /// ``OpenedInstrument/open(named:_:)`` returns for them.
  package let files: [AddedFile]
  package let instrument: Int
  package let decoder: SampleDecoder?

  package init(
    bank: SoundBank, preset: Int, files: [AddedFile], instrument: Int, decoder: SampleDecoder?
  ) {
    (self.bank, self.preset, self.files) = (bank, preset, files)
    (self.instrument, self.decoder) = (instrument, decoder)
  }

  /// Creates the request for a preset of files that were added.
  ///
  /// - Throws: An error if the files have no such preset.
  package init(
    _ files: [AddedFile], instrument: Int, preset: Int, decoder: SampleDecoder?
  ) throws(StraighteningError) {
    let name = files.first?.path ?? ""
    guard let opened = try? OpenedInstrument.open(named: name, files),
      opened.indices.contains(instrument),
      opened[instrument].bank.presets.indices.contains(preset)
    else { throw .noPreset }
    self.init(
      bank: opened[instrument].bank, preset: preset, files: files, instrument: instrument,
      decoder: decoder)
  }

  /// Straightens the preset on the calling thread.
  package func perform() throws(StraighteningError) -> StraightRegions {
    do throws(SampleCodecError) {
      return try PresetStraightener().straighten(presetAt: preset, of: bank, decoder: decoder)
    } catch { throw .samples(error) }
  }
}

/// The reason why a preset could not be straightened.
package enum StraighteningError: Error, Equatable, Sendable {
  case samples(SampleCodecError)
  case noPreset
  /// The reason that the other module gives; empty if it could not be loaded, or has trapped.
  case failed(String)

  package var description: String {
    switch self {
    case .samples(let error): error.description
    case .noPreset: "The preset was not found."
    case .failed(let reason):
      reason.isEmpty ? "The preset could not be straightened." : reason
    }
  }
}

/// Performs a request, in the page by another WebAssembly module.
package typealias Straightening =
  (StraighteningRequest) throws(StraighteningError) -> StraightRegions

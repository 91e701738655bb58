package import PeachInstrumentModel
package import PeachStraightPresets
import PeachTuning

/// A preset to be straightened or corrected before it is played.
package struct StraighteningRequest {
  package enum Purpose: Int32, Sendable {
    case straight
    /// With straight tones and stretched octaves.
    case straightStretched
    /// In tune, with stretched octaves: as recorded without stiff strings, whose octaves have
    /// nothing to be stretched for.
    case inTuneStretched
    /// With straight tones and smooth levels, for chords.
    case smooth
  }

  package let bank: SoundBank
  /// The index of the preset in ``bank``.
  package let preset: Int
  /// The files of the bank, and the index of the instrument among those that
  /// ``OpenedInstrument/open(named:_:)`` returns for them.
  package let files: [AddedFile]
  package let instrument: Int
  package let decoder: SampleDecoder?
  package let purpose: Purpose

  package init(
    bank: SoundBank, preset: Int, files: [AddedFile], instrument: Int, decoder: SampleDecoder?,
    purpose: Purpose = .straight
  ) {
    (self.bank, self.preset, self.files) = (bank, preset, files)
    (self.instrument, self.decoder, self.purpose) = (instrument, decoder, purpose)
  }

  /// Creates the request for a preset of files that were added.
  ///
  /// - Throws: An error if the files have no such preset.
  package init(
    _ files: [AddedFile], instrument: Int, preset: Int, decoder: SampleDecoder?,
    purpose: Purpose = .straight
  ) throws(StraighteningError) {
    let name = files.first?.path ?? ""
    guard let opened = try? OpenedInstrument.open(named: name, files),
      opened.indices.contains(instrument),
      opened[instrument].bank.presets.indices.contains(preset)
    else { throw .noPreset }
    self.init(
      bank: opened[instrument].bank, preset: preset, files: files, instrument: instrument,
      decoder: decoder, purpose: purpose)
  }

  /// Straightens or corrects the preset on the calling thread.
  package func perform() throws(StraighteningError) -> StraightRegions {
    do throws(SampleCodecError) {
      let isStretched = purpose == .straightStretched || purpose == .inTuneStretched
      let octaveCents = isStretched ? try octaveCents() : []
      var regions =
        if purpose != .inTuneStretched {
          try PresetStraightener().straighten(
            presetAt: preset, of: bank, smoothsLevels: purpose == .smooth, decoder: decoder)
        } else if octaveCents.isEmpty {
          StraightRegions(tone: .recorded, corrections: [], steadyPitch: false)
        } else {
          try PresetCorrector().correct(presetAt: preset, of: bank, decoder: decoder)
        }
      regions.octaveCents = octaveCents
      return regions
    } catch { throw .samples(error) }
  }

  /// Returns the stretch of each kind of octave; empty without stiff strings.
  private func octaveCents() throws(SampleCodecError) -> [Double] {
    let values = try PresetCorrector().inharmonicities(
      presetAt: preset, of: bank, decoder: decoder)
    if values.isEmpty { return [] }
    return OctaveStretch.Octave.allCases.flatMap {
      StretchCurve.cents(OctaveStretch($0), inharmonicities: values)
    }
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

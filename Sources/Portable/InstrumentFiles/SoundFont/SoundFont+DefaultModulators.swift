package import PeachInstrumentModel

extension SoundFont {
  /// The file's replacement for the default modulators of SoundFont 2.04 §8.4, or `nil` if it has
  /// none.
  ///
  /// Newer editors store it in the chunk ‘DMOD’ of the INFO list, as records of §7.4 with a
  /// terminal record.
  package var ownDefaultModulators: [Modulator]? {
    guard let chunk = information.first(where: { $0.code == "DMOD" }),
      !chunk.bytes.isEmpty, chunk.bytes.count % 10 == 0
    else { return nil }
    return stride(from: 0, to: chunk.bytes.count - 10, by: 10).map {
      Modulator(storage.bytes, validOffset: chunk.bytes.lowerBound + $0)
    }
  }
}

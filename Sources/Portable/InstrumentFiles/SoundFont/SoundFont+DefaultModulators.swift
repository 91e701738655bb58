public import PeachInstrumentModel

extension SoundFont {
  /// The default modulators that the file has instead of those of SoundFont 2.04 §8.4: the chunk
  /// ‘DMOD’ of the INFO list, records as in §7.4 with a terminal one, as newer editors write it.
  /// Nil where there is none, or one whose size is no number of records.
  public var ownDefaultModulators: [Modulator]? {
    guard let chunk = information.first(where: { $0.code == "DMOD" }),
      !chunk.bytes.isEmpty, chunk.bytes.count % 10 == 0
    else { return nil }
    var modulators: [Modulator] = []
    for start in stride(from: chunk.bytes.lowerBound, to: chunk.bytes.upperBound - 10, by: 10) {
      guard let source = storage.bytes.uint16(at: start),
        let destination = storage.bytes.uint16(at: start + 2),
        let amount = storage.bytes.uint16(at: start + 4),
        let amountSource = storage.bytes.uint16(at: start + 6),
        let transform = storage.bytes.uint16(at: start + 8)
      else { return nil }
      modulators.append(
        Modulator(
          source: source, destination: destination, amount: Int16(bitPattern: amount),
          amountSource: amountSource, transform: transform))
    }
    return modulators
  }
}

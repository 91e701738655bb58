import PeachInstrumentModel

extension FindingList {
  /// Adds the warnings of the reader of a bank, and the samples that are unavailable.
  mutating func addReading(of bank: SoundBank) {
    for warning in bank.warnings { add(.tolerated, "", warning) }
    for (index, sample) in bank.samples.enumerated() where sample.encoding == .missing {
      let subject = sample.name.isEmpty ? "sample \(index)" : "sample \(quoted: sample.name)"
      add(
        .sampleUnavailable, subject,
        "it is missing or cannot be read; its regions are silent")
    }
  }
}

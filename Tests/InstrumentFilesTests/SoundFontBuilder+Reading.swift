import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures

extension SoundFontChunks {
  /// What reading this file gives.
  func read() throws -> SoundFont { try SoundFont.read(ByteStorage(copying: file)) }
}

extension SoundFontBuilder {
  /// The bank that this file is.
  func bank(reading: SoundFontReading = .init()) throws -> SoundBank {
    try chunks.read().soundBank(reading: reading)
  }

  /// The regions of its first preset.
  func regions(reading: SoundFontReading = .init()) throws -> [Region] {
    try bank(reading: reading).regions(ofPresetAt: 0)
  }
}

import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures

extension SoundFontChunks {
  /// Returns the parsed file.
  func read() throws -> SoundFont { try SoundFont.read(ByteStorage(copying: file)) }
}

extension SoundFontBuilder {
  /// Returns the file's bank.
  func bank(reading: SoundFontReading = .init()) throws -> SoundBank {
    try chunks.read().soundBank(reading: reading)
  }

  /// Returns the regions of the first preset.
  func regions(reading: SoundFontReading = .init()) throws -> [Region] {
    try bank(reading: reading).regions(ofPresetAt: 0)
  }
}

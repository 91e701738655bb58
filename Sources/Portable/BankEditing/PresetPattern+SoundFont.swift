package import PeachInstrumentFiles
package import PeachInstrumentModel

extension PresetPattern {
  package func matches(_ preset: SoundFontContents.Preset) -> Bool {
    matches(bank: preset.bank, program: preset.program, name: preset.name.text)
  }
}

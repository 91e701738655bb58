import PeachInstrumentFiles
import PeachInstrumentModel

/// Checks the presets, instruments and zones of a SoundFont (SoundFont 2.04 §7 and 8).
struct HydraCheck {
  let font: SoundFont

  func run(_ list: inout FindingList) {
    for preset in font.presets where preset.program <= 127 && preset.bank > 128 {
      let fault = SoundFontFault(
        .preset(preset.name), .presetNumbers(bank: Int(preset.bank), program: Int(preset.program)))
      list.add(.presetNumbers, fault.subject.description, fault.message)
    }
    for instrument in font.instruments where instrument.zones.isEmpty {
      list.add(
        .instrumentEmpty, "instrument ‘\(instrument.name.text)’", "it has no zones and is silent")
    }
    var instrumentIsUsed = [Bool](repeating: false, count: font.instruments.count)
    var sampleIsUsed = [Bool](repeating: false, count: font.samples.count)
    for preset in font.presets {
      ZoneCheck(
        table: font.presetZones, zones: preset.zones, level: .preset,
        targetCount: font.instruments.count, owner: "preset ‘\(preset.name.text)’"
      ).run(&instrumentIsUsed, &list)
    }
    for instrument in font.instruments {
      ZoneCheck(
        table: font.instrumentZones, zones: instrument.zones, level: .instrument,
        targetCount: font.samples.count, owner: "instrument ‘\(instrument.name.text)’"
      ).run(&sampleIsUsed, &list)
    }
    for (instrument, isUsed) in zip(font.instruments, instrumentIsUsed) where !isUsed {
      list.add(.unusedInstrument, "instrument ‘\(instrument.name.text)’", "no preset plays it")
    }
    for index in font.samples.indices where !sampleIsUsed[index] {
      // The other channel of a used sample counts as used.
      let sample = font.samples[index]
      let link = Int(sample.link)
      if sample.type & 0xE != 0 && link < sampleIsUsed.count && sampleIsUsed[link] { continue }
      list.add(.unusedSample, "sample ‘\(sample.name.text)’", "no instrument plays it")
    }
  }
}
